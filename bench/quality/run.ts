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
import { type Paid, whatAReaderPays } from '@jeeves/pruner/measure'
import { defaultScorer } from '@jeeves/pruner/node'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
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

/** How far a needed line that was cut lies from a kept one to count as near. */
const NEAR = 3

/** As long as every prune_id is. */
const SAMPLE_ID = 'prn_01JABCDEFGHJKMNPQRSTVWXYZ0'

/** The lines shown whole, the pieces of those cut inside, and the answer as a model is shown it. */
function predictionOf(one: Case, result: PruneResult) {
  const inside = new Set(result.parts.map(({ line }) => line))
  const parts = result.parts.map(({ line, pieces }) => {
    const { text } = result.lines[line - 1]!
    return [line, pieces.map(({ from, to }) => text.slice(from, to))] as const
  })
  return {
    id: one.id,
    kept: keptLines(result).filter((line) => !inside.has(line)),
    parts: Object.fromEntries(parts) as Record<string, string[]>,
    shown: shownOf(one, result),
  }
}

function shownOf(one: Case, result: PruneResult): string {
  if (result.status !== 'pruned') return one.text
  const text = renderCompact(result, { firstLine: one.first_line ?? 1 })
  const closing = closingLine(result, { pruneId: SAMPLE_ID })
  return `${text}${text.endsWith('\n') ? '' : '\n'}${closing}`
}

const tokensOf = (text: string): number => countTokens(text, NO_SPECIAL_TOKENS)
const NO_SPECIAL_TOKENS = { disallowedSpecial: new Set<string>() }

function paidFor(one: Case, { kept, parts, shown }: ReturnType<typeof predictionOf>): Paid {
  const answer = {
    lines: one.text.split('\n'),
    kept: new Set(kept),
    parts: new Map(Object.entries(parts).map(([line, pieces]) => [Number(line), pieces])),
    allTokens: tokensOf(one.text),
    shownTokens: tokensOf(shown),
  }
  return whatAReaderPays(answer, one.gold, tokensOf)
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
const paid = new Map<string, Paid[]>()
const looks = new Map<string, Looks[]>()
const predictions: string[] = []
for (const one of readCases(file)) {
  const result = prune(
    { ...requestOf(one), ...(keep === undefined ? {} : { budget: { share: keep } }) },
    { scorer },
  )
  const prediction = predictionOf(one, result)
  predictions.push(JSON.stringify(prediction))
  const row = measure(one, result)
  const cost = paidFor(one, prediction)
  const look = looksOf(one, result, cost)
  for (const kind of [one.kind, 'all']) {
    measured.set(kind, [...(measured.get(kind) ?? []), row])
    paid.set(kind, [...(paid.get(kind) ?? []), cost])
    looks.set(kind, [...(looks.get(kind) ?? []), look])
  }
}
writeFileSync(out, `${predictions.join('\n')}\n`)
printTable([...measured].map(([kind, rows]) => meansOf(kind, rows)))
// What a model pays, of all raw tokens: the same code as `mcp-pruner replay`.
printTable([...paid].map(([kind, costs]) => sharesOf(kind, costs)))
printTable(
  [...looks].map(([kind, rows]) => {
    const sum = (name: keyof Looks) => rows.reduce((total, row) => total + row[name], 0)
    return {
      kind,
      'marks, of the lines between': (sum('marks') / Math.max(1, sum('lines'))).toFixed(3),
      'lines missed': sum('missed'),
      'of those near a kept one': (sum('missedNear') / Math.max(1, sum('missed'))).toFixed(2),
    }
  }),
)

interface Looks {
  /** Tokens of marks, and of the lines shown between them. */
  readonly marks: number
  readonly lines: number
  readonly missed: number
  readonly missedNear: number
}

/** What marks cost beside the lines that they stand between, and how many misses lie next to something kept. */
function looksOf(one: Case, result: PruneResult, { missing }: Paid): Looks {
  const kept = new Set(keptLines(result))
  const isNear = (line: number) => {
    for (let at = line - NEAR; at <= line + NEAR; at++) if (kept.has(at)) return true
    return false
  }
  const nothing = {
    marks: 0,
    lines: 0,
    missed: missing.length,
    missedNear: missing.filter(isNear).length,
  }
  if (result.status !== 'pruned') return nothing
  const marked = tokensOf(renderCompact(result, { firstLine: one.first_line ?? 1 }))
  const pieces = new Map(result.parts.map((part) => [part.line, part.pieces]))
  const shown = [...kept].map((line) => {
    const { text, ending } = result.lines[line - 1]!
    const parts = pieces.get(line)?.map(({ from, to }) => text.slice(from, to))
    return (parts?.join('') ?? text) + ending
  })
  const lines = tokensOf(shown.join(''))
  return { ...nothing, marks: marked - lines, lines }
}

function sharesOf(kind: string, costs: readonly Paid[]) {
  const sum = (name: 'all' | 'shown' | 'net' | 'block') =>
    costs.reduce((total, cost) => total + cost[name], 0)
  const share = (name: 'shown' | 'net' | 'block') => (sum(name) / sum('all')).toFixed(3)
  return { kind, shown: share('shown'), net: share('net'), block: share('block') }
}

function meansOf(kind: string, rows: readonly Readonly<Record<string, number>>[]) {
  const row: Record<string, string | number> = { kind, cases: rows.length }
  for (const name of Object.keys(rows[0] ?? {})) {
    const sum = rows.reduce((total, one) => total + one[name]!, 0)
    row[name] = (sum / rows.length).toFixed(3)
  }
  return row
}
