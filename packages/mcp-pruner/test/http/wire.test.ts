// Callers as they are on the wire: too large, silent, doubtful.
import { execFile } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { http, post, runService, startHere } from './running-service.js'

const open: { stop?(): Promise<unknown>; close?(): Promise<unknown> }[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const one of open.splice(0)) await (one.stop?.() ?? one.close?.())
})

async function start(...args: Parameters<typeof runService>) {
  const service = await runService(...args)
  open.push(service)
  return service
}

async function silent(port: number, count: number, from = '127.0.0.1'): Promise<Socket[]> {
  const made = Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    socket.on('error', () => {})
    return socket
  })
  sockets.push(...made)
  await Promise.all(
    made.map(
      (socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve)),
    ),
  )
  return made
}

const PYTHON = `
import sys, urllib.request, urllib.error
body = b'{"pad":"' + b'x' * 30000000 + b'"}'
request = urllib.request.Request(sys.argv[1], data=body, headers={'Content-Type': 'application/json'})
try:
    print(urllib.request.urlopen(request).status)
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())
`

test('a client that reads only after sending 30 MB gets 413', async () => {
  const { url } = await start()
  const { stdout } = await promisify(execFile)('python3', ['-c', PYTHON, `${url}/rpc`])
  expect(stdout).toMatch(/^413 .*body_too_large/)
})

test('and by one that reads meanwhile', async () => {
  const { url } = await start()
  const { status, json } = await post(`${url}/rpc`, Buffer.alloc(30_000_000, 'x'))
  expect(status).toBe(413)
  expect(json.error.data.code).toBe('body_too_large')
})

test('600 silent connections from one address leave room for others', async () => {
  const { port, url } = await start()
  const made = await silent(port, 600, '127.0.0.2')
  await expect
    .poll(() => made.filter(({ destroyed }) => destroyed).length)
    .toBeGreaterThanOrEqual(88)
  expect((await http(`${url}/health`)).status).toBe(200)
})

test('a trusted proxy may have more', async () => {
  const { port, url } = await start(['--trust-proxy', '127.0.0.3'])
  const made = await silent(port, 600, '127.0.0.3')
  expect((await http(`${url}/health`)).status).toBe(200)
  expect(made.filter(({ destroyed }) => destroyed)).toEqual([])
})

test('silent connections are closed soon', async () => {
  const service = await startHere({ limits: { headersMs: 300 } })
  open.push(service)
  const [socket] = await silent(service.port, 1)
  await new Promise((resolve) => socket?.resume().once('close', resolve))
  expect(socket?.destroyed).toBe(true)
})

test('a second Host is refused', async () => {
  const { port } = await start()
  const [socket] = await silent(port, 1)
  socket?.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n')
  const heard = await new Promise((resolve) =>
    socket?.once('data', (data) => resolve(String(data))),
  )
  expect(heard).toMatch(/^HTTP\/1.1 400 /)
})

test.each(['/rpc', '/mcp'])('a body without a content type is refused on %s', async (path) => {
  const { url } = await start()
  const { status, text } = await http(`${url}${path}`, { method: 'POST', body: '{}' })
  expect(status).toBe(415)
  expect(text).toContain('send Content-Type: application/json')
})
