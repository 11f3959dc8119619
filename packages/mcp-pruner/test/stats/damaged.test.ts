// What `stats` makes of a ledger that something else has spoilt.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runVerb } from '../shell/verb-process.js'

let home = ''
beforeEach(() => {
  home = makeTree({})
  mkdirSync(join(home, '.cache/mcp-pruner/ledger'), { recursive: true })
})
afterEach(() => removeTree(home))

const NAMES = {
  calls: 'h.0.00000000-0000-4000-8000-000000000001.calls',
  sums: 'h.0.00000000-0000-4000-8000-000000000002.sums',
} as const
const write = (kind: 'calls' | 'sums', text: string) =>
  writeFileSync(join(home, '.cache/mcp-pruner/ledger', NAMES[kind]), text)
const stats = (...args: string[]) =>
  runVerb(['stats', ...args], { PATH: '/usr/bin:/bin', HOME: home })
const CALL = {
  kind: 'call',
  at: Date.now(),
  session: 's',
  door: 'stdio',
  client: 'c',
  project: '/p',
  id: 'call_1',
  tool: 'read',
  raw: 50,
  shown: 10,
  question: 0,
}

test.each([
  '{"repl',
  '{"replaces":[],"rows":5}',
  '{"replaces":7,"rows":[]}',
  '{"replaces":[],"rows":[null]}',
  '{"replaces":[],"rows":[{"day":"2026-01-01"}]}',
  '{"replaces":[],"rows":[],"arms":{"pruned":{}}}',
])('sums such as %s are skipped and reported', (text) => {
  write('sums', text)
  write('calls', `\n${JSON.stringify(CALL)}`)
  const { status, stdout, stderr } = stats()
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Net saving: \$0\.000100 and more, 40 tokens/)
  expect(stdout).toContain('1 damaged file of older days was skipped')
})

test('a call without a valid time is a damaged line, and adds no day', () => {
  write('calls', `\n${JSON.stringify({ ...CALL, at: 1e300 })}\n${JSON.stringify(CALL)}`)
  const { stdout } = stats()
  expect(stdout).toContain('in 1 call\n')
  expect(stdout).not.toContain('NaN')
  expect(stdout).toContain('1 damaged line was skipped.')
})

test('a period without calls is reported as such, and --reset takes no period', () => {
  write('calls', `\n${JSON.stringify({ ...CALL, at: 1 })}`)
  expect(stats('--since', '7d').stdout).toMatch(
    /^No call of an agent client was recorded in that time\./,
  )
  expect(stats('--reset', '--since', '7d')).toMatchObject({
    status: 2,
    stderr:
      'mcp-pruner stats: --since and --reset cannot be combined: --reset deletes everything\nhint: mcp-pruner stats --help\n',
  })
  expect(stats().stdout).toMatch(/^Net saving: \$0\.000100 and more, 40 tokens/)
})
