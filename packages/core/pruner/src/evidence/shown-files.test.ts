// The content of a file that a command prints reports no failure; the command's own complaints do.
import { describe, expect, it } from 'vitest'
import { keptLines, prune } from '../index.js'
import { showsFiles } from './shown-files.js'

describe('a call shows files', () => {
  it.each([
    "sed -n '200,360p' test/token.test.ts && sed -n '470,570p' test/token.test.ts",
    'cat src/errors.ts',
    'cd app && head -50 auth/client.go; echo "----"; head -30 auth/store.go',
    "nl -ba src/cli/mod.rs | sed -n '145,190p'",
    'dir=/opt/skills; sed -n 1,80p "$dir/review/SKILL.md" 2>/dev/null',
    'git status --short && rg -n -i "read-only|scope" README.md',
    'for f in a.py b.py; do echo "== $f"; cat "$f"; done',
    'git show HEAD:src/app.ts | head -80',
  ])('%s', (call) => {
    expect(showsFiles(call)).toBe(true)
  })
})

describe('a call may report failures', () => {
  it.each([
    ['a log', 'cat build.log'],
    ['output kept as text', 'tail -100 out.txt'],
    ['a file of no known sort', 'cat /tmp/output'],
    ['a log beside code', 'cat src/app.ts server.log'],
    ['a test run', 'pytest tests/test_app.py'],
    ['a test run whose end is shown', 'npx vitest run src/app.test.ts 2>&1 | tail -50'],
    ['a build behind a file', 'cat package.json && npm run build'],
    ['a script', 'bash scripts/check.sh'],
    ['a command in a command', 'echo $(node app.js)'],
    ['what is changed in place', "sed -i 's/a/b/' src/app.ts"],
    ['what is run on each file', "find . -name '*.py' -exec python app.py {} +"],
    ['nothing named', 'ls -la'],
    ['no call', ''],
  ])('%s', (_, call) => {
    expect(showsFiles(call)).toBe(false)
  })
})

const code = Array.from({ length: 300 }, (_, i) =>
  i % 3 === 0 ? `  if (!part${i}) throw new Error('part ${i} failed')` : `  send(part${i}, queue)`,
)
code[40] = '  const retryDelay = 250'

function keptOf(lines: readonly string[], context: string): string[] {
  const request = {
    text: lines.join('\n'),
    origin: 'implicit',
    goal: 'Where is retryDelay set?',
    context,
  } as const
  const result = prune({ ...request, sourceType: 'logs' })
  return keptLines(result).map((line) => lines[line - 1]!)
}

it('cuts the errors that code speaks of, and keeps them in the output of what runs it', () => {
  const shown = keptOf(code, "sed -n '1,300p' src/queue.ts")
  expect(shown).toContain('  const retryDelay = 250')
  expect(shown.filter((line) => line.includes('failed')).length).toBeLessThan(20)
  const run = keptOf(code, 'node src/queue.js')
  expect(run.filter((line) => line.includes('failed')).length).toBeGreaterThan(90)
})

it.each([
  "sed: can't read src/missing.ts: No such file or directory",
  'fatal: not a git repository (or any of the parent directories): .git',
  'cat: /etc/app/settings.toml: Permission denied',
  'bash: line 1: rg: command not found',
  'Exit code 2',
])('keeps what the commands complain of: %s', (complaint) => {
  const lines = code.toSpliced(150, 0, complaint)
  expect(keptOf(lines, "sed -n '1,300p' src/queue.ts; cat src/missing.ts")).toContain(complaint)
})
