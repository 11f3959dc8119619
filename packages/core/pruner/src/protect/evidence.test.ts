// Failure lines survive in long output, whatever the goal, at the deepest cut the default allows.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectSourceType, keptLines, prune, renderCompact } from '../index.js'
import { captured, samples } from './tool-output.case.js'

const GOALS = [
  'why does it not pass',
  'which version of the compiler is used',
  'listening port of the metrics endpoint',
  '',
]
const noise = (count: number, tag: string) =>
  Array.from(
    { length: count },
    (_, i) =>
      `[${tag}] step ${i} of the build: copied asset-${(i * 7919) % 997}.png to the output folder`,
  )

const embed = (output: string) =>
  [...noise(900, 'before'), ...output.split('\n'), ...noise(900, 'after')].join('\n')

/** Failure lines that a prune lost, under any goal; and texts that the output does not have at all. */
function lost(output: string, failures: readonly string[]): string[] {
  const text = embed(output)
  const rows = output.split('\n')
  const expected = rows.filter((row) => failures.some((failure) => row.includes(failure)))
  const absent = failures.filter((failure) => !output.includes(failure))
  const found = absent.map((failure) => `not in the output: ${failure}`)
  for (const goal of GOALS) {
    const result = prune({ text, goal, sourceType: 'logs', maxPruneRatio: 0.95 })
    const kept = new Set(keptLines(result).map((line) => result.lines[line - 1]?.text))
    found.push(
      ...expected.filter((row) => !kept.has(row)).map((row) => `cut for "${goal}": ${row}`),
    )
    const { prunedRatio } = result.stats
    if (prunedRatio < 0.8) found.push(`too little cut for "${goal}": ${prunedRatio}`)
  }
  return found
}

describe('failure lines of real tools survive', () => {
  it.each(Object.keys(captured))('%s', (tool) => {
    const file = new URL(`../../test/tool-output/${tool}.txt`, import.meta.url)
    expect(lost(readFileSync(file, 'utf8'), captured[tool] ?? [])).toEqual([])
  })

  it.each(Object.keys(samples))('%s', (tool) => {
    const { text, failures } = samples[tool] ?? { text: '', failures: ['a sample'] }
    expect(lost(text, failures)).toEqual([])
  })

  it('without a source type given, the output of each tool is taken for output', () => {
    const types = Object.keys(captured).map((tool) => {
      const file = new URL(`../../test/tool-output/${tool}.txt`, import.meta.url)
      return [tool, detectSourceType(readFileSync(file, 'utf8'))]
    })
    expect(types.filter(([, type]) => type !== 'logs')).toEqual([])
  })
})

describe('lines that only sound like failures', () => {
  it('are cut: passing tests named after errors, counts of nothing, empty fields', () => {
    const harmless = [
      '✓ reports an error when the file is missing (2 ms)',
      'test_failure_is_reported (tests.T) ... ok',
      'ok 12 - throws an exception on overflow',
      'Compiled with 0 errors and 0 warnings',
      '{"level":"info","msg":"stored","error":null}',
      'level=info msg=stored err=null',
    ]
    const text = `${embed(harmless.join('\n'))}\n${embed('metrics are served on port 9100')}`
    const result = prune({
      text,
      goal: 'where are metrics served',
      sourceType: 'logs',
      maxPruneRatio: 1,
    })
    const kept = keptLines(result).map((line) => result.lines[line - 1]?.text)
    expect(kept.filter((row) => harmless.includes(row ?? ''))).toEqual([])
  })
})

const complaint = (i: number) =>
  `${new Date(1_763_200_000_000 + i * 1000).toISOString()} ERROR cannot reach ledger-3: connection refused`

describe('the same failure five thousand times', () => {
  const text = [
    ...noise(100, 'before'),
    ...Array.from({ length: 5000 }, (_, i) => complaint(i)),
    ...noise(100, 'after'),
  ].join('\n')
  const result = prune({ text, goal: 'what is wrong', sourceType: 'logs', maxPruneRatio: 1 })

  it('shows its first, its last and the count', () => {
    const kept = keptLines(result)
    expect(kept).toContain(101)
    expect(kept).toContain(5100)
    expect(result.blocks).toContainEqual({
      startLine: 102,
      endLine: 5099,
      reason: 'répétition ×4998',
      repeats: 4998,
    })
    expect(renderCompact(result, { lineNumbers: false })).toContain(
      '… lines 102-5099 cut (4998 repeats)',
    )
  })

  it('does not fold failures that differ in a number', () => {
    const differing = Array.from({ length: 50 }, (_, i) => `ERROR test case ${i} failed`)
    const kept = prune({ text: embed(differing.join('\n')), goal: '', sourceType: 'logs' })
    expect(keptLines(kept)).toEqual(expect.arrayContaining([901, 925, 950]))
  })
})
