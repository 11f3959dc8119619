import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { probeServer } from './probe.js'

const SERVERS = join(import.meta.dirname, '../test/servers')
let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'runner-probe-'))
})
afterEach(() => rmSync(cwd, { recursive: true }))

const probe = (server: string, limitMs = 30_000, signal?: AbortSignal) =>
  probeServer(
    { command: 'node', args: [join(SERVERS, server)], env: { MCP_PRUNER_CWD: cwd } },
    { cwd, env: process.env, limitMs, signal },
  )

function startedServersAlive(): boolean[] {
  const pids = readFileSync(join(cwd, 'server-pids'), 'utf8').trim().split('\n').map(Number)
  return pids.map((pid) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  })
}

describe('probeServer', () => {
  test('the real server is ready and lists its tools', async () => {
    const entry = join(import.meta.dirname, '../../mcp-pruner/dist/index.js')
    const config = { command: 'node', args: [entry], env: { PRUNER_URL: '', MCP_PRUNER_CWD: cwd } }
    const result = await probeServer(config, { cwd, env: process.env, limitMs: 30_000 })
    expect(result).toMatchObject({
      kind: 'ready',
      tools: expect.arrayContaining(['read']) as string[],
    })
  })

  test.each(['healthy.mjs', 'stubborn.mjs'])(
    '%s is ready, and gone when the answer is given',
    async (server) => {
      expect(await probe(server)).toEqual({ kind: 'ready', tools: ['read'] })
      expect(startedServersAlive()).toEqual([false])
    },
  )

  test('a server that ends is reported with its exit code and its last words', async () => {
    expect(await probe('exits-at-start.mjs')).toEqual({
      kind: 'start_failed',
      message: 'the server ended (exit code 3): the disk is full',
    })
  })

  test('a server that never answers is abandoned and ended', async () => {
    // Long enough for the server to have started, or there would be nothing to end.
    expect(await probe('hangs-at-start.mjs', 3_000)).toEqual({
      kind: 'start_failed',
      message: 'the server did not answer within 3000 ms',
    })
    expect(startedServersAlive()).toEqual([false])
  })

  test('a server without tools is of no use', async () => {
    expect(await probe('lists-nothing.mjs')).toEqual({
      kind: 'start_failed',
      message: 'the server lists no tools',
    })
  })

  test('a command that does not exist could not be spawned', async () => {
    const result = await probeServer(
      { command: 'no-such-command' },
      { cwd, env: process.env, limitMs: 30_000 },
    )
    expect(result).toEqual({
      kind: 'spawn_failed',
      message: 'no-such-command could not be started: spawn no-such-command ENOENT',
    })
  })

  test('a cancelled run does not wait for the server', async () => {
    expect(await probe('hangs-at-start.mjs', 600_000, AbortSignal.timeout(1_000))).toEqual({
      kind: 'start_failed',
      message: 'the run was cancelled',
    })
  })
})

// The client's timer kept the process alive for ever if the server ended before the client was loaded.
test('a server that is gone before the client is loaded does not block the process', () => {
  const file = fileURLToPath(new URL('./probe.ts', import.meta.url))
  const code = `
    import { probeServer } from ${JSON.stringify(file)}
    const config = { command: process.execPath, args: ['-e', 'process.exit(3)'] }
    const probed = probeServer(config, { cwd: '.', env: process.env, limitMs: 600_000 })
    const until = Date.now() + 500
    while (Date.now() < until);
    console.log((await probed).message)`
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--conditions=@jeeves/source', '--input-type=module', '-e', code],
    { encoding: 'utf8', timeout: 200_000 },
  )
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'the server ended (exit code 3)\n' })
})
