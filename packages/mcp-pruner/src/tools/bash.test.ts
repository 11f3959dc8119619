import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, makeTree, pidIn, removeTree, untilGone } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { json, startStandIn } from '../../test/stdio/stand-in-pruner.js'
import { directCalls, textOf } from '../../test/tools/direct-call.js'
import { RequestInvalid } from '../call/invalid-params.js'
import { createBashTool } from './bash.js'

const root = makeTree({ 'folder/name.txt': 'in the folder\n' })
// A login shell reads files of the home folder.
beforeAll(() => {
  vi.stubEnv('HOME', root)
  vi.stubEnv('SOME_API_KEY', 'a secret of the server')
})
afterAll(() => {
  vi.unstubAllEnvs()
  removeTree(root)
})

const { settings, call, structured } = directCalls(root)
const tool = createBashTool(settings)

describe('what a command returns', () => {
  test('its output, its errors and its exit code', async () => {
    expect(await structured(tool, { command: 'echo out; echo err >&2' })).toMatchObject({
      tool: 'bash',
      command: 'echo out; echo err >&2',
      cwd: root,
      exit_code: 0,
      stdout: 'out\n',
      stderr: 'err\n',
      truncated: false,
    })
  })

  test('a code that is not 0 is a tool error with its output', async () => {
    const result = await call(tool, { command: 'echo half; exit 3' })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({
      error: { code: 'nonzero_exit', exit_code: 3 },
      stdout: 'half\n',
    })
    expect(textOf(result)).toContain('half\n[exit code 3]')
  })

  test('a signal counts as a shell counts it', async () => {
    expect((await structured(tool, { command: 'kill -9 $$' })).error).toMatchObject({
      code: 'nonzero_exit',
      exit_code: 137,
    })
  })

  test('the requested folder and variables, and none of the server’s keys', async () => {
    const args = { command: 'cat name.txt; echo $GREETING [$SOME_API_KEY]', cwd: 'folder' }
    const { stdout } = await structured(tool, { ...args, env: { GREETING: 'hello' } })
    expect(stdout).toBe('in the folder\nhello []\n')
  })

  test('no colours, unless somebody wants them', async () => {
    const command = 'echo "[$NO_COLOR$FORCE_COLOR]"'
    for (const name of ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE']) vi.stubEnv(name, undefined)
    expect((await structured(tool, { command })).stdout).toBe('[1]\n')
    expect((await structured(tool, { command, env: { FORCE_COLOR: '2' } })).stdout).toBe('[2]\n')
    vi.stubEnv('FORCE_COLOR', '3')
    expect((await structured(tool, { command })).stdout).toBe('[3]\n')
    vi.unstubAllEnvs()
  })

  test('both ends of an output longer than max_output_bytes', async () => {
    const args = { command: 'seq 1 1000', max_output_bytes: 1024 }
    const { stdout, truncated } = await structured(tool, args)
    expect(truncated).toBe(true)
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1024)
    expect(stdout).toMatch(/^1\n2\n[^]*\n\[… \d+ bytes cut …\]\n[^]*\n999\n1000\n$/)
  })
})

describe('what ends a command', () => {
  test('its time limit, with all that it started', async () => {
    const command = 'sleep 600 & echo $! >pid; wait'
    const { error } = await structured(tool, { command, timeout_ms: 2000 })
    expect(error).toEqual({
      code: 'timeout',
      message: 'stopped after 2000 ms; timeout_ms raises the limit',
    })
    const pid = Number(readFileSync(join(root, 'pid'), 'utf8'))
    await untilGone(pid)
    expect(isAlive(pid)).toBe(false)
  })

  test('its caller, who disconnects', async () => {
    const gone = new AbortController()
    const command = 'echo $$ >running; exec sleep 600'
    const answer = call(tool, { command, timeout_ms: 300_000 }, 'text', gone.signal)
    const pid = await pidIn(root, 'running')
    gone.abort()
    await expect(answer).rejects.toThrow('the call was cancelled')
    await untilGone(pid)
    expect(isAlive(pid)).toBe(false)
  })
})

test.each([
  [{}, 'command', 'invalid_type'],
  [{ command: '' }, 'command', 'too_small'],
  [{ command: 'true', cwd: '..' }, 'cwd', 'custom'],
  [{ command: 'true', timeout_ms: 99 }, 'timeout_ms', 'too_small'],
  [{ command: 'true', env: { LD_PRELOAD: 'x.so' } }, 'env.LD_PRELOAD', 'custom'],
])('%j is refused before anything runs', async (args, field, code) => {
  const refused: unknown = await call(tool, args).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(RequestInvalid)
  const [issue] = (refused as RequestInvalid).issues
  expect([issue?.path.join('.'), issue?.code]).toEqual([field, code])
})

test('a folder that is not there is a tool error', async () => {
  expect((await structured(tool, { command: 'true', cwd: 'nowhere' })).error).toMatchObject({
    code: 'invalid_cwd',
  })
})

test('a question prunes stdout, and stderr where there is nothing else; a failing command too', async () => {
  const standIn = await startStandIn(json({ pruned_code: 'kept\n' }))
  const here = directCalls(root, standIn.url)
  const pruning = createBashTool(here.settings)
  const question = { context_focus_question: 'What is kept?' }
  const both = await here.structured(pruning, { command: 'echo a; echo b >&2', ...question })
  const failed = await here.structured(pruning, { command: 'echo b >&2; exit 1', ...question })
  await standIn.close()
  expect([both.stdout, both.stderr]).toEqual(['kept\n', 'b\n'])
  expect([failed.stdout, failed.stderr, failed.error.exit_code]).toEqual(['', 'kept\n', 1])
  expect(standIn.requests.map(({ body }) => JSON.parse(body).code)).toEqual(['a\n', 'b\n'])
})
