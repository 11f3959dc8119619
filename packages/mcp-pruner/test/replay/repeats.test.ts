// What marks for repeats would have saved in a recorded session, counted apart from pruning.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isNotTaken, replaySession } from '../../src/report/replay/replay-session.js'
import { claudeSession, writeSession } from './recorded-fixture.js'

const home = mkdtempSync(join(tmpdir(), 'replay-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const usage = (input: number) => ({ input, cached: 0, output: 10 })
const range = (from: number) =>
  Array.from(
    { length: 80 },
    (_, i) => `${from + i}\texport const shade${from + i} = mix(${from + i})`,
  )
const read = (id: string, offset: number) => ({
  id,
  name: 'Read',
  input: { file_path: '/p/shades.ts', offset, limit: 80 },
})

let files = 0
async function repeatsIn(lines: readonly object[]) {
  files += 1
  const file = join(home, `${files}.jsonl`)
  writeSession(file, lines)
  const replayed = await replaySession('claude', file)
  if (isNotTaken(replayed)) throw new Error(replayed.notTaken)
  expect(replayed.total.shown).toBe(replayed.total.raw)
  return replayed.repeats
}

const twoRanges = (session: ReturnType<typeof claudeSession>, first = 'a', second = 'b') =>
  session
    .says('Look.', read(first, 1), usage(1000))
    .gets(first, range(1).join('\n'))
    .says('More.', read(second, 41), usage(3000))
    .gets(second, range(41).join('\n'))
    .says('Done.', undefined, usage(5000))

test('forty lines that were shown before are counted, in tokens and in dollars', async () => {
  const { outputs, tokens, saved } = await repeatsIn(twoRanges(claudeSession('/p')).lines)
  expect(outputs).toBe(1)
  // Forty lines of eleven tokens, less a mark and a note.
  expect(tokens).toBe(380)
  // One request carries them, at 2 dollars a million.
  expect(saved).toBeCloseTo((tokens * 2) / 1e6, 9)
})

test('the same range is raw the second time, and lines removed by a compaction are sent again', async () => {
  const again = twoRanges(claudeSession('/p'))
    .says('Again.', read('c', 41), usage(6000))
    .gets('c', range(41).join('\n'))
  expect(await repeatsIn(again.lines)).toMatchObject({ outputs: 1 })
  const before = claudeSession('/p')
    .says('Look.', read('a', 1), usage(1000))
    .gets('a', range(1).join('\n'))
  const after = claudeSession('/p')
    .says('More.', read('b', 41), usage(3000))
    .gets('b', range(41).join('\n'))
  const compacted = { type: 'system', subtype: 'compact_boundary', content: 'Compacted' }
  expect(await repeatsIn([...before.lines, compacted, ...after.lines])).toEqual({
    outputs: 0,
    tokens: 0,
    saved: 0,
  })
})

test("a subagent's calls, recorded in the same file, are nobody's repeats", async () => {
  const side = twoRanges(claudeSession('/p')).lines.map((line) =>
    Object.assign(line, { isSidechain: true }),
  )
  expect(await repeatsIn(side)).toMatchObject({ outputs: 0 })
})
