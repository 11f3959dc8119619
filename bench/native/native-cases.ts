// Recorded tool outputs, and what a reader pays for the shown part.
import { readerCost } from '@jeeves/pruner/measure'
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base'
import { type Case, readCases } from '../quality/cases.js'

export interface RecordedCase extends Case {
  /** The task's title or first message: the user's words. */
  readonly task?: string
  readonly query_from?: string
  readonly agent?: string
}

/** Outputs that hooks see: views, shell outputs and searches. */
const KINDS = new Set(
  ['view', 'search', 'shell', 'test', 'build', 'diff', 'list', 'none'].map(
    (kind) => `traj-${kind}`,
  ),
)

export const readRecorded = (file: string): RecordedCase[] =>
  (readCases(file) as RecordedCase[]).filter(({ kind }) => KINDS.has(kind))

export interface Shown {
  readonly text: string
  /** 1-based; every line when nothing was cut. */
  readonly kept: ReadonlySet<number>
}

export interface Paid {
  raw: number
  shown: number
  net: number
  block: number
  touched: number
  /** With a needed line missing. */
  missed: number
  cases: number
  /** Of the lines that were needed. */
  needed: number
  neededKept: number
  /** Tokens saved by marks for lines that the session already has. */
  repeats: number
}

export const nothingPaid = (): Paid => ({
  raw: 0,
  shown: 0,
  net: 0,
  block: 0,
  touched: 0,
  missed: 0,
  cases: 0,
  needed: 0,
  neededKept: 0,
  repeats: 0,
})

export const tokensOf = (text: string): number => o200k(text, { disallowedSpecial: new Set() })

/** `undefined`: the output passed as it is. */
export function pay(into: Paid, one: RecordedCase, shown: Shown | undefined): void {
  const lines = one.text.split('\n')
  const all = tokensOf(one.text)
  const kept = shown?.kept ?? new Set(lines.map((_, index) => index + 1))
  const shownTokens = shown === undefined ? all : tokensOf(shown.text)
  const paid = readerCost({ lines, kept, allTokens: all, shownTokens }, one.gold, tokensOf)
  into.cases += 1
  into.raw += all
  into.shown += shownTokens
  into.touched += shown === undefined ? 0 : 1
  into.missed += paid.missing.length > 0 ? 1 : 0
  into.needed += one.gold.length
  into.neededKept += one.gold.length - paid.missing.length
  into.net += paid.net
  into.block += paid.block
}

export const rowOf = (name: string, paid: Paid) => ({
  '': name,
  outputs: paid.cases,
  touched: `${((100 * paid.touched) / paid.cases).toFixed(0)} %`,
  'missed, of touched': paid.touched === 0 ? '–' : (paid.missed / paid.touched).toFixed(2),
  shown: (paid.shown / paid.raw).toFixed(3),
  net: (paid.net / paid.raw).toFixed(3),
  block: (paid.block / paid.raw).toFixed(3),
  'needed kept': (paid.neededKept / Math.max(1, paid.needed)).toFixed(3),
})
