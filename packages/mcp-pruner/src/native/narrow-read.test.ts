import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { expect, test } from 'vitest'
import { callFacts } from '../clients/sessions/call-kind.js'
import {
  narrowingNote,
  narrowRead,
  popNarrowed,
  rangeToRead,
  wordsToNarrowBy,
} from './narrow-read.js'

const FILE = Array.from({ length: 400 }, (_, at) => `line ${at + 1}`)
const withNameAt = (...lines: readonly number[]): string =>
  FILE.map((line, at) => (lines.includes(at + 1) ? 'parsePrice(text)' : line)).join('\n')

const prunes = async () =>
  ({
    pruneId: 'prn_X',
    metadata: {},
    densest: { from: 100, to: 160, share: 0.15, density: 0.9 },
  }) as never

const narrow = (text: string) =>
  rangeToRead(
    text,
    { kind: 'file', path: '/project/price.ts' } as never,
    { query: { question: 'parsePrice' } as never, names: ['parsePrice'] },
    {
      prune: prunes,
      signal: new AbortController().signal,
    },
  )

test('every line with the name is in the range that is read', async () => {
  expect(await narrow(withNameAt(120, 130))).toMatchObject({ offset: 100, limit: 61, lines: 400 })
})

test.each([
  ['before it', [20, 120]],
  ['behind it', [120, 300]],
])('one line with the name %s, and the file is read whole', async (_, lines) => {
  expect(await narrow(withNameAt(...lines))).toBeUndefined()
})

const context = { prune: prunes, signal: new AbortController().signal } as never

test('a file is narrowed once in a conversation, and the note is taken once', async () => {
  const root = makeTree({ 'price.ts': withNameAt(120, 130) })
  const path = join(root, 'price.ts')
  const hook = (transcript: string, callId: string) =>
    ({
      client: 'claude',
      tool: 'Read',
      input: { file_path: path },
      facts: { kind: 'file', path },
      callId,
      transcript,
      message: 'I look at parsePrice now.',
      prompt: 'Why?',
    }) as never
  try {
    expect(await narrowRead(hook('one', 'a'), context)).toEqual({
      file_path: path,
      offset: 100,
      limit: 61,
    })
    expect(popNarrowed('a')).toMatchObject({ range: { offset: 100, limit: 61 } })
    expect(popNarrowed('a')).toBeUndefined()
    expect(await narrowRead(hook('one', 'b'), context)).toBeUndefined()
    expect(await narrowRead(hook('two', 'c'), context)).toMatchObject({ offset: 100 })
  } finally {
    removeTree(root)
  }
})

test('the engine is asked for a range, as of a file and not of a command', async () => {
  const requests: unknown[] = []
  const prune = async (job: unknown) => {
    requests.push(job)
    return prunes()
  }
  await rangeToRead(
    withNameAt(120),
    { kind: 'file', path: '/project/price.ts' } as never,
    { query: { question: 'parsePrice' } as never, names: ['parsePrice'] },
    { prune, signal: new AbortController().signal },
  )
  expect(requests).toMatchObject([{ inShell: false, wantsRange: true }])
})

const LOOKS = { message: 'Where does parsePrice round?', prompt: 'Look.' }
test.each([
  ['the whole file', {}, LOOKS, true],
  ['a part of it', { offset: 5 }, LOOKS, false],
  ['its first lines', { limit: 5 }, LOOKS, false],
  ['pages', { pages: '1-2' }, LOOKS, false],
  ['what will be edited', {}, { ...LOOKS, message: 'I will rename parsePrice.' }, false],
  ['what nobody spoke of', {}, { ...LOOKS, message: '' }, false],
  ['what names no code', {}, { ...LOOKS, message: 'Where is it rounded?' }, false],
])('a read of %s', (_what, range, words, isNarrowed) => {
  const input = { file_path: '/p/price.ts', ...range }
  const found = wordsToNarrowBy(callFacts('Read', input), input, words)
  expect(found?.names).toEqual(isNarrowed ? ['parsePrice'] : undefined)
})

test.each(['/p/price.PNG', '/p/price.ipynb', undefined])('%s is not narrowed', (path) => {
  expect(wordsToNarrowBy(callFacts('Read', { file_path: path }), {}, LOOKS)).toBeUndefined()
})

test.each([
  ['199 lines', FILE.slice(0, 199), {}, false],
  ['200 lines', FILE.slice(0, 200), {}, true],
  ['a zero byte', [...FILE, 'a\0'], {}, false],
  ['a range that is no denser', FILE, { density: 0.19 }, false],
  ['a range dense enough', FILE, { density: 0.2 }, true],
  ['a range that is most of it', FILE, { share: 0.61 }, false],
  ['a range that is just less', FILE, { share: 0.6 }, true],
])('a file with %s', async (_what, lines, more, isNarrowed) => {
  const text = [...lines.slice(0, 120), 'parsePrice(text)', ...lines.slice(121)].join('\n')
  const densest = { from: 100, to: 160, share: 0.15, density: 0.9, ...more }
  const prune = async () => ({ pruneId: 'prn_X', metadata: {}, densest }) as never
  const wanted = { query: { question: 'parsePrice' } as never, names: ['parsePrice'] }
  const { signal } = new AbortController()
  const found = await rangeToRead(text, callFacts('Read', {}), wanted, { prune, signal })
  expect(found !== undefined).toBe(isNarrowed)
})

test('the note names the first and the last line', () => {
  const range = { offset: 100, limit: 61, lines: 400, by: {} as never }
  expect(narrowingNote('/p/a.ts', range)).toMatch(
    /^only lines 100-160 of 400 of \/p\/a\.ts were read,/,
  )
})
