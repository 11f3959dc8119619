import { describe, expect, test } from 'vitest'
import { planForCommand, programsOf } from './command-policy.js'

const plan = (command: string, rawCommands: string[] = [], isBackground = false) =>
  planForCommand(command, { rawCommands, isBackground }).do

test.each([
  'npm test',
  'pytest -q tests/test_a.py',
  'cd app && cargo build 2>&1 | tail -50',
  'make -j4; echo done',
  'node -e "console.log(1)"',
  'FOO=1 go test ./...',
  './gradlew check',
  'python manage.py test && git status',
  'if npm run lint; then echo ok; fi',
  '"./run tests.sh"',
])('%s may fail with much to say: it is wrapped', (command) => {
  expect(plan(command)).toBe('wrap')
})

test.each([
  'cat src/a.ts',
  'git log --oneline -50',
  'git -C sub diff HEAD~1',
  'grep -rn "make test" . | head -20',
  "sed -n '1,200p' src/a.ts",
  'find . -name "*.ts" | xargs wc -l'.replace('xargs ', ''),
  'ls -la && cat package.json',
  'trap "echo x" EXIT; npm test',
  'exec npm test',
  'set -v; npm test',
  'set -euxv\nnpm test',
  'TRAPEXIT() { echo x; }; npm test',
])('%s is pruned after the call, if at all', (command) => {
  expect(plan(command)).toBe('after')
})

// A mark appended to this would become part of it.
test.each([
  'npm test "open',
  "node -e 'open",
  'npm test &&',
  'npm test |',
  'npm test \\',
  'npm test <<EOF\nno end',
  'npm run x $(echo `date)',
  'if npm test; then',
])('%s is not complete, and is not wrapped', (command) => {
  expect(plan(command)).toBe('after')
})

test.each([
  'npm test <<EOF\nan end and "a quote\nEOF',
  `npm test "it's" 'a "b"'`,
  "npm test # it's",
  'npm test "a\nb"',
  "npm test \\'",
])('%s is complete', (command) => {
  expect(plan(command)).toBe('wrap')
})

test.each([
  ['npm test # raw', 'the mark'],
  ['git add -A && git commit -m "x"', 'changes'],
  ['rm -rf build; mkdir build', 'changes'],
  ['vim a.ts', 'interactive'],
  ['tail -f log.txt', 'streaming'],
  ['npm run dev', 'streaming'],
  ['jest --watch', 'streaming'],
  ['docker compose logs -f web', 'streaming'],
  ['node server.js &', 'background'],
  ['mcp-pruner recover prn_1 1-5', 'ours'],
  ['', 'empty'],
])('%s passes: %s', (command) => {
  expect(plan(command)).toBe('pass')
})

describe('settings', () => {
  test('a listed beginning passes, and only as whole words', () => {
    expect(plan('npm test -- a', ['npm test'])).toBe('pass')
    expect(plan('npm testing', ['npm test'])).toBe('wrap')
  })

  test('a background call passes', () => {
    expect(plan('npm test', [], true)).toBe('pass')
  })
})

test('programs are found after assignments, keywords, paths and in substitutions', () => {
  expect(programsOf('A=1 /usr/bin/env node x | git -c a=b log; $(which ls) "cat x"')).toEqual([
    'env',
    'git-log',
    'which',
  ])
})
