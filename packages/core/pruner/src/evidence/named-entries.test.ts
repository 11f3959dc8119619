// Names that contain a word of trouble report none: files, packages, processes and commits.
import { describe, expect, it } from 'vitest'
import { evidenceLines, keptLines, type PruneRequest, prune as pruneWith } from '../index.js'
import { defaultScorer } from '../node.js'

function keptOf(lines: readonly string[], request: Omit<PruneRequest, 'text'>): string[] {
  const result = pruneWith({ text: lines.join('\n'), ...request }, { scorer: defaultScorer() })
  return keptLines(result).map((line) => lines[line - 1]!)
}

const TROUBLE = ['timeout', 'errors', 'fatal', 'panic', 'crash']
const trouble = (i: number) => TROUBLE[i % TROUBLE.length]!

it.each<[string, (i: number, name: string) => string, Partial<PruneRequest>]>([
  ['`ls -l`', (i, name) => `drwxr-xr-x 2 root root ${i + 10} Nov 16 09:06 ${name}`, {}],
  ['`du`', (i, name) => `${i + 4}\tsrc/${name}/part${i}`, {}],
  ['`find`', (i, name) => `packages/core/src/${name}/part${i}`, {}],
  [
    '`ps aux`',
    (i, name) => `root ${i + 9}  0.0  0.1   5544  ${i} ?        Sl   09:06   0:00 ${name}_reaper`,
    {},
  ],
  ['`ps -ef`', (i, name) => `root ${i + 9}  1  0 09:06 ?        00:00:03 ${name}-daemon`, {}],
  ['`git diff --stat`', (i, name) => ` src/${name}/part${i}.txt | ${i + 1} +++---`, {}],
  [
    '`git log --oneline`',
    (i, name) => `${(i * 7919 + 0x1000000).toString(16)} Look for the ${name} of part ${i}`,
    { context: 'git log --oneline -400' },
  ],
  [
    '`git blame`',
    (i, name) => `9b32604c (Ann Other 2026-11-16 07:06:57 +0000 ${i + 1})   throw ${name}(${i})`,
    {},
  ],
])('an entry of %s is not evidence', (_, entry, request) => {
  const lines = Array.from({ length: 400 }, (_row, i) => entry(i, i === 233 ? 'zebra' : trouble(i)))
  const kept = keptOf(lines, { origin: 'explicit', goal: 'Where is zebra?', ...request })
  expect(kept).toContain(entry(233, 'zebra'))
  expect(kept.length).toBeLessThan(30)
})

it('a message under its commit is not evidence, git’s own complaint is', () => {
  const lines = Array.from({ length: 120 }, (_, i) => [
    `commit ${(i * 7919).toString(16).padStart(40, 'a')}`,
    'Author: Ann Other <ann@example.org>',
    '',
    `    ${i === 77 ? 'Feed the zebra' : `Fail with an error when the ${trouble(i)} is broken`}`,
    '',
  ]).flat()
  lines.push('fatal: ambiguous argument HEAD~900')
  const kept = keptOf(lines, { origin: 'explicit', goal: 'Which commit feeds the zebra?' })
  expect(kept).toContain('    Feed the zebra')
  expect(kept).toContain('fatal: ambiguous argument HEAD~900')
  expect(kept.filter((line) => line.includes('Fail with an error')).length).toBeLessThan(5)
})

describe('a package with its version', () => {
  const harmless = [
    '      http-errors: 2.0.1',
    '    "es-errors": "^1.3.0",',
    '      util-deprecate: 1.0.2',
    '	github.com/pkg/errors v0.9.1',
    'name = "quick-error"',
    '    "node_modules/http-errors": {',
    '      "resolved": "https://registry.example/http-errors/-/http-errors-2.0.1",',
    'Preparing to unpack .../067-libgpg-error-dev_1.46-1_amd64.deb ...',
  ]
  const reports = [
    'connect-failed: 10.0.0.5',
    'http-errors: connection refused by 10.0.0.5',
    'failed to fetch https://registry.example/left-pad',
    'http-client: error 1.2.3 is not a version',
  ]

  it.each(harmless)('is not evidence: %s', (line) => {
    expect(evidenceLines(`${line}\n`)(0)).toBe(false)
  })

  it.each(reports)('is no excuse for a report: %s', (line) => {
    expect(evidenceLines(`${line}\n`)(0)).toBe(true)
  })
})

it('the context of a diff hunk is not evidence', () => {
  const hunks = Array.from({ length: 60 }, (_, i) => [
    `@@ -${i * 40 + 1},6 +${i * 40 + 1},6 @@ func handleError${i}() { // fails with an error`,
    ...Array.from({ length: 9 }, (_row, j) => ` 	step${i}x${j}()`),
    i === 33 ? '+	feedZebra()' : `+	done${i}()`,
  ]).flat()
  const lines = ['diff --git a/steps.go b/steps.go', '--- a/steps.go', '+++ b/steps.go', ...hunks]
  const kept = keptOf(lines, { origin: 'explicit', goal: 'Where is feedZebra called?' })
  expect(kept).toContain('+	feedZebra()')
  expect(kept.filter((line) => line.startsWith('@@')).length).toBeLessThan(12)
})

describe('settings', () => {
  const part = (i: number) => [
    `# Part ${i} will abort with a fatal error when the ${trouble(i)} cannot be read,`,
    '# and a warning is logged when it is deprecated.',
    `timeout-${i} ${i * 3}`,
    '',
  ]
  const lines = Array.from({ length: 300 }, (_, i) =>
    i === 177 ? ['# How much the cache may hold.', 'maxmemory 64mb', ''] : part(i),
  ).flat()
  const goal = 'What is maxmemory set to?'

  it.each<[string, Partial<PruneRequest>]>([
    ['as a file', { fileName: '/etc/redis/redis.conf' }],
    ['as the output of a command', { context: 'cat /etc/redis.d/base', sourceType: 'logs' }],
  ])('speak of errors and report none, %s', (_, request) => {
    const kept = keptOf(lines, { origin: 'explicit', goal, ...request })
    expect(kept).toContain('maxmemory 64mb')
    expect(kept.length).toBeLessThan(40)
  })

  it('do not hide failures in a test run whose lines begin like comments', () => {
    const entries = Array.from({ length: 300 }, (_, i) => [
      `# Subtest: adds ${i}`,
      `${i === 200 ? 'not ok' : 'ok'} ${i + 1} - adds ${i}`,
    ]).flat()
    const text = ['TAP version 13', ...entries, '1..300', '# fail 1']
    expect(keptOf(text, { origin: 'explicit', goal })).toContain('not ok 201 - adds 200')
  })
})
