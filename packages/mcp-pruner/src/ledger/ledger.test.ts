import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundledProgram } from '@jeeves/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { summarise } from '../report/savings/summary.js'
import { foldLedger } from './fold-ledger.js'
import { openLedger } from './ledger.js'
import { LedgerFiles } from './ledger-files.js'
import { readLedger } from './read-ledger.js'

const WRITER = await bundledProgram(new URL('./ledger-writer.case.ts', import.meta.url))
let cacheFolder = ''
let folder = ''
beforeEach(() => {
  cacheFolder = mkdtempSync(join(tmpdir(), 'ledger-'))
  folder = join(cacheFolder, 'ledger')
})
afterEach(() => rmSync(cacheFolder, { recursive: true, force: true }))

const startWriter = (session: string, count: number): ChildProcess =>
  spawn(process.execPath, [WRITER, cacheFolder, session, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
const total = () => summarise(readLedger(new LedgerFiles(folder))).total
const open = (holdout = 0) => openLedger({ cacheFolder, isOn: true, holdout }, () => {})
const me = { entryPoint: 'stdio', session: 's', client: 'c', project: '/p' } as const

test('eight processes that write at once lose nothing', async () => {
  const writers = Array.from({ length: 8 }, (_, i) => startWriter(`s${i}`, 300))
  const codes = await Promise.all(
    writers.map(async (child) => {
      child.stdout?.resume()
      return (await once(child, 'exit'))[0]
    }),
  )
  expect(codes).toEqual(Array(8).fill(0))
  expect(total()).toMatchObject({
    calls: 2400,
    raw: 24_000,
    shown: 7200,
    question: 2400,
    net: 14_400,
  })
})

test('after kills at any moment everything written is there, and writing continues in the same files', async () => {
  const told: number[] = []
  for (const stopAt of [1, 17, 150]) {
    const child = startWriter(`s${stopAt}`, 100_000)
    let last = 0
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      last = Number(line)
      if (last === stopAt) child.kill('SIGKILL')
    }
    told.push(last)
  }
  const calls = readLedger(new LedgerFiles(folder)).entries
  told.forEach((last, i) => {
    const session = `s${[1, 17, 150][i]}`
    const written = calls.filter((entry) => entry.session === session).length
    // One more may have been written before it was printed.
    expect([last, last + 1]).toContain(written)
  })
  expect(readdirSync(folder)).toHaveLength(1)
})

test('a line that was cut off by a kill spoils only itself, and is counted', () => {
  open().called(me, { tool: 'read', raw: 100, shown: 40, question: 0 })
  const [name = ''] = readdirSync(folder)
  appendFileSync(join(folder, name), '\n{"kind":"call","at":17')
  const files = new LedgerFiles(folder)
  expect(readLedger(files)).toMatchObject({ damaged: 0, entries: [{ raw: 100 }] })
  appendFileSync(
    join(folder, name),
    '\n{"kind":"session","at":1,"session":"s","door":"stdio","client":"c","project":"/p","list":9}',
  )
  expect(readLedger(files)).toMatchObject({ damaged: 1, entries: [{ raw: 100 }, { list: 9 }] })
})

test('only the user may read it', () => {
  open().called(me, { tool: 'read', raw: 1, shown: 1, question: 0 })
  const [name = ''] = readdirSync(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
})

test('off means that nothing is written and there is no control group', () => {
  const ledger = openLedger({ cacheFolder, isOn: false, holdout: 0.5 }, () => {})
  ledger.called(me, { tool: 'read', raw: 1, shown: 1, question: 0 })
  expect(readdirSync(cacheFolder)).toEqual([])
  expect(Array.from({ length: 100 }, ledger.drawsHoldout)).not.toContain(true)
})

test('a folder that cannot be written costs one warning and no call', () => {
  const warnings: string[] = []
  const ledger = openLedger({ cacheFolder: '/dev/null', isOn: true, holdout: 0 }, (_, event) =>
    warnings.push(event),
  )
  for (let i = 0; i < 3; i++) ledger.called(me, { tool: 'read', raw: 1, shown: 1, question: 0 })
  expect(warnings).toEqual(['ledger.not_written'])
})

test('the oldest calls become daily sums, again and again, and nothing is counted twice or lost', () => {
  const bounds = { aboveBytes: 0, toBytes: 0 }
  for (let round = 1; round <= 4; round++) {
    const ledger = open()
    for (let i = 0; i < 5; i++)
      ledger.called(me, { tool: 'read', raw: 100, shown: 30, question: 2, eligible: true })
    ledger.recovered(me, 'prn_unknown', 7)
    // Released, as by a process that has ended.
    const files = new LedgerFiles(folder)
    for (const file of files.list()) files.release(file)
    foldLedger(files, bounds)
    expect(readLedger(files).entries).toEqual([])
    expect(total()).toMatchObject({
      calls: 5 * round,
      raw: 500 * round,
      recovered: 7 * round,
      net: (500 - 150 - 10 - 7) * round,
    })
    const compared = readLedger(files).sums.map(({ arms }) => arms.pruned.calls.n)
    expect(compared).toEqual([5 * round])
    expect(files.list()).toHaveLength(1)
  }
})

test('a kill between writing the sums and removing what is in them counts nothing twice', () => {
  open().called(me, { tool: 'read', raw: 100, shown: 30, question: 0 })
  const files = new LedgerFiles(folder)
  for (const file of files.list()) files.release(file)
  const [calls] = files.list()
  const final = files.newSums()
  const row = { day: '2026-11-16', project: '/p', client: 'c', tool: 'read', calls: 1, raw: 100 }
  const rest = { shown: 30, question: 0, recovered: 0, again: 0, list: 0 }
  appendFileSync(final, JSON.stringify({ replaces: [calls?.id], rows: [{ ...row, ...rest }] }))
  expect(total()).toMatchObject({ calls: 1, raw: 100 })
  foldLedger(files, { aboveBytes: 0, toBytes: 0 })
  expect(total()).toMatchObject({ calls: 1, raw: 100, net: 70 })
  expect(files.list()).toHaveLength(1)
})

test('it stays within its bound however much is written', () => {
  const ledger = open()
  const long = { ...me, project: `/${'p'.repeat(900)}` }
  for (let i = 0; i < 14_000; i++)
    ledger.called(long, { tool: 'read', raw: 2, shown: 1, question: 0 })
  const files = new LedgerFiles(folder)
  const bytes = files.list().reduce((sum, file) => sum + files.bytesOf(file), 0)
  expect(bytes).toBeLessThan(10_000_000)
  expect(total()).toMatchObject({ calls: 14_000, net: 14_000 })
})

test('a list of tools counts once for a session, however often it is asked for', () => {
  const ledger = open()
  for (const session of ['s', 's', 't', 's']) ledger.listed({ ...me, session }, 800.4)
  expect(total()).toMatchObject({ calls: 0, list: 1600 })
})

test('a call of a wrapped server is counted for it, and one of ours for none', () => {
  const ledger = open()
  const call = { tool: 'search', raw: 900, shown: 100, question: 0 }
  ledger.called(me, { ...call, server: 'github' })
  ledger.called(me, call)
  const { byServer } = summarise(readLedger(new LedgerFiles(folder)))
  expect(byServer.map(({ name, calls }) => [name, calls])).toEqual([['github', 1]])
})
