// Progress of `mcp-pruner replay` while it runs.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { progressBar } from '../../src/report/replay/progress-bar.js'
import { type ReplayProgress, runReplay } from '../../src/report/replay/run-replay.js'
import { ENTRY } from '../stdio/raw-server.js'
import { claudeSession, writeSession } from './recorded-fixture.js'

const home = mkdtempSync(join(tmpdir(), 'replay-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

// One session of hundreds of megabytes left the bar at 0 % until it was done.
test('progress is reported within a file', async () => {
  const file = join(home, 'long.jsonl')
  const session = claudeSession('/p/long').prompt('x'.repeat(1000))
  writeSession(
    file,
    Array.from({ length: 4000 }, () => session.lines[0] as object),
  )
  const bytes = statSync(file).size
  const told: ReplayProgress[] = []
  await runReplay({
    files: [{ client: 'claude', file, modifiedMs: 0, bytes }],
    workerUrl: new URL('./replay-worker.js', pathToFileURL(ENTRY)),
    onProgress: (progress) => told.push(progress),
  })
  const within = told.filter(({ filesDone, bytesDone }) => filesDone === 0 && bytesDone > 0)
  expect(within.length).toBeGreaterThan(2)
  expect(told.at(-1)).toEqual({ files: 1, filesDone: 1, bytes, bytesDone: bytes })
})

test('on a terminal the remaining time is shown', () => {
  const written: string[] = []
  let now = 0
  const out = {
    isTTY: true as const,
    columns: 100,
    write: (text: string) => written.push(text) > 0,
  }
  const bar = progressBar(out, () => now)
  const at = (filesDone: number, bytesDone: number) =>
    bar.show({ files: 4, filesDone, bytes: 400, bytesDone })
  bar.begin()
  at(0, 0)
  now = 5000
  at(1, 100)
  now = 300_000
  at(1, 100)
  expect(written.map((text) => stripVTControlCharacters(text).replace(/[\r█░]/g, ''))).toEqual([
    'Looking for recorded sessions …',
    ' 0 %  0 of 4 sessions',
    ' 25 %  1 of 4 sessions, 15 s left',
    ' 25 %  1 of 4 sessions, 15 min 0 s left',
  ])
})
