// Recorded tool outputs, and what a reader pays for what it is shown of them.
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base'
import { type Case, readCases } from '../quality/cases.js'

export interface RecordedCase extends Case {
  /** The task's title or first message: the user's words. */
  readonly task?: string
  readonly query_from?: string
}

/** What the hooks see: views, shell outputs and searches. */
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
  cases: number
  /** Of the lines that were needed. */
  needed: number
  neededKept: number
}

export const nothingPaid = (): Paid => ({
  raw: 0,
  shown: 0,
  net: 0,
  block: 0,
  touched: 0,
  cases: 0,
  needed: 0,
  neededKept: 0,
})

/** A context of 40,000 tokens sent again at a tenth of the price, against tokens that stay for twenty turns. */
const TURN = 1000

export const tokensOf = (text: string): number => o200k(text, { disallowedSpecial: new Set() })

/** `undefined`: the output passed as it is. */
export function pay(into: Paid, one: RecordedCase, shown: Shown | undefined): void {
  const lines = one.text.split('\n')
  const raw = tokensOf(one.text)
  const cost = shown === undefined ? raw : tokensOf(shown.text)
  const missing = shown === undefined ? [] : one.gold.filter((line) => !shown.kept.has(line))
  into.cases += 1
  into.raw += raw
  into.shown += cost
  into.touched += shown === undefined ? 0 : 1
  into.needed += one.gold.length
  into.neededKept += one.gold.length - missing.length
  into.net += cost + (missing.length > 0 ? raw : 0)
  into.block += cost + (missing.length > 0 ? TURN + fetched(lines, missing, shown?.kept) : 0)
}

/** The cut runs that hold the missing lines. */
function fetched(
  lines: readonly string[],
  missing: readonly number[],
  kept: ReadonlySet<number> = new Set(),
): number {
  const runs = new Set<number>()
  for (const line of missing) {
    let from = line
    while (from > 1 && !kept.has(from - 1)) from -= 1
    runs.add(from)
  }
  let tokens = 0
  for (const from of runs) {
    let to = from
    while (to < lines.length && !kept.has(to + 1)) to += 1
    tokens += tokensOf(lines.slice(from - 1, to).join('\n'))
  }
  return tokens
}

export const rowOf = (name: string, paid: Paid) => ({
  '': name,
  outputs: paid.cases,
  touched: `${((100 * paid.touched) / paid.cases).toFixed(0)} %`,
  shown: (paid.shown / paid.raw).toFixed(3),
  net: (paid.net / paid.raw).toFixed(3),
  block: (paid.block / paid.raw).toFixed(3),
  'needed kept': (paid.neededKept / Math.max(1, paid.needed)).toFixed(3),
})
