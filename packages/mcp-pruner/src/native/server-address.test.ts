import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  findAddresses,
  readAddress,
  removeLeftovers,
  writeAddress,
  writeParentAddress,
} from './server-address.js'

let run: string
let ended: number
const at = (name: string) => join(run, name)
const names = () => readdirSync(run).sort()
beforeEach(() => {
  run = makeTree()
  ended = spawnSync('true').pid
})
afterEach(() => removeTree(run))

test('an address is found until it is withdrawn', () => {
  const { pid } = process
  writeFileSync(at(`${pid}.silent`), '')
  const forget = writeAddress(run, '/a.sock', '/folder')
  expect(names()).toEqual([`${pid}.addr`])
  expect(findAddresses(run).map(readAddress)).toEqual(['/a.sock'])
  expect(readFileSync(at(`${pid}.addr`), 'utf8')).toBe('/a.sock\n/folder\n')
  writeFileSync(at(`${pid}.silent`), '')
  forget()
  expect(names()).toEqual([])
})

test('of several addresses the newest comes first; other files are none', () => {
  for (const [name, seconds] of [
    ['1.addr', 100],
    ['2.addr', 300],
    ['3.addr', 200],
    ['4.http', 400],
  ] as const) {
    writeFileSync(at(name), `/${name}\n`)
    utimesSync(at(name), seconds, seconds)
  }
  expect(findAddresses(run).map(readAddress)).toEqual(['/2.addr', '/3.addr', '/1.addr'])
  expect(findAddresses(at('missing'))).toEqual([])
  expect(readAddress(at('missing'))).toBeUndefined()
})

test("the client's own address is withdrawn only by the server that it names", () => {
  const file = at(`${process.ppid}.http`)
  const forget = writeParentAddress(run, '/a.sock')
  expect(readFileSync(file, 'utf8')).toBe(`/a.sock\n${process.pid}\n`)
  writeFileSync(file, '/b.sock\n1\n')
  forget()
  expect(existsSync(file)).toBe(true)
  writeParentAddress(run, '/a.sock')()
  expect(existsSync(file)).toBe(false)
})

test('what ended servers left is removed, and what running ones need stays', () => {
  const { pid } = process
  writeFileSync(at('1.http'), `/a.sock\n${ended}\n`)
  writeFileSync(at('2.http'), `/a.sock\n${pid}\n`)
  writeFileSync(at('claude-old.json'), `{"url":"x","pid":${ended}}\n`)
  writeFileSync(at('claude-new.json'), `{"url":"x","pid":${pid}}\n`)
  writeFileSync(at('claude-none.json'), '{}\n')
  writeFileSync(at('other.json'), '{}')
  writeFileSync(at(`${pid}.addr`), '/a.sock\n/folder\n')
  removeLeftovers(run)
  expect(names()).toEqual(['2.http', 'claude-new.json', 'other.json', `${pid}.addr`].sort())
})

test("an ended server's folder and socket go with its address", async () => {
  mkdirSync(at('folder'), { mode: 0o700 })
  writeFileSync(at('folder/ask'), '')
  const socket: Server = createServer()
  await new Promise<void>((done) => socket.listen(at('old.sock'), done))
  writeFileSync(at(`${ended}.addr`), `${at('old.sock')}\n${at('folder')}\n`)
  removeLeftovers(run)
  expect(names()).toEqual([])
  await new Promise((done) => socket.close(done))
})

test('an address whose server cannot be checked is removed after a day', () => {
  mkdirSync(at('folder'))
  for (const [name, hours] of [
    [`${ended}.addr`, 25],
    [`0${ended}.addr`, 23],
  ] as const) {
    writeFileSync(at(name), `/nowhere.sock\n${at('folder')}\n`)
    const then = Date.now() / 1000 - hours * 3600
    utimesSync(at(name), then, then)
  }
  removeLeftovers(run)
  expect(names()).toEqual([`0${ended}.addr`, 'folder'])
})
