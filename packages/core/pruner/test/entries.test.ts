// Texts made of entries: what passed, what changed, records and licences, each cut by its own rule.
import { describe, expect, it } from 'vitest'
import { keptLines, type PruneRequest, prune as pruneWith } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

function keptOf(request: PruneRequest): string[] {
  const result = pruneWith(request, { scorer: defaultScorer() })
  return keptLines(result).map((line) => result.lines[line - 1]!.text)
}

describe('passed entries, for a question about failures', () => {
  const goal = 'Which tests fail?'

  it('of TAP are cut with the details under them', () => {
    const entries = Array.from({ length: 200 }, (_, i) => [
      `# Subtest: adds up ${i}`,
      i === 120 ? `not ok ${i + 1} - adds up ${i}` : `ok ${i + 1} - adds up ${i}`,
      '  ---',
      `  duration_ms: 0.${i}`,
      ...(i === 120 ? ["  error: 'expected 3 to be 4'"] : []),
      '  ...',
    ]).flat()
    const kept = keptOf({
      text: ['TAP version 13', ...entries, '1..200'].join('\n'),
      origin: 'explicit',
      goal,
    })
    expect(kept).toContain('not ok 121 - adds up 120')
    expect(kept).toContain("  error: 'expected 3 to be 4'")
    expect(kept.filter((line) => line.startsWith('ok '))).toEqual([])
    expect(kept.length).toBeLessThan(20)
  })

  it('of pytest are cut', () => {
    const entries = Array.from(
      { length: 300 },
      (_, i) => `tests/test_sum.py::test_${i} ${i === 133 ? 'FAILED' : 'PASSED'} [ ${i % 100}%]`,
    )
    const kept = keptOf({
      text: [...entries, '1 failed, 299 passed in 3.1s'].join('\n'),
      origin: 'explicit',
      goal,
    })
    expect(kept).toContain('tests/test_sum.py::test_133 FAILED [ 33%]')
    expect(kept).toContain('1 failed, 299 passed in 3.1s')
    expect(kept.filter((line) => line.includes('PASSED'))).toEqual([])
  })

  it('of vitest are cut', () => {
    const entries = Array.from({ length: 300 }, (_, i) =>
      i === 133 ? '   × rounds down 2ms' : `   ✓ keeps the sum of order ${i} 1ms`,
    )
    const totals = ['', ' Test Files  1 failed (1)', '      Tests  1 failed | 299 passed (300)']
    const text = [...entries, ...totals].join('\n')
    const kept = keptOf({ text, origin: 'explicit', goal })
    expect(kept).toContain('   × rounds down 2ms')
    expect(kept.filter((line) => line.includes('✓'))).toEqual([])
  })

  it('stay candidates for a question about passed ones', () => {
    const entries = Array.from({ length: 60 }, (_, i) => `✓ keeps the sum of order ${i} 1ms`)
    const kept = keptOf({
      text: entries.join('\n'),
      origin: 'explicit',
      goal: 'Which tests passed?',
    })
    expect(kept.filter((line) => line.includes('✓')).length).toBeGreaterThan(0)
  })
})

describe('a diff', () => {
  it('keeps the file and the hunk over a changed line', () => {
    const files = Array.from({ length: 40 }, (_, f) => [
      `diff --git a/src/part${f}.ts b/src/part${f}.ts`,
      `--- a/src/part${f}.ts`,
      `+++ b/src/part${f}.ts`,
      `@@ -${f + 1},6 +${f + 1},6 @@ export function part${f}() {`,
      ...Array.from({ length: 12 }, (_row, i) => `   const size${i} = width * ${i + f}`),
      f === 23 ? '-  const retryDelay = 300' : `-  const colour = ${f}`,
      f === 23 ? '+  const retryDelay = 900' : `+  const colour = ${f + 1}`,
    ]).flat()
    const kept = keptOf({
      text: files.join('\n'),
      origin: 'explicit',
      goal: 'How did retryDelay change?',
    })
    expect(kept).toEqual(
      expect.arrayContaining([
        'diff --git a/src/part23.ts b/src/part23.ts',
        '@@ -24,6 +24,6 @@ export function part23() {',
        '-  const retryDelay = 300',
        '+  const retryDelay = 900',
      ]),
    )
    expect(kept.length).toBeLessThan(120)
  })
})

describe('records', () => {
  const records = Array.from({ length: 300 }, (_, i) => ({
    id: `rec-${i}`,
    tags: ['a', 'b'],
    owner: { name: `n${i}`, city: i === 222 ? 'Lisbon' : 'Rome' },
  }))
  const goal = 'Which record has its owner in Lisbon?'

  it('of JSON do not keep every bracket', () => {
    const text = JSON.stringify({ records }, null, 2)
    const kept = keptOf({ text, origin: 'explicit', goal, fileName: 'records.json' })
    expect(kept).toContain('        "city": "Lisbon"')
    expect(kept).toContain('      "id": "rec-222",')
    expect(kept.filter((line) => /^[\s[\]{},]*$/.test(line)).length).toBeLessThan(20)
  })

  it('of YAML do not keep every opening line', () => {
    const text = records
      .map(
        ({ id, owner }) =>
          `- id: ${id}\n  owner:\n    name: ${owner.name}\n    city: ${owner.city}`,
      )
      .join('\n')
    const kept = keptOf({ text, origin: 'explicit', goal, fileName: 'records.yaml' })
    expect(kept).toContain('    city: Lisbon')
    expect(kept).toContain('- id: rec-222')
    expect(kept.filter((line) => line === '  owner:').length).toBeLessThan(20)
  })
})

describe('a licence over code', () => {
  const licence = [
    '/*',
    ' * Copyright 2020 The Authors',
    ...Array.from({ length: 12 }, (_, i) => ` * Clause ${i} of the licence says what it says.`),
    ' */',
  ]
  const body = Array.from({ length: 80 }, (_, i) => [
    `  int step${i}(int input) {`,
    `    int width = input * ${i} + offset(input, margin);`,
    '    int height = scale(width, ratio) - border(input);',
    `    return draw(width, height, ${i});`,
    '  }',
  ]).flat()

  it.each(['answer', 'condense'] as const)('keeps three lines at most (%s)', (mode) => {
    const text = [...licence, 'class Steps {', ...body, '}'].join('\n')
    const goal = 'What does step41 draw?'
    const kept = keptOf({ text, origin: 'explicit', goal, fileName: 'Steps.java', mode })
    expect(kept).toContain('    return draw(width, height, 41);')
    expect(kept.filter((line) => licence.includes(line)).length).toBeLessThanOrEqual(3)
  })
})
