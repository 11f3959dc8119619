import { chmodSync, mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type HookServer, openHookServer } from './hook-server.js'

let folder: string
let server: HookServer | undefined
beforeAll(() => {
  folder = makeTree()
})
afterEach(async () => {
  await server?.close()
  server = undefined
})
afterAll(() => removeTree(folder))

async function open(answer: (hook: unknown) => Promise<object>) {
  server = await openHookServer([folder], answer)
  return server.path
}

function send(socketPath: string, body: string, path = '/', method = 'POST') {
  return new Promise<[number | undefined, string]>((resolve, reject) => {
    const sent = request({ socketPath, path, method, agent: false }, (response) => {
      text(response).then((answer) => resolve([response.statusCode, answer]), reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

test('a hook is answered; its path may name the client and its process', async () => {
  const path = await open((hook) => Promise.resolve({ hook }))
  expect(path).toBe(join(folder, `mcp-pruner-${process.pid}.sock`))
  expect(await send(path, '{"a":1}')).toEqual([200, ' {"hook":{"a":1}}'])
  expect(await send(path, '{"client":"x"}', '/codex/77')).toEqual([
    200,
    ' {"hook":{"client":"codex","parent_pid":77}}',
  ])
})

test.each([
  ['another method', '{}', 'PUT'],
  ['text', 'text', 'POST'],
  ['a list', '[]', 'POST'],
])('%s is refused', async (_what, body, method) => {
  const path = await open(() => Promise.reject(new Error('asked')))
  expect(await send(path, body, '/', method)).toEqual([400, '{}'])
})

test('an error changes nothing', async () => {
  const path = await open(() => Promise.reject(new Error('no')))
  expect(await send(path, '{}')).toEqual([200, ' {}'])
})

test('signs of life are sent until the answer', async () => {
  let answer = (_found: object) => {}
  const path = await open(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const body = await new Promise<string>((resolve) => {
    const sent = request({ socketPath: path, method: 'POST', agent: false }, (response) => {
      let all = ''
      response.on('data', (data) => {
        all += String(data)
        if (all === '  ') answer({ done: true })
      })
      response.on('end', () => resolve(all))
    })
    sent.end('{}')
  })
  expect(body.trimStart()).toBe('{"done":true}')
})

test('a folder is taken that is private and whose path is short enough', async () => {
  const long = join(folder, 'x'.repeat(100))
  await expect(openHookServer([long], () => Promise.resolve({}))).rejects.toThrow('no folder')
  const shared = join(folder, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o777)
  server = await openHookServer([long, shared, folder], () => Promise.resolve({}))
  expect(dirname(server.path)).toBe(folder)
})
