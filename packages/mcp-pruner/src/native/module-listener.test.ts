// Nobody else on this machine may call it.
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ModuleListener } from './module-listener.js'

const folder = mkdtempSync(join(tmpdir(), 'module-'))
mkdirSync(join(folder, 'native/run'), { recursive: true })
const listener = new ModuleListener(folder, async (hook) => ({ heard: hook }))
const file = join(folder, 'native/run/claude-abc-1.json')

interface Address {
  readonly url: string
  readonly secret: string
}
let address: Address

beforeAll(async () => {
  await listener.expect('abc-1')
  address = JSON.parse(readFileSync(file, 'utf8')) as Address
})
afterAll(async () => {
  await listener.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (headers: Record<string, string>, body = '{"a":1}', method = 'POST') =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sent = request(address.url, { agent: false, method, headers }, (response) => {
      void text(response).then(
        (answer) => resolve({ status: response.statusCode, body: answer }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
const secret = () => ({ authorization: `Bearer ${address.secret}` })

test('with the secret, which only this user can read, it answers', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await ask({ ...secret(), 'content-length': '7' })).toEqual({
    status: 200,
    body: '{"heard":{"a":1}}',
  })
})

test.each([
  ['no secret', () => ({})],
  ['another secret', () => ({ authorization: `Bearer ${'0'.repeat(64)}` })],
  ['a page in a browser', () => ({ ...secret(), origin: 'http://evil.example' })],
  ['another name for this machine', () => ({ ...secret(), host: 'evil.example' })],
])('with %s it answers nothing', async (_name, headers) => {
  expect(await ask({ ...headers(), 'content-length': '7' })).toEqual({ status: 403, body: '' })
})

test('invalid JSON, large bodies and other requests are refused', async () => {
  expect((await ask({ ...secret(), 'content-length': '7' }, '{"a":1]')).status).toBe(400)
  expect((await ask({ ...secret(), 'content-length': '7' }, '{"a":1}', 'PUT')).status).toBe(403)
  const over64MiB = { ...secret(), 'content-length': '67108865' }
  expect((await ask(over64MiB)).status).toBe(413)
})

test('an invalid session name gets no file', async () => {
  await listener.expect('../../x')
  expect(existsSync(join(folder, 'x.json'))).toBe(false)
})

test('after its end the file is gone, and so is the server', async () => {
  const own = new ModuleListener(folder, async () => ({}))
  await own.expect('ended')
  const path = join(folder, 'native/run/claude-ended.json')
  const { url } = JSON.parse(readFileSync(path, 'utf8')) as Address
  const open = connect(Number(new URL(url).port), '127.0.0.1')
  await once(open, 'connect')
  const closed = once(open, 'close')
  await own.close()
  // A connection that is kept open does not hold it.
  await closed
  expect(existsSync(path)).toBe(false)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('a server that closes leaves the address of the one that was started in its place', async () => {
  const before = new ModuleListener(folder, async () => ({}))
  const after = new ModuleListener(folder, async () => ({}))
  await before.expect('restarted')
  await after.expect('restarted')
  const shared = join(folder, 'native/run/claude-restarted.json')
  const written = readFileSync(shared, 'utf8')
  await before.close()
  expect(readFileSync(shared, 'utf8')).toBe(written)
  await after.close()
  expect(existsSync(shared)).toBe(false)
})
