import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { directCalls, textOf } from '../../test/tools/direct-call.js'
import { createRecovery } from '../store/recovery.js'
import { createRecoverTextTool } from './recover-text.js'

const root = makeTree()
afterAll(() => removeTree(root))

const { recovery, call, structured } = directCalls(root)
const tool = createRecoverTextTool(recovery)
let prune_id = ''
beforeAll(async () => {
  prune_id = (await recovery.keep('one\ntwo\r\nthree\nfour\nfive')) ?? ''
})

describe('lines that were cut', () => {
  test('all of them, to the last byte, without ranges', async () => {
    expect(await structured(tool, { prune_id })).toEqual({
      raw_text: 'one\ntwo\r\nthree\nfour\nfive',
      metadata: {
        prune_id,
        ranges: [{ start_line: 1, end_line: 5 }],
        line_numbering: 'original',
      },
    })
  })

  test.each([
    [[{ start_line: 2, end_line: 3 }], 'two\r\nthree'],
    [['4-9'], 'four\nfive'],
    ['1-1, 3-3', 'one\nthree'],
    [['3:2-4'], 'hre'],
  ])('%j', async (ranges, raw_text) => {
    expect((await structured(tool, { prune_id, ranges })).raw_text).toBe(raw_text)
  })

  test('with their numbers', async () => {
    const args = { prune_id, ranges: ['4-5'], include_line_numbers: true }
    expect(textOf(await call(tool, args, 'text'))).toBe('4│ four\n5│ five')
  })
})

describe('asked a question', () => {
  const about = {
    requestId: 'r-1',
    signal: new AbortController().signal,
    emit: () => undefined,
    output: 'text',
  } as const
  const asked = { context_focus_question: 'which?', include_line_numbers: false }

  test('numbers count from the first line of the range', async () => {
    const args = { prune_id, ranges: ['3-5'], ...asked }
    expect(await tool.run(args, about)).toMatchObject({ text: 'three\nfour\nfive', firstLine: 3 })
  })

  test('several ranges are numbered as they are shown', async () => {
    const args = { prune_id, ranges: ['3-3', '5-5'], ...asked }
    expect(await tool.run(args, about)).toMatchObject({ text: 'three\nfive', firstLine: 1 })
  })
})

describe('a failure', () => {
  test.each([
    ['an id that nobody handed out', { prune_id: 'prn_0' }, 'prune_id_not_found'],
    ['a line past the end', { ranges: ['6-7'] }, 'invalid_range'],
    ['an end before its start', { ranges: ['3-2'] }, 'invalid_range'],
    ['words', { ranges: ['the middle'] }, 'invalid_range'],
    ['a mark of an answer that was not cut', { ranges: ['3'] }, 'invalid_range'],
  ])('%s is told with its code', async (_, args, code) => {
    const result = await call(tool, { prune_id, ...args })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({ error: { code } })
    expect(textOf(result)).toMatch(new RegExp(`^recover_text failed \\(${code}\\): `))
  })

  test('a store that cannot be read is not taken for an id that is unknown', async () => {
    const broken = createRecovery(
      () => Promise.reject(new Error('no disk')),
      () => undefined,
    )
    expect((await structured(createRecoverTextTool(broken), { prune_id })).error).toEqual({
      code: 'recovery_unavailable',
      message: 'the store of cut lines cannot be read now; run the tool again',
    })
  })
})
