// A server behind Streamable HTTP, together with one behind stdio.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@jeeves/testing'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { AWKWARD, connect, serverFromNpm, textOf } from './wrapped.js'

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-http-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTcp(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

let port = 0
let server: ChildProcess | undefined

async function start(): Promise<void> {
  const [command = ''] = serverFromNpm('everything')
  server = spawn(command, ['streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  })
  while (!(await isListening(port))) {
    if (server.exitCode !== null) throw new Error(`it did not start on port ${port}`)
    await sleep(20)
  }
}

async function stop(): Promise<void> {
  const ended = new Promise((resolve) => server?.once('exit', resolve))
  server?.kill('SIGKILL')
  await ended
}

beforeEach(async () => {
  port = await freePort()
  await start()
})
afterEach(stop)

const config = (servers: object): string => {
  const path = join(folder, `config-${port}.json`)
  writeFileSync(path, JSON.stringify({ mcpServers: servers }))
  return path
}

test('calls, resources and progress pass, and large answers are bounded', async () => {
  const url = `http://127.0.0.1:${port}/mcp`
  const options = ['--config', config({ far: { type: 'http', url, headers: { 'x-test': '1' } } })]
  const { client, close } = await connect({ server: [], options })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'artifact_read']))
  expect(
    textOf(await client.callTool({ name: 'echo', arguments: { message: 'hello' } })),
  ).toContain('hello')
  const long = await client.callTool({
    name: 'echo',
    arguments: { message: 'line\n'.repeat(9000) },
  })
  expect(JSON.stringify(long).length).toBeLessThan(10_240)
  expect(textOf(long)).toMatch(/ax:\/\/far\/echo\./)
  const seen: number[] = []
  await client.callTool(
    { name: 'trigger-long-running-operation', arguments: { duration: 3, steps: 3 } },
    undefined,
    {
      onprogress: ({ progress }) => seen.push(progress),
    },
  )
  // The SDK's client loses a report that arrives together with the answer.
  expect(seen.slice(0, 2)).toEqual([1, 2])
  const { resources } = await client.listResources()
  expect(resources.length).toBeGreaterThan(0)
  await close()
})

test('a server that went down fails calls as unavailable, and is found again', async () => {
  const url = `http://127.0.0.1:${port}/mcp`
  const options = [
    '--config',
    config({ far: { url }, near: { command: AWKWARD[0], args: [AWKWARD[1]] } }),
  ]
  const { client, close } = await connect({ server: [], options })
  const echo = () => client.callTool({ name: 'far__echo', arguments: { message: 'hello' } })
  expect(textOf(await echo())).toContain('hello')
  await stop()
  const failed = await echo()
  expect(failed.isError).toBe(true)
  // Whether it was sent depends on whether the old connection still seemed open.
  expect(JSON.parse(textOf(failed)).error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(
    textOf(await client.callTool({ name: 'near__echo', arguments: { text: 'still here' } })),
  ).toBe('still here')
  await start()
  await expect.poll(async () => textOf(await echo())).toContain('hello')
  await close()
})

test('a refusal reports the status and the server’s challenge', async () => {
  const guarded = createServer((_, response) => {
    response.writeHead(401, { 'www-authenticate': 'Bearer realm="docs"' }).end('unauthorized')
  })
  await new Promise<void>((resolve) => guarded.listen(0, '127.0.0.1', resolve))
  const { port: guardedPort } = guarded.address() as { port: number }
  const options = ['--config', config({ far: { url: `http://127.0.0.1:${guardedPort}/mcp` } })]
  await expect(connect({ server: [], options })).rejects.toThrow(
    /HTTP 401.*Bearer realm="docs".*"headers"/,
  )
  guarded.close()
})
