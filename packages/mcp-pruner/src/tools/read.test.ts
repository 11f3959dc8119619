import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { json, type StandIn, startStandIn } from '../../test/stdio/stand-in-pruner.js'
import { directCalls, textOf } from '../../test/tools/direct-call.js'
import { RequestInvalid } from '../call/invalid-params.js'
import { createReadTool } from './read.js'

const root = makeTree({
  'five.txt': 'one\ntwo\r\nthree\nfour\nfive',
  'empty.txt': '',
  'latin1.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
  'picture.bin': Buffer.from([1, 2, 0, 3]),
  'long.txt': 'x'.repeat(3000),
  'folder/inner.txt': 'inside\n',
})
symlinkSync('/etc/passwd', join(root, 'leak.txt'))
afterAll(() => removeTree(root))

const { settings, call, structured } = directCalls(root)
const tool = createReadTool(settings)

describe('what is read', () => {
  test('a whole file, byte for byte', async () => {
    expect(await structured(tool, { file_path: 'five.txt' })).toMatchObject({
      tool: 'read',
      file_path: 'five.txt',
      encoding: 'utf-8',
      content: 'one\ntwo\r\nthree\nfour\nfive',
      truncated: false,
      bytes: 24,
      pruning: { attempted: false, applied: false, fallback: false, reason: 'no_focus_question' },
    })
  })

  test.each([
    [{ start_line: 2, end_line: 3 }, 'two\r\nthree\n'],
    [{ start_line: 5 }, 'five'],
    [{ end_line: 1 }, 'one\n'],
    [{ start_line: 9 }, ''],
  ])('a range of its lines: %j', async (range, content) => {
    expect((await structured(tool, { file_path: 'five.txt', ...range })).content).toBe(content)
  })

  test('a range past the end is reported where the model looks', async () => {
    const result = await call(tool, { file_path: 'five.txt', start_line: 9 }, 'text')
    expect(textOf(result)).toBe('[the file ends before line 9]')
    expect(result.structuredContent).toBeUndefined()
  })

  // Four bytes are looked at together: each place among them, and the rest after the last four.
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'control characters are shown escaped: after %i others',
    async (count) => {
      for (const [odd, shown] of [
        ['\x1b', '\\x1b'],
        ['\x7f', '\\x7f'],
        ['\x00', '\\x00'],
        ['\r', '\\r'],
        ['\u009b', '\\x9b'],
        ['\u2028', '\\u2028'],
        ['\t~ é', '\t~ é'],
      ] as const) {
        const before = 'x'.repeat(count)
        // A NUL at the beginning is one of a binary file.
        const place = odd === '\x00' ? '\n'.repeat(8000) : ''
        writeFileSync(join(root, 'odd.txt'), `${place}${before}${odd}yz`)
        const result = await call(tool, { file_path: 'odd.txt' })
        expect(textOf(result).trimStart()).toBe(`${before}${shown}yz`.trimStart())
        expect(result.structuredContent).toMatchObject({ content: `${place}${before}${odd}yz` })
      }
    },
  )

  test('no more than max_output_bytes, with the way on', async () => {
    const args = { file_path: 'long.txt', max_output_bytes: 1024 }
    expect(await structured(tool, args)).toMatchObject({ truncated: true, bytes: 1024 })
    expect(textOf(await call(tool, args, 'text'))).toMatch(
      /^x{1024}\n\[cut off at 1024 bytes; max_output_bytes raises the limit\]$/,
    )
  })
})

describe('what is not read', () => {
  test.each([
    ['missing.txt', 'not_found'],
    ['folder', 'invalid_path'],
    ['leak.txt', 'invalid_path'],
    ['latin1.txt', 'io_error'],
    ['picture.bin', 'io_error'],
  ])('%s is the tool error %s', async (file_path, code) => {
    const result = await call(tool, { file_path })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({ tool: 'read', error: { code } })
    expect(textOf(result)).toMatch(new RegExp(`^read failed \\(${code}\\): `))
  })

  test.each([
    [{}, 'file_path', 'invalid_type'],
    [{ file_path: '' }, 'file_path', 'too_small'],
    [{ file_path: '../outside' }, 'file_path', 'custom'],
    [{ file_path: 'five.txt', start_line: 0 }, 'start_line', 'too_small'],
    [{ file_path: 'five.txt', start_line: 3, end_line: 2 }, 'end_line', 'custom'],
    [{ file_path: 'five.txt', encoding: 'latin1' }, 'encoding', 'invalid_value'],
  ])('%j is refused before anything is opened', async (args, field, code) => {
    const refused: unknown = await call(tool, args).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RequestInvalid)
    expect((refused as RequestInvalid).issues).toEqual([
      expect.objectContaining({ path: [field], code }),
    ])
  })
})

describe('with a question', () => {
  const ask = { file_path: 'five.txt', context_focus_question: 'Where is three?' }
  const through = async (standIn: StandIn) => {
    const here = directCalls(root, standIn.url)
    try {
      return await here.structured(createReadTool(here.settings), ask)
    } finally {
      await standIn.close()
    }
  }

  test('the pruner is sent the text and the question, and its answer is shown', async () => {
    const standIn = await startStandIn(json({ pruned_code: 'three\n' }))
    const answer = await through(standIn)
    expect(JSON.parse(standIn.requests[0]?.body ?? '')).toEqual({
      code: 'one\ntwo\r\nthree\nfour\nfive',
      query: 'Where is three?',
    })
    expect(answer).toMatchObject({
      content: 'three\n',
      pruning: { attempted: true, applied: true, fallback: false, raw_bytes: 24 },
    })
  })

  test.each([
    ['an error', json({}, 500), 'http_error'],
    ['no pruned text', json({ answer: 1 }), 'invalid_response'],
  ])('%s from the pruner leaves the raw text', async (_, answer, code) => {
    expect(await through(await startStandIn(answer))).toMatchObject({
      content: 'one\ntwo\r\nthree\nfour\nfive',
      pruning: { attempted: true, applied: false, fallback: true, error: { code } },
    })
  })

  test('an empty file is not sent', async () => {
    const standIn = await startStandIn(json({ pruned_code: 'x' }))
    const here = directCalls(root, standIn.url)
    const args = { file_path: 'empty.txt', context_focus_question: 'Anything?' }
    const answer = await here.structured(createReadTool(here.settings), args)
    await standIn.close()
    expect(answer.pruning).toMatchObject({ attempted: false, reason: 'output_empty' })
    expect(standIn.requests).toEqual([])
  })
})
