import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noCounts } from './counts.js'
import { StatsFiles } from './files.js'

let cache = ''
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'mcp-pruner-stats-'))
})
afterEach(() => rmSync(cache, { recursive: true, force: true }))

const counted = (calls: number) => ({ tool: { ...noCounts(), calls } })

test('files of several processes are added up; damaged ones count nothing', () => {
  new StatsFiles(cache).write(counted(2))
  const own = new StatsFiles(cache)
  own.write(counted(1))
  own.write(counted(3))
  writeFileSync(join(cache, 'stats', 'a.1.b.json'), '{"tool":{"calls":"many"}}')
  writeFileSync(join(cache, 'stats', 'a.1.c.json'), '{"tool":')
  expect(own.readAll()).toMatchObject({ tool: { calls: 5 } })
})

test('what ended processes left is folded into one file, and what runs is left alone', () => {
  const running = new StatsFiles(cache)
  running.write(counted(7))
  const host = hostname().replace(/[^A-Za-z0-9-]/g, '-') || 'host'
  for (let i = 0; i < 80; i++) {
    writeFileSync(join(cache, 'stats', `${host}.2147483646.${i}.json`), JSON.stringify(counted(1)))
  }
  writeFileSync(join(cache, 'stats', `elsewhere.1.x.json`), JSON.stringify(counted(10)))
  running.fold()
  expect(readdirSync(join(cache, 'stats'))).toHaveLength(3)
  expect(running.readAll()).toMatchObject({ tool: { calls: 97 } })
  running.write(counted(8))
  expect(running.readAll()).toMatchObject({ tool: { calls: 98 } })
})

test('a folder that is not there has no counts', () => {
  expect(new StatsFiles(join(cache, 'nowhere')).readAll()).toEqual({})
})
