// A server of 2026-07-28 behind HTTP: our own service, with a look at what the gateway sends it.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@jeeves/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND, connect, connectModern } from './wrapped.js'

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-new-http-'))
const config = join(folder, 'config.json')
/** The revision and method of each request, as its headers say. */
const seen: string[] = []
/** Before each request is passed on. */
let delayMs = 0
let service: ChildProcess
let between: Server

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

beforeAll(async () => {
  const port = await freePort()
  service = spawn(process.execPath, [COMMAND, 'serve', '--port', String(port)], {
    env: { ...process.env, MCP_PRUNER_CACHE_DIR: folder, HOME: folder },
    stdio: 'ignore',
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await sleep(50)
  between = createServer((incoming, response) => {
    const { headers, method, url } = incoming
    seen.push([headers['mcp-protocol-version'], headers['mcp-method']].join(' '))
    const host = `127.0.0.1:${port}`
    const onward = forward(
      `http://${host}${url}`,
      { method, headers: { ...headers, host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    setTimeout(() => incoming.pipe(onward), delayMs)
  })
  const url = `http://127.0.0.1:${await listening(between)}/mcp`
  writeFileSync(config, JSON.stringify({ mcpServers: { service: { type: 'http', url } } }))
})

afterAll(async () => {
  service.kill()
  between.closeAllConnections()
  await new Promise((resolve) => between.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const text = Array.from({ length: 400 }, (_, i) => `line ${i} of the report`).join('\n')
const asked = {
  text: `${text}\nthe retry limit is 7\n${text}`,
  goal_hint: 'what is the retry limit?',
  source_type: 'docs',
  options: {
    max_prune_ratio: 0.9,
    min_keep_lines: 1,
    timeout_ms: 5000,
    annotate_lines: false,
    include_markers: true,
  },
}

test.each(['an old client', 'a new client'])('%s is bridged to it', async (client) => {
  seen.length = 0
  const input = { server: [], options: ['--config', config] }
  const opened =
    client === 'a new client' ? await connectModern(input) : (await connect(input)).client
  const { tools } = await opened.listTools()
  expect(tools.map(({ name }) => name)).toContain('prune_text')
  const result = await opened.callTool({ name: 'prune_text', arguments: asked })
  expect(JSON.stringify(result)).toContain('the retry limit is 7')
  await opened.close()
  expect(seen[0]).toBe('2026-07-28 server/discover')
  expect(seen).toContain('2026-07-28 subscriptions/listen')
  expect(seen).toContain('2026-07-28 tools/call')
  expect(seen.join()).not.toContain('initialize')
})

// Asked after a second in the way of older revisions, a busy service of the newest one refused.
test('a slow server is not mistaken for an older one', async () => {
  seen.length = 0
  delayMs = 1200
  try {
    const { client, close } = await connect({ server: [], options: ['--config', config] })
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('prune_text')
    await close()
  } finally {
    delayMs = 0
  }
  expect(seen.join()).not.toContain('initialize')
})
