// pnpm bench:quality --cases FILE[.gz] [--keep 0.25] [--scorer learned|lexical] --out PREDICTIONS.jsonl
//
// Prunes every case and writes the lines kept, one JSON object a line. Without --keep the engine decides
// how much to keep, with its default options.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import {
  keptLines,
  lexicalScorer,
  type PruneRequest,
  prune,
  type Scorer,
  type SourceType,
} from '@jeeves/pruner'
import { defaultScorer } from '@jeeves/pruner/node'
import { printTable } from '../lib/table.js'

interface Case {
  readonly id: string
  readonly kind: string
  readonly path?: string
  readonly source_type?: SourceType
  readonly query: string
  readonly text: string
  readonly gold: readonly number[]
}

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

function readCases(file: string): Case[] {
  const raw = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Case)
}

function request(one: Case, keep: number | undefined): PruneRequest {
  return {
    text: one.text,
    goal: one.query,
    ...(one.source_type === undefined ? {} : { sourceType: one.source_type }),
    ...(one.path === undefined ? {} : { fileName: one.path }),
    ...(keep === undefined ? {} : { budget: { share: keep } }),
  }
}

const { cases: file, out, keep, scorer } = options()
const totals = new Map<
  string,
  { cases: number; recall: number; whole: number; chars: number; tokens: number }
>()
const predictions: string[] = []
for (const one of readCases(file)) {
  const result = prune(request(one, keep), { scorer })
  const kept = keptLines(result)
  predictions.push(JSON.stringify({ id: one.id, kept }))
  const isKept = new Set(kept)
  const recall = one.gold.filter((line) => isKept.has(line)).length / Math.max(1, one.gold.length)
  const chars = kept.reduce((sum, line) => {
    const { text, ending } = result.lines[line - 1]!
    return sum + text.length + ending.length
  }, 0)
  for (const kind of [one.kind, 'all']) {
    const row = totals.get(kind) ?? { cases: 0, recall: 0, whole: 0, chars: 0, tokens: 0 }
    row.cases++
    row.recall += recall
    row.whole += recall === 1 ? 1 : 0
    row.chars += chars / Math.max(1, one.text.length)
    row.tokens += result.stats.tokensAfter / Math.max(1, result.stats.tokensBefore)
    totals.set(kind, row)
  }
}
writeFileSync(out, `${predictions.join('\n')}\n`)
printTable(
  [...totals].map(([kind, row]) => ({
    kind,
    cases: row.cases,
    'lines wanted, kept': (row.recall / row.cases).toFixed(3),
    'whole answers': (row.whole / row.cases).toFixed(3),
    'characters kept': (row.chars / row.cases).toFixed(3),
    'tokens kept (markers paid)': (row.tokens / row.cases).toFixed(3),
  })),
)
