// Each rule has its own case: with the rule the needed lines stand out more than without it.
import { describe, expect, it } from 'vitest'
import { defaultScorer } from '../node.js'
import { prune } from '../prune.js'
import type { PruneRequest } from '../types.js'
import { knownOf } from './known.case.js'
import { applyRules } from './rule.js'
import { RULES } from './table.js'

interface Fixture {
  readonly request: PruneRequest
  /** 1-based. */
  readonly needed: readonly number[]
}

const ask = (lines: readonly string[], goal: string, more: Partial<PruneRequest> = {}) => ({
  text: lines.join('\n'),
  goal,
  origin: 'explicit' as const,
  ...more,
})

const logs = { sourceType: 'logs' } as const
const log = Array.from(
  { length: 400 },
  (_, i) => `12:00:${String(i % 60).padStart(2, '0')} worker ${i % 7} took part ${i} of the queue`,
)
const withLine = (at: number, line: string) => log.map((each, i) => (i === at - 1 ? line : each))

const functionOf = (name: string, i: number) => [
  `export function ${name}(shape) {`,
  ...Array.from({ length: 8 }, (_, j) => `  shape.points.push([${i + j}, shape.width * ${j}])`),
  '}',
  '',
]
const code = Array.from({ length: 40 }, (_, i) =>
  functionOf(i === 20 ? 'retryDelay' : `draw${i}`, i),
)

const paths = Array.from({ length: 90 }, (_, i) =>
  i % 9 === 4
    ? `src/gateway/part-${i}.ts`
    : i % 9 === 5
      ? `tests/other-${i}.ts`
      : `src/ui/p${i}.ts`,
)
paths[40] = 'tests/gateway/limits.ts'

const WORDS = ['river', 'meadow', 'copper', 'lantern', 'harbour', 'window', 'branch', 'orchard']
const wordsOf = (count: number, from: number) =>
  Array.from({ length: count }, (_, i) => WORDS[(from * 5 + i * 3) % WORDS.length]).join(' ')
const crawledPage = Array.from({ length: 60 }, (_, i) => [
  `## Result ${i}: ${wordsOf(4, i)}`,
  '',
  i === 13 ? 'The vacuum threshold of autovacuum is 50 rows by default.' : wordsOf(200, i),
  '',
]).flat()

const pods = Array.from({ length: 60 }, (_, i) => `pod-${i}   1/1   Running   0   ${i}d`)
pods[33] = 'pod-33   0/1   Pending   4   2d'

const requests = Array.from({ length: 80 }, (_, i) => `GET /parts/${i} ok ${(i * 37) % 90}ms`)
requests[51] = 'GET /parts/51 ok 912ms'

const testRun = Array.from({ length: 60 }, (_, i) => ` ✓ part ${i} is drawn (${i} ms)`)
testRun.splice(30, 0, ' ✗ part 30 is hatched (4 ms)')
testRun.push('', ' 60 passing', ' 1 failing')

const lint = Array.from({ length: 40 }, (_, i) => `src/p${i}.ts:${i + 1}:1: warning: line too long`)
lint.push('build finished after 40 files')

const settings = Array.from({ length: 80 }, (_, i) => [
  `part${i}:`,
  `  width: ${i}`,
  `  colour: blue`,
]).flat()

