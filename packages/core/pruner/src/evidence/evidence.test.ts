// Failure lines survive in long output, whatever the origin: 'explicit', goal, at the deepest cut the default allows.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { captured, samples } from '../../test/tool-output.js'
import { detectSourceType, keptLines, prune, renderCompact } from '../index.js'

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

/** Failure lines that were lost in a prune, under any goal; and texts that the output does not contain at all. */
function lost(output: string, failures: readonly string[]): string[] {
  const text = embed(output)
  const rows = output.split('\n')
  const expected = rows.filter((row) => failures.some((failure) => row.includes(failure)))
  const absent = failures.filter((failure) => !output.includes(failure))
  const found = absent.map((failure) => `not in the output: ${failure}`)
  for (const goal of GOALS) {
    const result = prune({
      text,
      origin: 'explicit',
      goal,
      sourceType: 'logs',
      maxPruneRatio: 0.95,
    })
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

  it('without a source type, the output of each tool is recognised as output', () => {
    const types = Object.keys(captured).map((tool) => {
      const file = new URL(`../../test/tool-output/${tool}.txt`, import.meta.url)
      return [tool, detectSourceType(readFileSync(file, 'utf8'))]
    })
    expect(types.filter(([, type]) => type !== 'logs')).toEqual([])
  })
})

/** Each alone shows that something is wrong. */
const complaints = [
  './main.go:9:5: x declared and not used',
  '    cart_test.go:12: got 100, want 120',
  'a.py:9:4: E1101: Instance of A has no b member (no-member)',
  'tests/test_cart.py ..F..                                     [ 50%]',
  'db-7d4b9c   0/1     Error              0          34m',
  'web-7d4b9c  0/1     ImagePullBackOff   0          34m',
  'E1115 10:00:00.000000       1 reflector.go:138] no way to the leader',
  '11-15 10:00:00.000  1234  1234 E Ledger: queue full',
  'e: file:///x/Main.kt:5:13 Too many arguments',
  'Completed 422 Unprocessable Entity in 12ms',
  '[GIN] 2026/11/15 - 10:12:02 | 500 |      12.3ms |       127.0.0.1 | GET      "/api"',
  '{"id":7,"success":false,"took":3}',
  '[10:00:00 FTL] queue full',
  'connect ECONNREFUSED 127.0.0.1:5432',
  'write /tmp/x: no space left on device',
  'ssh: Connection reset by peer',
  'Illegal instruction (core dumped)',
  'Process ended with SIGABRT',
  'PASS: 3 FAIL: 1',
  "make: *** No rule to make target 'x', needed by 'all'.  Stop.",
  'UU story.txt',
  'Erreur : fichier absent',
  'Échec de la connexion au serveur',
  'main.c:7:10: Fehler: »x« nicht deklariert',
  'Verbindung fehlgeschlagen',
  'Fallo al conectar con el servidor',
  '2026-11-15 10:00:00 连接失败',
  '程序运行时错误',
  'エラー: ファイルが見つかりません',
  'Ошибка: файл не найден',
  '⚠ disk nearly full',
  '0 errors, 1 unmerged path',
]

describe('one line among thousands', () => {
  it.each(complaints)('%s', (complaint) => {
    expect(lost(complaint, [complaint])).toEqual([])
  })

  it('the exception after a long traceback, however it is called', () => {
    const frames = Array.from({ length: 90 }, (_, i) => [
      `  File "/project/step_${i}.py", line ${i}, in step_${i}`,
      `    step_${i + 1}(order)`,
      '    ~~~~~~~^^^^^^^',
    ])
    const traceback = [
      'Traceback (most recent call last):',
      ...frames.flat(),
      'LedgerClosed: seven',
    ]
    expect(lost(traceback.join('\n'), ['LedgerClosed: seven', 'in step_89'])).toEqual([])
  })

  it('on every tenth line and never called an error', () => {
    const rows = Array.from({ length: 190 }, (_, i) => `find: ‘/root/${i}’: Permission denied`)
    expect(lost(rows.join('\n'), ['Permission denied'])).toEqual([])
  })
})

describe('lines that only sound like failures', () => {
  it.each([
    (i: number) => `loading src/error_handler_${i}.py`,
    (i: number) => `running step ${i} with --fail-fast`,
    (i: number) => `<testsuite name="s${i}" tests="3" failures="0" errors="0">`,
    (i: number) => `web${i} : ok=3 changed=1 unreachable=0 failed=0`,
    (i: number) => `running step ${i} without errors`,
    (i: number) => `copied asset ${400 + (i % 200)} to the bundle`,
  ])('do not keep a text whole: %#', (row) => {
    const rows = Array.from({ length: 1000 }, (_, i) => row(i))
    rows.splice(500, 0, 'metrics are served on port 9100')
    const request = {
      text: rows.join('\n'),
      origin: 'explicit',
      goal: 'where are metrics served',
    } as const
    const result = prune({ ...request, sourceType: 'logs' })
    expect(keptLines(result)).toContain(501)
    expect(result.stats.prunedRatio).toBeGreaterThan(0.9)
  })

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
      origin: 'explicit',
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
  const result = prune({
    text,
    origin: 'explicit',
    goal: 'what is wrong',
    sourceType: 'logs',
    maxPruneRatio: 1,
  })

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
    expect(renderCompact(result)).toContain('\n…5100: (4998 repeats)\n')
  })

  it('does not fold failures that differ in a number', () => {
    const differing = Array.from({ length: 50 }, (_, i) => `ERROR test case ${i} failed`)
    const kept = prune({
      text: embed(differing.join('\n')),
      origin: 'explicit',
      goal: '',
      sourceType: 'logs',
    })
    expect(keptLines(kept)).toEqual(expect.arrayContaining([901, 925, 950]))
  })
})
