// pnpm bench:tokens --cases FILE.gz [--fit]
//
// How far the token estimate is from o200k, sort by sort. With --fit it prints weights fitted to one half
// of the texts and measured on the other.
import { parseArgs } from 'node:util'
import { estimateTokens } from '@jeeves/pruner/count'
import { countFeatures, FEATURES } from '@jeeves/pruner/training'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { printTable } from '../lib/table.js'
import { type Sample, samplesFrom } from './texts.js'

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: { cases: { type: 'string' }, fit: { type: 'boolean' } },
})
if (values.cases === undefined) {
  console.error('usage: pnpm bench:tokens --cases FILE.gz [--fit]')
  process.exit(2)
}
const all = samplesFrom(values.cases).map(({ sort, text }) => ({
  sort,
  text,
  tokens: countTokens(text),
}))
const isFitted = (i: number) => Math.floor(i / 7) % 2 === 0
const half = all.filter((_, i) => isFitted(i))
const otherHalf = all.filter((_, i) => !isFitted(i))

type Counted = Sample & { readonly tokens: number }

function report(samples: readonly Counted[], estimate: (text: string) => number): void {
  const sorts = [...new Set(samples.map(({ sort }) => sort))]
  printTable(
    sorts.map((sort) => {
      const own = samples.filter((sample) => sample.sort === sort)
      const errors = own.map(({ text, tokens }) => estimate(text) / tokens - 1)
      const mean = (of: (error: number) => number) =>
        `${((errors.reduce((sum, error) => sum + of(error), 0) / errors.length) * 100).toFixed(1)} %`
      const quarter = own.map(({ text, tokens }) => Math.abs(text.length / 4 / tokens - 1))
      return {
        sort,
        texts: own.length,
        'mean error': mean(Math.abs),
        bias: mean((error) => error),
        'characters / 4': `${((quarter.reduce((a, b) => a + b, 0) / quarter.length) * 100).toFixed(1)} %`,
      }
    }),
  )
}

/** Weighted least squares on relative errors: a short text counts as much as a long one of its sort. */
function fit(samples: readonly Counted[]): number[] {
  const size = FEATURES.length
  const matrix = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size + 1 }, (_unused, j) => (i === j ? 1e-4 : 0)),
  )
  const counts = new Map<string, number>()
  for (const { sort } of samples) counts.set(sort, (counts.get(sort) ?? 0) + 1)
  const importance: Record<string, number> = {
    code: 4,
    prose: 3,
    logs: 3,
    CJK: 1,
    'tool output': 0.4,
    base64: 0.1,
    hex: 0.1,
  }
  for (const { text, tokens, sort } of samples) {
    const features = countFeatures(text)
    const row = FEATURES.map((name) => features[name] / tokens)
    const weight = (importance[sort] ?? 1) / (counts.get(sort) ?? 1)
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) matrix[i]![j]! += weight * row[i]! * row[j]!
      matrix[i]![size]! += weight * row[i]!
    }
  }
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      if (k === i) continue
      const factor = matrix[k]![i]! / matrix[i]![i]!
      for (let j = i; j <= size; j++) matrix[k]![j]! -= factor * matrix[i]![j]!
    }
  }
  return matrix.map((row, i) => row[size]! / row[i]!)
}

console.log('as shipped, on all texts')
report(all, estimateTokens)
if (values.fit === true) {
  const weights = fit(half)
  console.log('\nfitted to one half, measured on the other')
  report(otherHalf, (text) => {
    const features = countFeatures(text)
    return FEATURES.reduce((sum, name, i) => sum + features[name] * weights[i]!, 0)
  })
  console.log(Object.fromEntries(FEATURES.map((name, i) => [name, Number(weights[i]!.toFixed(3))])))
}
