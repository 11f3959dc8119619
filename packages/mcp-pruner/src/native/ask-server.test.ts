import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askAnyServer } from './ask-server.js'
import { isAvoided } from './unresponsive-server.js'

let data: string
let servers: Server[]
const run = () => join(data, 'run')
const address = (name: string) => join(run(), `${name}.addr`)
beforeEach(() => {
  data = makeTree({ 'settings.json': '{"waitMs":60000}' })
  mkdirSync(run())
  servers = []
})
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  removeTree(data)
})

/** Addresses are asked from the newest on. */
function note(name: string, socket: string, seconds: number): void {
  writeFileSync(address(name), `${socket}\n/folder\n`)
  utimesSync(address(name), seconds, seconds)
}

async function listen(name: string, seconds: number, answer: RequestListener): Promise<void> {
  const socket = join(run(), `${name}.sock`)
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((done) => server.listen(socket, done))
  note(name, socket, seconds)
}
const echo: RequestListener = (request, response) => {
  void json(request).then((hook) => response.end(JSON.stringify({ hook })))
}
const ask = () => askAnyServer(run(), { a: 1 })

test('a server is asked, and answers', async () => {
  await listen('1', 100, echo)
  expect(await ask()).toEqual({ hook: { a: 1 } })
})

test('without a server there is no answer', async () => {
  expect(await ask()).toBeUndefined()
})

test('servers that have ended are forgotten, and the next one is asked', async () => {
  note('9', join(run(), 'gone.sock'), 300)
  writeFileSync(join(run(), 'file.sock'), '')
  note('8', join(run(), 'file.sock'), 200)
  await listen('1', 100, echo)
  expect(await ask()).toEqual({ hook: { a: 1 } })
  expect([existsSync(address('9')), existsSync(address('8')), existsSync(address('1'))]).toEqual([
    false,
    false,
    true,
  ])
})

test('after three that have ended, no more are tried', async () => {
  for (const name of ['7', '8', '9']) note(name, join(run(), 'gone.sock'), 300)
  await listen('1', 100, echo)
  expect(await ask()).toBeUndefined()
  expect(await ask()).toEqual({ hook: { a: 1 } })
})

test('a server that breaks off is forgotten', async () => {
  await listen('1', 100, (request) => request.socket.destroy())
  expect(await ask()).toBeUndefined()
  expect(existsSync(address('1'))).toBe(false)
})

test('one that says nothing is left, avoided after the second time, and taken back when it answers', async () => {
  writeFileSync(join(data, 'settings.json'), '{"waitMs":20}')
  let isSilent = true
  let asked = 0
  await listen('1', 100, (request, response) => {
    asked += 1
    if (!isSilent) echo(request, response)
  })
  expect(await ask()).toBeUndefined()
  expect([existsSync(address('1')), isAvoided(address('1'))]).toEqual([true, false])
  expect(await ask()).toBeUndefined()
  expect(isAvoided(address('1'))).toBe(true)
  // Nothing is sent to it meanwhile.
  expect(await ask()).toBeUndefined()
  expect(asked).toBe(2)
  writeFileSync(join(data, 'settings.json'), '{"waitMs":60000}')
  writeFileSync(join(run(), '1.silent'), JSON.stringify({ until: 1, forMs: 4000 }))
  isSilent = false
  expect(await ask()).toEqual({ hook: { a: 1 } })
  expect(existsSync(join(run(), '1.silent'))).toBe(false)
})
