// The status line: what was saved in the session that Claude Code shows, by its own recording.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENTRY } from '../stdio/raw-server.js'
import { emptyFixture, makeCalls, recordSession } from '../ui/page-fixture.js'

const fixture = emptyFixture()
const recorded = (name: string) =>
  join(fixture.env['HOME'] as string, '.claude/projects/-p-shop', name)

beforeAll(async () => recordSession(fixture, await makeCalls(fixture)))
afterAll(() => fixture.remove())

const run = (input: unknown, args: readonly string[] = [], env: object = { NO_COLOR: '1' }) =>
  spawnSync(process.execPath, [ENTRY, 'statusline', ...args], {
    env: { PATH: process.env.PATH, ...fixture.env, ...env },
    input: typeof input === 'string' ? input : JSON.stringify(input),
    encoding: 'utf8',
  })

test('tokens cut, dollars and recoveries of the session', () => {
  const { stdout, stderr } = run({ transcript_path: recorded('pruned.jsonl') })
  expect(stderr).toBe('')
  // Sonnet's prices are used: some 13,300 tokens, written once at 2.5 and read twice at 0.2.
  expect(stdout).toMatch(/^✂ 13\.\dk · \$0\.03 · 1 recovered\n$/)
  const coloured = run({ transcript_path: recorded('pruned.jsonl') }, [], {})
  expect(coloured.stdout).toBe(`\u001B[2m${stdout.trimEnd()}\u001B[0m\n`)
})

test('nothing if nothing was cut, no session is given, or the input is broken', () => {
  const nothing = { status: 0, stdout: '', stderr: '' }
  expect(run({ transcript_path: recorded('raw.jsonl') })).toMatchObject(nothing)
  expect(run({ transcript_path: '/nowhere.jsonl' })).toMatchObject(nothing)
  expect(run({})).toMatchObject(nothing)
  expect(run('not JSON')).toMatchObject(nothing)
})

test('next to another status line, which gets the same input', () => {
  const input = { transcript_path: recorded('pruned.jsonl'), model: { id: 'opus' } }
  const other = `${process.execPath} -e "process.stdin.on('data', (d) => console.log(JSON.parse(d).model.id))"`
  expect(run(input, ['--', other]).stdout).toMatch(/^opus │ ✂ 13/)
  expect(run({}, ['--', 'printf', 'mine']).stdout).toBe('mine\n')
  expect(run({}, ['--', 'exit 3']).stdout).toBe('')
  expect(run({}, ['--nonsense'])).toMatchObject({ status: 2 })
})
