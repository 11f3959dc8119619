import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { expect, test } from 'vitest'
import { narrowRead, rangeToRead, takeNarrowed } from './narrow-read.js'

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
    { asked: { question: 'parsePrice' } as never, names: ['parsePrice'] },
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
    expect(takeNarrowed('a')).toMatchObject({ range: { offset: 100, limit: 61 } })
    expect(takeNarrowed('a')).toBeUndefined()
    expect(await narrowRead(hook('one', 'b'), context)).toBeUndefined()
    expect(await narrowRead(hook('two', 'c'), context)).toMatchObject({ offset: 100 })
  } finally {
    removeTree(root)
  }
})

test('the engine is asked for a range, as of a file and not of a command', async () => {
  const asked: unknown[] = []
  const prune = async (job: unknown) => {
    asked.push(job)
    return prunes()
  }
  await rangeToRead(
    withNameAt(120),
    { kind: 'file', path: '/project/price.ts' } as never,
    { asked: { question: 'parsePrice' } as never, names: ['parsePrice'] },
    { prune, signal: new AbortController().signal },
  )
  expect(asked).toMatchObject([{ inShell: false, wantsRange: true }])
})