const FIXTURES: Readonly<Record<string, Fixture>> = {
  'named-lines': {
    request: ask(
      withLine(200, '12:00:07 lost lease of job_4711'),
      'Now I look for job_4711 there',
      {
        ...logs,
        origin: 'implicit',
        context: 'cat queue.log',
      },
    ),
    needed: [200],
  },
  'rare-words': {
    request: ask(
      code.flat().map((line, i) => (i === 300 ? '  // The spillway comes first.' : line)),
      'Where is the spillway drained?',
      { fileName: 'shapes.ts' },
    ),
    needed: [301],
  },
  'words-together': {
    request: ask(
      [
        ...code.flat().slice(0, 60),
        "  draw('an empty batch of shapes')",
        '  batch.push(shape)',
        '  clear(empty)',
        ...Array.from({ length: 20 }, (_, i) => `  batch.add(empty, ${i})`),
      ],
      'Which empty batch of shapes?',
      { fileName: 'shapes.ts' },
    ),
    needed: [61],
  },
  'away-from-words': {
    request: ask(crawledPage, 'What is the vacuum threshold of autovacuum?', { fileName: 'a.md' }),
    needed: [55],
  },
  'plain-values': {
    request: ask(
      [
        '/// Whether links are followed: following links may lead into a loop of links.',
        '/// By default following links is left to the caller, who follows links by name.',
        ...code.flat().slice(0, 80),
        '    follow_links: false,',
        ...code.flat().slice(80, 200),
        '    self.follow_links = following',
        '    if self.follow_links { follow(links) }',
      ],
      'What is the default for following links?',
      { fileName: 'walk.rs' },
    ),
    needed: [83],
  },
  'best-rows': { request: ask(paths, 'Which are the tests of the gateway?', logs), needed: [41] },
  'rows-of-names': {
    request: ask(
      withLine(90, '12:00:07 drained the spillway'),
      'When was the spillway drained?',
      logs,
    ),
    needed: [90],
  },
  'away-from-names': {
    request: ask(code.flat(), 'Where is retryDelay declared?', { fileName: 'shapes.ts' }),
    needed: [221],
  },
  licence: {
    request: ask(
      [
        '// Copyright (C) 2024 Some Authors',
        '// Licensed under terms that the width',
        '',
        ...code.flat(),
      ],
      'how is the width of a shape used under these terms',
      { fileName: 'shapes.ts' },
    ),
    needed: [5, 6],
  },
  'referenced-lines': {
    request: ask(code.flat(), 'what does shapes.ts:95 do?', { fileName: 'src/shapes.ts' }),
    needed: [95],
  },
  'rows-without': { request: ask(pods, 'Which pods are not running?', logs), needed: [34] },
  extremes: { request: ask(requests, 'Which request was the slowest?', logs), needed: [52] },
  'passed-entries': { request: ask(testRun, 'Which tests fail?', logs), needed: [31, 64] },
  'folded-warnings': { request: ask(lint, 'Did the build finish?', logs), needed: [41] },
  outline: {
    request: ask(code.flat(), 'Give me an overview of this file', { fileName: 'shapes.ts' }),
    needed: code.map((_, i) => 1 + i * 11),
  },
  'named-bodies': {
    request: ask(settings, 'What is set for part41?', { fileName: 'settings.yaml' }),
    needed: [124, 125, 126],
  },
}

/** The share of all probability that is on the needed lines; certain ones count fully. */
function shareOn({ request, needed }: Fixture, rules: typeof RULES): number {
  const known = knownOf(request)
  const { chances, certain } = applyRules(rules, known, defaultScorer().score(known.input), false)
  const worth = chances.map((chance, i) => (certain[i] === 1 ? 1 : chance))
  const all = worth.reduce((sum, one) => sum + one, 0)
  return needed.reduce((sum, line) => sum + worth[line - 1]!, 0) / all
}

describe.each(RULES)('$name', ({ name }) => {
  const fixture = FIXTURES[name]!
  it('brings out the lines of its case', () => {
    const others = RULES.filter((rule) => rule.name !== name)
    expect(shareOn(fixture, RULES)).toBeGreaterThan(1.02 * shareOn(fixture, others))
  })
})

it('no rule changes its input', () => {
  for (const fixture of Object.values(FIXTURES)) {
    const known = knownOf(fixture.request)
    const scores = defaultScorer().score(known.input)
    const before = scores.slice()
    applyRules(RULES, known, scores, false)
    expect(scores).toEqual(before)
  }
})

it('the explanation of an answer names the rule', () => {
  const { explanation } = prune(FIXTURES['rows-of-names']!.request, { scorer: defaultScorer() })
  const run = explanation?.runs.find(({ startLine, endLine }) => startLine <= 90 && endLine >= 90)
  expect(run).toMatchObject({ reason: 'named', rule: 'rare-words' })
})
