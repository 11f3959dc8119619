// pnpm bench:quality --cases FILE[.gz] [--through engine|read|bash] [--keep 0.25] [--scorer learned|lexical]
//   [--origin explicit|implicit] [--against PREDICTIONS.jsonl] --out PREDICTIONS.jsonl
//
// Puts every case to the engine, or to a tool of the built server over stdio, and writes the lines kept, one JSON
// object a line. Without --keep the engine decides how much to keep, with its default options.
import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { lexicalScorer } from '@jeeves/pruner'
import { type ReaderCost, readerCost } from '@jeeves/pruner/measure'
import { defaultScorer } from '@jeeves/pruner/node'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { printTable } from '../lib/table.js'
import { type Case, type Origin, readCases } from './cases.js'
import {
  type AskCase,
  askThroughEngine,
  type CaseAnswer,
  notPrunedNote,
  openTool,
  shownOf,
} from './through.js'

const USAGE = `usage: pnpm bench:quality --cases FILE[.gz] [--through engine|read|bash] [--keep SHARE]
  [--scorer learned|lexical] [--origin explicit|implicit] [--against PREDICTIONS.jsonl] --out PREDICTIONS.jsonl`

function fail(message: string): never {
  console.error(`bench:quality: ${message}\n${USAGE}`)
  process.exit(2)
}

