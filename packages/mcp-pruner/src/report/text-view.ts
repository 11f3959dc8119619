// A text with what was kept of it, and why: what the page shows of a call. Types only.

export type Run = readonly [first: number, last: number]

export interface TextView {
  readonly lines: readonly string[]
  readonly firstLine: number
  readonly kept: readonly Run[]
  /** Of each line, in hundredths; empty when nothing was weighed. */
  readonly chances: readonly number[]
  readonly reasons: readonly { readonly from: number; readonly to: number; readonly why: string }[]
  /** Lines that were recovered later. */
  readonly recovered?: readonly Run[]
  /** Lines that were used later, and how. */
  readonly used?: readonly { readonly line: number; readonly use: string }[]
}
