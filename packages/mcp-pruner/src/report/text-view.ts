// A text with its kept lines and the reasons: what the page shows of a call. Types only.

export type Run = readonly [first: number, last: number]

export interface TextView {
  readonly lines: readonly string[]
  readonly firstLine: number
  readonly kept: readonly Run[]
  /** For each line, in hundredths; empty when nothing was scored. */
  readonly chances: readonly number[]
  readonly reasons: readonly { readonly from: number; readonly to: number; readonly why: string }[]
  /** Lines that were recovered later. */
  readonly recovered?: readonly Run[]
  /** Lines that were used later, and how. */
  readonly used?: readonly { readonly line: number; readonly use: string }[]
}
