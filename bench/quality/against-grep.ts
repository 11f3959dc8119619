// tsx --conditions=@jeeves/source bench/quality/against-grep.ts --cases FILE[.gz]
//
// An answer compared with `grep -n -C6 WORD`, with the question's rarest word that the text has: how often each
// has a needed line, and what each costs in o200k tokens. On the 40 longest texts of the cases,
// and on 20 long logs, lock files and listings made here, each with one line that answers.
import { parseArgs } from 'node:util'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { printTable } from '../lib/table.js'
import { median } from '../lib/timing.js'
import { type Case, readCases } from './cases.js'
import { askThroughEngine, shownOf } from './through.js'

const REACH = 6
const MAX_LENGTH = 40
const STOP = new Set(
  'the and for that this with from when what how which where why does not are was were has have its into'.split(
    ' ',
  ),
)

/** The question's word that is on the fewest lines, and those lines, 0-based. */
function rarestWord({ query, text }: Case): number[] {
  const lines = text.split('\n').map((line) => line.toLowerCase())
  let best: number[] = []
  for (const word of new Set(query.toLowerCase().match(/[a-z_][\w-]{2,}|\d{3,}/g) ?? [])) {
    if (STOP.has(word)) continue
    const found = lines.flatMap((line, i) => (line.includes(word) ? [i] : []))
    if (found.length > 0 && (best.length === 0 || found.length < best.length)) best = found
  }
  return best
}

function grep(one: Case): { text: string; lines: Set<number> } {
  const all = one.text.split('\n')
  const lines = new Set<number>()
  for (const at of rarestWord(one))
    for (let i = Math.max(0, at - REACH); i <= Math.min(all.length - 1, at + REACH); i++)
      lines.add(i + 1)
  const shown = [...lines].sort((a, b) => a - b).map((line) => `${line}-${all[line - 1]}`)
  return { text: shown.join('\n'), lines }
}

function made(i: number): Case {
  const at = 400 + i * 173
  const size = 4000
  const kinds = [
    [
      'log',
      (n: number) => `2026-11-15T10:00:${n % 60} INFO http GET /orders/${n} 200 trace=${n * 7919}`,
      `2026-11-15T10:00:07 INFO mailer skipped newsletter for tenant-${i}: quota reached`,
      `why was the newsletter for tenant-${i} skipped`,
    ],
    [
      'lock',
      (n: number) =>
        n % 3 === 0 ? `  package-${n}@1.${n}.0:` : `    resolution: {integrity: sha512-${n * 31}}`,
      `  left-padder-${i}@4.2.${i}:`,
      `Which version of left-padder-${i} is locked?`,
    ],
    [
      'listing',
      (n: number) => `src/module${n % 80}/part${n}/index.ts`,
      `src/billing/invoice-renderer-${i}.ts`,
      `where does the invoice-renderer-${i} live`,
    ],
    [
      'csv',
      (n: number) => `${n},customer${n},${n * 3},open`,
      `${at},customer-blocked-${i},17,fraud`,
      `which customer was blocked for fraud`,
    ],
  ] as const
  const [name, row, answer, query] = kinds[i % kinds.length]!
  const rows = Array.from({ length: size }, (_, n) => (n === at ? answer : row(n)))
  return { id: `${name} ${i}`, kind: name, query, text: rows.join('\n'), gold: [at + 1] }
}

const { values } = parseArgs({ options: { cases: { type: 'string' } } })
const longest = (values.cases === undefined ? [] : readCases(values.cases))
  .filter((one) => one.gold.length > 0 && rarestWord(one).length > 0)
  .sort((a, b) => b.text.length - a.text.length)
  .slice(0, MAX_LENGTH)
const sets = {
  'longest files': longest,
  'made here': Array.from({ length: 20 }, (_, i) => made(i)),
}

interface Compared {
  readonly isHeld: boolean
  readonly isHeldByGrep: boolean
  readonly ratio: number
}

function compare(one: Case): Compared {
  const answer = askThroughEngine(one)
  const kept = new Set(answer.kept)
  const shown = shownOf(answer)
  const byGrep = grep(one)
  return {
    isHeld: one.gold.some((line) => kept.has(line)),
    isHeldByGrep: one.gold.some((line) => byGrep.lines.has(line)),
    ratio: countTokens(shown) / Math.max(1, countTokens(byGrep.text)),
  }
}

const compared = Object.entries(sets).map(([name, cases]) => [name, cases.map(compare)] as const)
const both = ['both', compared.flatMap(([, rows]) => rows)] as const
printTable(
  [...compared, both].map(([name, rows]) => ({
    texts: name,
    cases: rows.length,
    'answer held': rows.filter(({ isHeld }) => isHeld).length,
    'held by grep': rows.filter(({ isHeldByGrep }) => isHeldByGrep).length,
    'tokens of grep’s, median':
      rows.length === 0 ? '' : median(rows.map(({ ratio }) => ratio)).toFixed(2),
  })),
)
