// pnpm bench:quality --cases FILE[.gz] [--keep 0.25] [--scorer learned|lexical] --out PREDICTIONS.jsonl
//
// Prunes every case and writes the lines kept, one JSON object a line. Without --keep the engine decides
// how much to keep, with its default options.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  closingLine,
  keptLines,
  type Line,
  lexicalScorer,
  type PruneResult,
  prune,
  renderCompact,
  type Scorer,
} from '@jeeves/pruner'
import { defaultScorer } from '@jeeves/pruner/node'
import { printTable } from '../lib/table.js'
import { type Case, readCases, requestOf } from './cases.js'

const USAGE =
  'usage: pnpm bench:quality --cases FILE[.gz] [--keep SHARE] [--scorer learned|lexical] --out PREDICTIONS.jsonl'

function fail(message: string): never {
  console.error(`bench:quality: ${message}\n${USAGE}`)
  process.exit(2)
}

interface Options {
  readonly cases: string
  readonly out: string
  readonly keep: number | undefined
  readonly scorer: Scorer
}

function options(): Options {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((argument) => argument !== '--'),
    options: {
      cases: { type: 'string' },
      keep: { type: 'string' },
      scorer: { type: 'string', default: 'learned' },
      out: { type: 'string' },
    },
  })
  if (values.cases === undefined || values.out === undefined) fail('--cases and --out are needed')
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (keep !== undefined && !(keep > 0 && keep <= 1)) fail('--keep is a share above 0, at most 1')
  if (!['learned', 'lexical'].includes(values.scorer)) fail('--scorer is learned or lexical')
  const scorer = values.scorer === 'lexical' ? lexicalScorer : defaultScorer()
  if (scorer.warning !== undefined) fail('the learned scorer has no weights that can be read')
  return { cases: values.cases, out: values.out, keep, scorer }
}

/** As long as every prune_id is. */
const SAMPLE_ID = 'prn_01JABCDEFGHJKMNPQRSTVWXYZ0'

/** The lines shown whole, the pieces of those cut inside, and the answer as a model is shown it. */
function predictionOf(one: Case, result: PruneResult) {
  const inside = new Set(result.parts.map(({ line }) => line))
  const parts = result.parts.map(({ line, pieces }) => {
    const { text } = result.lines[line - 1]!
    return [line, pieces.map(({ from, to }) => text.slice(from, to))]
  })
  return {
    id: one.id,
    kept: keptLines(result).filter((line) => !inside.has(line)),
    parts: Object.fromEntries(parts),
    shown: shownOf(one, result),
  }
}

function shownOf(one: Case, result: PruneResult): string {
  if (result.status !== 'pruned') return one.text
  const text = renderCompact(result, { firstLine: one.first_line ?? 1 })
  const closing = closingLine(result, { pruneId: SAMPLE_ID })
  return `${text}${text.endsWith('\n') ? '' : '\n'}${closing}`
}

/** Share of the wanted lines among the first lines that have no more characters. */
function truncated(one: Case, lines: readonly Line[], characters: number): number {
  let left = characters
  const last = lines.findIndex(({ text, ending }) => {
    left -= text.length + ending.length
    return left < 0
  })
  return (
    one.gold.filter((line) => last === -1 || line <= last).length / Math.max(1, one.gold.length)
  )
}

function measure(one: Case, result: PruneResult): Readonly<Record<string, number>> {
  const kept = keptLines(result)
  const isKept = new Set(kept)
  const recall = one.gold.filter((line) => isKept.has(line)).length / Math.max(1, one.gold.length)
  const characters = kept.reduce((sum, line) => {
    const { text, ending } = result.lines[line - 1]!
    return sum + text.length + ending.length
  }, 0)
  const { tokensBefore, tokensAfter } = result.stats
  return {
    'lines wanted, kept': recall,
    'whole answers': recall === 1 ? 1 : 0,
    'characters kept': characters / Math.max(1, one.text.length),
    'tokens kept, markers paid': tokensAfter / Math.max(1, tokensBefore),
    'kept by truncation': truncated(one, result.lines, characters),
  }
}

const { cases: file, out, keep, scorer } = options()
const measured = new Map<string, Readonly<Record<string, number>>[]>()
const predictions: string[] = []
for (const one of readCases(file)) {
  const result = prune(
    { ...requestOf(one), ...(keep === undefined ? {} : { budget: { share: keep } }) },
    { scorer },
  )
  predictions.push(JSON.stringify(predictionOf(one, result)))
  const row = measure(one, result)
  for (const kind of [one.kind, 'all']) measured.set(kind, [...(measured.get(kind) ?? []), row])
}
writeFileSync(out, `${predictions.join('\n')}\n`)
printTable([...measured].map(([kind, rows]) => meansOf(kind, rows)))

function meansOf(kind: string, rows: readonly Readonly<Record<string, number>>[]) {
  const row: Record<string, string | number> = { kind, cases: rows.length }
  for (const name of Object.keys(rows[0] ?? {})) {
    const sum = rows.reduce((total, one) => total + one[name]!, 0)
    row[name] = (sum / rows.length).toFixed(3)
  }
  return row
}
