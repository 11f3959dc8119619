// pnpm bench:picture CASES... measures needed lines kept against tokens shown, for this
// engine and its plain rivals, writes the points to bench/results/kept-against-shown.json and draws them,
// and the choice that the engine makes in one file. Without cases it only draws.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { askEngine } from '@jeeves/mcp-pruner/ask'
import type { PruneRequest } from '@jeeves/pruner'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { type Case, readCases } from '../quality/cases.js'
import { askThroughEngine, shownOf } from '../quality/through.js'
import { drawChoice } from './choice.js'
import { drawCurves, type Series } from './curves.js'
import { fill, grepRarest, windowedBm25 } from './peers.js'
import { THEMES } from './svg.js'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const RECORD = at('bench/results/kept-against-shown.json')
const SHARES = [0.05, 0.12, 0.25, 0.5]
const plain = { disallowedSpecial: new Set<string>() }

interface Shown {
  readonly kept: ReadonlySet<number>
  readonly tokens: number
}

type Method = (one: Case, lines: readonly string[], costs: readonly number[], all: number) => Shown

/** Lines counted from 0; each method pays for the lines it shows, ours for its marks and closing line too. */
const ours =
  (budget: PruneRequest['budget']): Method =>
  (one) => {
    const answer = askThroughEngine(one, { budget })
    return {
      kept: new Set(answer.kept.map((line) => line - 1)),
      tokens: countTokens(shownOf(answer), plain),
    }
  }

const paid = (kept: ReadonlySet<number>, costs: readonly number[]): Shown => ({
  kept,
  tokens: [...kept].reduce((sum, line) => sum + costs[line]!, 0),
})

const bm25 =
  (share: number): Method =>
  (one, lines, costs, all) => {
    const scores = windowedBm25(lines, one.query)
    const order = scores.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]! || a - b)
    return paid(fill(order, costs, share * all), costs)
  }

const truncation =
  (share: number): Method =>
  (_, lines, costs, all) =>
    paid(fill(lines.keys(), costs, share * all), costs)

const grep: Method = (one, lines, costs) => paid(grepRarest(lines, one.query), costs)

const METHODS: readonly (readonly [string, readonly Method[]])[] = [
  ['mcp-pruner at a fixed share', SHARES.map((share) => ours({ share }))],
  ['mcp-pruner by default', [ours(undefined)]],
  ['BM25 over windows', SHARES.map(bm25)],
  ['the first lines', SHARES.map(truncation)],
  ['grep -n -C6', [grep]],
]

function measure(cases: readonly Case[]): Series[] {
  const sums = METHODS.map(([, methods]) => methods.map(() => ({ recall: 0, tokens: 0 })))
  let all = 0
  for (const one of cases) {
    const lines = one.text.split('\n')
    const costs = lines.map((line) => countTokens(`${line}\n`, plain))
    const whole = costs.reduce((sum, cost) => sum + cost, 0)
    all += whole
    METHODS.forEach(([, methods], m) =>
      methods.forEach((method, i) => {
        const { kept, tokens } = method(one, lines, costs, whole)
        const sum = sums[m]![i]!
        sum.tokens += Math.min(tokens, whole)
        sum.recall += one.gold.filter((line) => kept.has(line - 1)).length / one.gold.length
      }),
    )
  }
  return METHODS.map(([name], m) => ({
    name,
    points: sums[m]!.map(({ recall, tokens }) => [tokens / all, recall / cases.length] as const),
  }))
}

const files = process.argv.slice(2).filter((argument) => argument !== '--')
if (files.length > 0) {
  // Every second case: the curve does not move by more than a hundredth, and the run takes half the time.
  const cases = files.flatMap(readCases).filter(({ gold }, i) => gold.length > 0 && i % 2 === 0)
  const series = measure(cases)
  writeFileSync(RECORD, `${JSON.stringify({ cases: cases.length, series }, null, 2)}\n`)
}
const { series } = JSON.parse(readFileSync(RECORD, 'utf8')) as { series: Series[] }
const sample = 'packages/mcp-pruner/src/settings/settings.ts'
const choice = askEngine(
  {
    text: readFileSync(at(sample), 'utf8'),
    origin: 'explicit',
    question: 'What happens when MCP_PRUNER_CWD is not a folder?',
    fileName: sample,
  },
  { timeLeftMs: 60_000 },
)
for (const [name, theme] of Object.entries(THEMES)) {
  writeFileSync(at(`docs/kept-against-shown-${name}.svg`), drawCurves(series, theme))
  writeFileSync(at(`docs/one-choice-${name}.svg`), drawChoice(choice, theme))
}
for (const { name, points } of series) {
  console.log(
    name,
    points.map(([shown, kept]) => `${shown.toFixed(3)}:${kept.toFixed(3)}`).join(' '),
  )
}
