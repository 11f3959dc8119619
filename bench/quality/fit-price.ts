// tsx --conditions=@jeeves/source bench/quality/fit-price.ts --cases FILE[.gz] [--cases FILE[.gz]…] --weights FILE
//   [--repository NAME…] [--recall 0.5] [--every 1]
//
// Fits what a miss costs (select/price.ts): the constants at which `net` + `block` − RECALL × recall is least
// on training cases, for texts that a call gave and for code and a question alone. Chances that a network gives
// of texts it has learned from are too good to fit anything on: name the weights of a network that was trained
// without some repositories, and those repositories (training/cases.py, HELD_OUT).
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadLearnedScorer } from '@jeeves/pruner'
import { readerCost } from '@jeeves/pruner/measure'
import {
  choicesByPrice,
  OUTPUT_MISS_COST,
  type PriceConstants,
  parseQuestion,
  priceConstants,
  priceOfMiss,
  QUESTION_MISS_COST,
  VIEW_MISS_COST,
} from '@jeeves/pruner/training'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { printTable } from '../lib/table.js'
import { type Case, readCases, scoredRequestOf } from './cases.js'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', multiple: true, default: [] },
    weights: { type: 'string' },
    repository: { type: 'string', multiple: true, default: [] },
    recall: { type: 'string', default: '0.5' },
    every: { type: 'string', default: '1' },
  },
})
if (values.weights === undefined || values.cases.length === 0) {
  console.error('fit-price: --cases and --weights are needed')
  process.exit(2)
}
const scorer = loadLearnedScorer(readFileSync(values.weights))
const MARK = 3.3
const CLOSING = 30

interface ScoredCase {
  readonly of: PriceConstants
  readonly question: ReturnType<typeof parseQuestion>
  readonly gold: readonly number[]
  readonly textTokens: number
  /** o200k tokens of each line, its ending included, and of the text. */
  readonly tokens: readonly number[]
  readonly all: number
  /** Tokens of lines that are cut inside when they are shown, by line. */
  readonly pieces: ReadonlyMap<number, number>
  readonly keptAt: (price: number) => Uint8Array
}

function scoreCase(one: Case): ScoredCase {
  const request = scoredRequestOf(one)
  const { textTokens, family, pieces, keptAt } = choicesByPrice(request, scorer)
  const tokens = one.text.split('\n').map((line) => tokensOf(`${line}\n`))
  const all = tokens.reduce((sum, count) => sum + count, 0)
  const of = priceConstants(request, family)
  return {
    of,
    question: parseQuestion(request),
    gold: one.gold,
    textTokens,
    tokens,
    all,
    pieces,
    keptAt,
  }
}

const tokensOf = (text: string) => countTokens(text, { disallowedSpecial: new Set() })

interface Sums {
  readonly recall: number
  readonly shown: number
  readonly net: number
  readonly block: number
}

function measure(cases: readonly ScoredCase[], constants: PriceConstants): Sums {
  const sums = { all: 0, shown: 0, net: 0, block: 0, recall: 0, asked: 0 }
  for (const { question, gold, textTokens, tokens, all, pieces, keptAt } of cases) {
    const kept = keptAt(priceOfMiss(textTokens, question, constants))
    const lines = new Set<number>()
    let shown = 0
    tokens.forEach((count, i) => {
      if (kept[i] === 1) lines.add(i + 1)
      if (kept[i] === 1) shown += pieces.get(i + 1) ?? count
      else if (i === 0 || kept[i - 1] === 1) shown += MARK
    })
    if (lines.size < tokens.length) shown += CLOSING
    // A run fetched back costs its lines, which are counted already.
    const fetched = (from: number, to: number) =>
      tokens.slice(from, to).reduce((sum, count) => sum + count, 0)
    const paid = readerCost(
      { lines: tokens.map((_, i) => `${i}`), kept: lines, allTokens: all, shownTokens: shown },
      gold,
      (run) =>
        fetched(Number(run.split('\n', 1)[0]), Number(run.slice(run.lastIndexOf('\n') + 1)) + 1),
    )
    sums.all += all
    sums.shown += shown
    sums.net += paid.net
    sums.block += paid.block
    if (gold.length === 0) continue
    sums.asked++
    sums.recall += 1 - paid.missing.length / gold.length
  }
  const share = (part: number) => part / sums.all
  const { shown, net, block } = sums
  return {
    recall: sums.recall / sums.asked,
    shown: share(shown),
    net: share(net),
    block: share(block),
  }
}

const worthOf = ({ net, block, recall }: Sums) => net + block - Number(values.recall) * recall
/** A typical text: when growth changes, its price does not. */
const PIVOT = 4000
const STEPS: readonly (readonly [keyof PriceConstants, readonly number[]])[] = [
  ['fetched', [0.8, 1.25]],
  ['growth', [0.95, 1.05]],
  ['turn', [0.6, 1.6]],
  ['broad', [0.85, 1.2]],
]

/** Steps up and down, one constant at a time, until none gains. */
function fit(cases: readonly ScoredCase[], start: PriceConstants): PriceConstants {
  let best = start
  let least = worthOf(measure(cases, start))
  for (let hasMoved = true, rounds = 0; hasMoved && rounds < 4; rounds++) {
    hasMoved = false
    for (const [name, factors] of STEPS) {
      for (const factor of factors) {
        const tried = { ...best, [name]: best[name] * factor }
        if (name === 'growth') tried.fetched = best.fetched * PIVOT ** (best.growth - tried.growth)
        const worth = worthOf(measure(cases, tried))
        if (worth > least - 1e-4) continue
        best = tried
        least = worth
        hasMoved = true
      }
    }
  }
  return best
}

const wanted = new Set(values.repository)
const scored: ScoredCase[] = []
for (const file of values.cases) {
  readCases(file)
    .filter((one) => wanted.size === 0 || wanted.has(one.repo ?? ''))
    .forEach((one, i) => {
      if (i % Number(values.every) === 0) scored.push(scoreCase(one))
    })
}
for (const [of, start] of [
  ['call', OUTPUT_MISS_COST],
  ['view', VIEW_MISS_COST],
  ['alone', QUESTION_MISS_COST],
] as const) {
  const cases = scored.filter((one) => one.of === start)
  if (cases.length === 0) continue
  const found = fit(cases, start)
  console.log(`${of}: ${cases.length} cases, ${JSON.stringify(found)}`)
  printTable([row('as they are', measure(cases, start)), row('fitted', measure(cases, found))])
}

function row(constants: string, { recall, shown, net, block }: Sums) {
  const [kept, tokens, again, turn] = [recall, shown, net, block].map((value) => value.toFixed(3))
  return { constants, recall: kept!, shown: tokens!, net: again!, block: turn! }
}
