// tsx --conditions=@jeeves/source bench/quality/calibrate.ts --cases FILE[.gz] [--cases FILE[.gz]…] [--every N]
//
// For the hand-written scorer, which has seen no case. The learned one has seen the training cases, so that
// its chances would look better on them than they are: training/calibrate.py fits and judges those on
// repositories that its network was not trained on.
//
// Fits what a score means, by family of text: ln(odds) = level + slope · ln(odds of the score) + size ·
// ln(lines) + top · ln(odds of the best score), by weighted logistic regression over the lines of training cases, and prints the curves, of which
// scorer/lexical.ts uses that of all families, and how reliable the chances are. Every fifth repository is held out of the fit
// and is what the reliability table is made of.
import { parseArgs } from 'node:util'
import { lexicalScorer, scoringInput } from '@jeeves/pruner'
import { FAMILIES, logOdds, topLogOdds } from '@jeeves/pruner/training'
import { printTable } from '../lib/table.js'
import { readCases, scoredRequestOf } from './cases.js'

interface Sample {
  readonly score: number
  readonly size: number
  readonly top: number
  readonly isNeeded: 0 | 1
  readonly weight: number
  readonly isHeldOut: boolean
}

const { values } = parseArgs({
  options: {
    cases: { type: 'string', multiple: true, default: [] },
    every: { type: 'string', default: '1' },
  },
})
const RIDGE = 1e-2
const samples = new Map<string, Sample[]>()
const texts = new Map<string, number>()
/** A family with fewer texts than this is fitted with all the others. */
const ENOUGH_TEXTS = 150
const repositories: string[] = []
let seen = 0
for (const file of values.cases) {
  for (const one of readCases(file)) {
    if (seen++ % Number(values.every) !== 0) continue
    const input = scoringInput(scoredRequestOf(one))
    const scores = lexicalScorer.relevance(input)
    const gold = new Set(one.gold)
    const repository = one.repo ?? ''
    if (!repositories.includes(repository)) repositories.push(repository)
    const isHeldOut = repositories.indexOf(repository) % 5 === 4
    const rows = samples.get(input.family) ?? []
    samples.set(input.family, rows)
    texts.set(input.family, (texts.get(input.family) ?? 0) + 1)
    const size = Math.log(scores.length || 1)
    const top = topLogOdds(scores)
    for (let i = 0; i < scores.length; i++) {
      const isNeeded = gold.has(i + 1) ? 1 : 0
      // Of the many unneeded lines of a long text, every eighth is enough.
      const isThinned = isNeeded === 0 && scores.length > 400
      if (isThinned && i % 8 !== 0) continue
      const weight = (isThinned ? 8 : 1) / Math.sqrt(scores.length)
      rows.push({ score: logOdds(scores[i]!), size, top, isNeeded, weight, isHeldOut })
    }
  }
}

const everything = [...samples.values()].flat()
const reliability: Record<string, string | number>[] = []
for (const family of FAMILIES) {
  const own = samples.get(family) ?? []
  const enough = (texts.get(family) ?? 0) >= ENOUGH_TEXTS ? own : everything
  const curve = fit(enough.filter((one) => !one.isHeldOut))
  console.log(`  ${family}: [${curve.map((value) => value.toFixed(3)).join(', ')}],`)
  reliability.push(
    ...reliable(
      family,
      own.filter((one) => one.isHeldOut),
      curve,
    ),
  )
}
printTable(reliability)

/** Newton's method; a little ridge keeps a family with few cases from flying off. */
function fit(rows: readonly Sample[]): number[] {
  const w = [-3, 0.5, 0, 0]
  const size = w.length
  for (let step = 0; step < 60; step++) {
    const g = w.map((value, a) => (a === 0 ? 0 : -RIDGE * value))
    const h = w.map((_, a) => w.map((__, b) => (a === b ? (a === 0 ? 1e-6 : RIDGE) : 0)))
    for (const row of rows) {
      const { isNeeded, weight } = row
      const x = [1, row.score, row.size, row.top]
      const p = 1 / (1 + Math.exp(-w.reduce((sum, value, a) => sum + value * x[a]!, 0)))
      for (let a = 0; a < size; a++) {
        g[a]! += weight * (isNeeded - p) * x[a]!
        for (let b = 0; b < size; b++) h[a]![b]! += weight * p * (1 - p) * x[a]! * x[b]!
      }
    }
    const move = solve(h, g)
    // A step too long would leave the range in which the curve bends.
    const far = Math.max(1, ...move.map(Math.abs))
    for (let a = 0; a < size; a++) w[a]! += move[a]! / far
    if (Math.max(...move.map(Math.abs)) < 1e-6) break
  }
  return w
}

function solve(h: readonly (readonly number[])[], g: readonly number[]): number[] {
  const m = h.map((row, r) => [...row, g[r]!])
  const size = m.length
  for (let c = 0; c < size; c++) {
    for (let r = 0; r < size; r++) {
      if (r === c) continue
      const f = m[r]![c]! / m[c]![c]!
      for (let k = c; k <= size; k++) m[r]![k]! -= f * m[c]![k]!
    }
  }
  return m.map((row, r) => row[size]! / row[r]!)
}

/** Lines by the probability they were given, and how many of them were needed. */
function reliable(family: string, rows: readonly Sample[], curve: readonly number[]) {
  const edges = [0, 0.003, 0.01, 0.03, 0.1, 0.2, 0.4, 1]
  return edges.slice(1).flatMap((to, bin) => {
    let all = 0
    let said = 0
    let needed = 0
    for (const { score, size, top, isNeeded, weight } of rows) {
      const x = [1, score, size, top]
      const p = 1 / (1 + Math.exp(-curve.reduce((sum, value, a) => sum + value * x[a]!, 0)))
      if (p < edges[bin]! || p >= to) continue
      all += weight
      said += weight * p
      needed += weight * isNeeded
    }
    if (all < 5) return []
    const row = { family, 'chance up to': to, lines: Math.round(all) }
    return [{ ...row, said: (said / all).toFixed(4), needed: (needed / all).toFixed(4) }]
  })
}
