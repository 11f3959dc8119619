// tsx --conditions=@jeeves/source bench/quality/calibrate.ts --cases FILE[.gz] [--cases FILE[.gz]…] [--scorer learned|lexical]
//
// Fits what a score means, by family of text: ln(odds) = level + slope · ln(odds of the score) + size ·
// ln(lines), by weighted logistic regression over the lines of training cases, and prints the table for
// score/chance-tables.ts and how reliable the chances are. Every fifth repository is held out of the fit
// and is what the reliability table is made of.
import { parseArgs } from 'node:util'
import { lexicalScorer, scoringInput } from '@jeeves/pruner'
import { defaultScorer } from '@jeeves/pruner/node'
import { FAMILIES, logOdds } from '@jeeves/pruner/training'
import { printTable } from '../lib/table.js'
import { readCases, requestOf } from './cases.js'

interface Sample {
  readonly score: number
  readonly size: number
  readonly isNeeded: 0 | 1
  readonly weight: number
  readonly isHeldOut: boolean
}

const { values } = parseArgs({
  options: {
    cases: { type: 'string', multiple: true, default: [] },
    scorer: { type: 'string', default: 'learned' },
    every: { type: 'string', default: '1' },
  },
})
const scorer = values.scorer === 'lexical' ? lexicalScorer : defaultScorer()
const samples = new Map<string, Sample[]>()
const repositories: string[] = []
let seen = 0
for (const file of values.cases) {
  for (const one of readCases(file)) {
    if (seen++ % Number(values.every) !== 0) continue
    const input = scoringInput(requestOf(one))
    const scores = scorer.relevance(input)
    const gold = new Set(one.gold)
    const repository = one.repo ?? ''
    if (!repositories.includes(repository)) repositories.push(repository)
    const isHeldOut = repositories.indexOf(repository) % 5 === 4
    const rows = samples.get(input.family) ?? []
    samples.set(input.family, rows)
    const size = Math.log(scores.length || 1)
    for (let i = 0; i < scores.length; i++) {
      const isNeeded = gold.has(i + 1) ? 1 : 0
      // Of a long text's many lines that nobody needed every eighth tells as much.
      const isThinned = isNeeded === 0 && scores.length > 400
      if (isThinned && i % 8 !== 0) continue
      const weight = (isThinned ? 8 : 1) / Math.sqrt(scores.length)
      rows.push({ score: logOdds(scores[i]!), size, isNeeded, weight, isHeldOut })
    }
  }
}

const everything = [...samples.values()].flat()
const reliability: Record<string, string | number>[] = []
for (const family of FAMILIES) {
  const own = samples.get(family) ?? []
  const enough = own.filter((one) => one.isNeeded).length > 60 ? own : everything
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

/** Newton's method on three weights; a little ridge keeps a family with few cases from flying off. */
function fit(rows: readonly Sample[]): [number, number, number] {
  const w: [number, number, number] = [-3, 0.5, 0]
  for (let step = 0; step < 60; step++) {
    const g = [0, -1e-2 * (w[1] - 1), -1e-2 * w[2]]
    const h = [1e-6, 0, 0, 0, 1e-2, 0, 0, 0, 1e-2]
    for (const { score, size, isNeeded, weight } of rows) {
      const x = [1, score, size]
      const p = 1 / (1 + Math.exp(-(w[0] + w[1] * score + w[2] * size)))
      for (let a = 0; a < 3; a++) {
        g[a]! += weight * (isNeeded - p) * x[a]!
        for (let b = 0; b < 3; b++) h[a * 3 + b]! += weight * p * (1 - p) * x[a]! * x[b]!
      }
    }
    const move = solve(h, g)
    // A step too long would leave the range in which the curve bends.
    const far = Math.max(1, ...move.map(Math.abs))
    for (let a = 0; a < 3; a++) w[a]! += move[a]! / far
    if (Math.max(...move.map(Math.abs)) < 1e-6) break
  }
  return w
}

function solve(h: readonly number[], g: readonly number[]): [number, number, number] {
  const m = [0, 1, 2].map((r) => [h[r * 3]!, h[r * 3 + 1]!, h[r * 3 + 2]!, g[r]!])
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) {
      if (r === c) continue
      const f = m[r]![c]! / m[c]![c]!
      for (let k = c; k < 4; k++) m[r]![k]! -= f * m[c]![k]!
    }
  }
  return [m[0]![3]! / m[0]![0]!, m[1]![3]! / m[1]![1]!, m[2]![3]! / m[2]![2]!]
}

/** Lines by what chance they were given, and how many of them were needed. */
function reliable(family: string, rows: readonly Sample[], curve: readonly number[]) {
  const edges = [0, 0.003, 0.01, 0.03, 0.1, 0.2, 0.4, 1]
  return edges.slice(1).flatMap((to, bin) => {
    let all = 0
    let said = 0
    let needed = 0
    for (const { score, size, isNeeded, weight } of rows) {
      const p = 1 / (1 + Math.exp(-(curve[0]! + curve[1]! * score + curve[2]! * size)))
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