function options() {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((argument) => argument !== '--'),
    options: {
      cases: { type: 'string' },
      through: { type: 'string', default: 'engine' },
      keep: { type: 'string' },
      scorer: { type: 'string', default: 'learned' },
      origin: { type: 'string' },
      against: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const { cases, out, through, scorer, origin, against } = values
  if (cases === undefined || out === undefined) fail('--cases and --out are needed')
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (keep !== undefined && !(keep > 0 && keep <= 1)) fail('--keep is a share above 0, at most 1')
  if (!['learned', 'lexical'].includes(scorer)) fail('--scorer is learned or lexical')
  if (!['engine', 'read', 'bash'].includes(through)) fail('--through is engine, read or bash')
  if (origin !== undefined && !['explicit', 'implicit'].includes(origin))
    fail('--origin is explicit or implicit')
  if (through !== 'engine' && (keep !== undefined || scorer === 'lexical' || origin === 'implicit'))
    fail('tools are asked explicit questions, with default settings')
  return { cases, out, through, keep, scorer, origin: origin as Origin | undefined, against }
}

type Options = ReturnType<typeof options>

function open({ through, keep, scorer: name, origin }: Options): Promise<AskCase> | AskCase {
  if (through === 'read' || through === 'bash') return openTool(through)
  const scorer = name === 'lexical' ? lexicalScorer : defaultScorer()
  if (scorer.warning !== undefined) fail('the learned scorer has no weights that can be read')
  const budget = keep === undefined ? {} : { budget: { share: keep } }
  return {
    ask: async (one) => askThroughEngine(one, { origin, scorer, ...budget }),
    close: async () => {},
  }
}

/** How far a needed line that was cut lies from a kept one to count as near. */
const NEAR = 3

/** The lines shown whole, the pieces of shortened ones, and the answer as a model is shown it. */
const predictionOf = (one: Case, answer: CaseAnswer) => ({
  id: one.id,
  kept: answer.kept.filter((line) => !(line in answer.parts)),
  parts: answer.parts,
  shown: shownOf(answer),
})

const tokensOf = (text: string): number => countTokens(text, NO_SPECIAL_TOKENS)
const NO_SPECIAL_TOKENS = { disallowedSpecial: new Set<string>() }

function paidFor(one: Case, { kept, parts, shown }: ReturnType<typeof predictionOf>): ReaderCost {
  const answer = {
    lines: one.text.split('\n'),
    kept: new Set(kept),
    parts: new Map(Object.entries(parts).map(([line, pieces]) => [Number(line), pieces])),
    allTokens: tokensOf(one.text),
    shownTokens: tokensOf(shown),
  }
  return readerCost(answer, one.gold, tokensOf)
}

const linesIn = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Share of the wanted lines among the first lines that have no more characters. */
function truncated(one: Case, lines: readonly string[], characters: number): number {
  let left = characters
  const last = lines.findIndex((line) => {
    left -= line.length
    return left < 0
  })
  return (
    one.gold.filter((line) => last === -1 || line <= last).length / Math.max(1, one.gold.length)
  )
}

function measure(one: Case, { kept }: CaseAnswer): Readonly<Record<string, number>> {
  const isKept = new Set(kept)
  const lines = linesIn(one.text)
  const recall = one.gold.filter((line) => isKept.has(line)).length / Math.max(1, one.gold.length)
  const characters = kept.reduce((sum, line) => sum + (lines[line - 1] ?? '').length, 0)
  return {
    'lines wanted, kept': recall,
    'whole answers': recall === 1 ? 1 : 0,
    'characters kept': characters / Math.max(1, one.text.length),
    'kept by truncation': truncated(one, lines, characters),
  }
}

const given = options()
const asker = await open(given)
const measured = new Map<string, Readonly<Record<string, number>>[]>()
const paid = new Map<string, ReaderCost[]>()
const looks = new Map<string, Looks[]>()
const predictions: string[] = []
const answers: CaseAnswer[] = []
for (const one of readCases(given.cases)) {
  const answer = await asker.ask(one)
  answers.push(answer)
  const prediction = predictionOf(one, answer)
  predictions.push(JSON.stringify(prediction))
  const row = measure(one, answer)
  const cost = paidFor(one, prediction)
  const look = looksOf(one, answer, cost)
  for (const kind of [one.kind, 'all']) {
    measured.set(kind, [...(measured.get(kind) ?? []), row])
    paid.set(kind, [...(paid.get(kind) ?? []), cost])
    looks.set(kind, [...(looks.get(kind) ?? []), look])
  }
}
await asker.close()
writeFileSync(given.out, `${predictions.join('\n')}\n`)
printTable([...measured].map(([kind, rows]) => meansOf(kind, rows)))
// What a model pays, as a share of all raw tokens: the same code as `mcp-pruner replay`.
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
if (given.through !== 'engine') console.log(`\n${notPrunedNote(answers)}`)
if (given.against !== undefined) compare(given.against)

/** Says which cases show other lines than predictions that were made before. */
function compare(file: string): void {
  type Prediction = Pick<ReturnType<typeof predictionOf>, 'id' | 'kept' | 'parts'>
  const before = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const parse = (line: string) => JSON.parse(line) as Prediction
  const known = new Map(before.map(parse).map((prediction) => [prediction.id, prediction]))
  const others = predictions.map(parse).filter(({ id, kept, parts }) => {
    const other = known.get(id)
    return !isDeepStrictEqual([kept, parts], [other?.kept, other?.parts])
  })
  console.log(`\nthe same lines in ${predictions.length - others.length} of ${predictions.length}`)
  if (others.length > 0) console.log(`others in ${others.map(({ id }) => id).join(', ')}`)
}

interface Looks {
  /** Tokens of marks, and of the lines shown between them. */
  readonly marks: number
  readonly lines: number
  readonly missed: number
  readonly missedNear: number
}

/** What marks cost compared with the lines between them, and how many misses are next to a kept line. */
function looksOf(
  one: Case,
  { kept: lines, parts, text }: CaseAnswer,
  { missing }: ReaderCost,
): Looks {
  const kept = new Set(lines)
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
  if (text === one.text) return nothing
  const all = linesIn(one.text)
  const shown = lines.map((line) => {
    const whole = all[line - 1] ?? ''
    const pieces = parts[line]
    return pieces ? `${pieces.join('')}\n` : whole
  })
  const between = tokensOf(shown.join(''))
  return { ...nothing, marks: tokensOf(text) - between, lines: between }
}

function sharesOf(kind: string, costs: readonly ReaderCost[]) {
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
