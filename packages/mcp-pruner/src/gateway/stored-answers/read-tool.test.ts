// What `artifact_read` shows of a kept answer, without an engine.
import { memoryStore } from '@jeeves/mcp-runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Call, Finished } from '../../call/tool.js'
import { ToolFailure } from '../../call/tool.js'
import type { Fields } from '../../rpc/message.js'
import { createReadTool, nearest } from './read-tool.js'
import { StoredAnswers } from './stored-answers.js'

const limits = { maxBytes: 1000 } as never
const LINES = Array.from({ length: 300 }, (_, at) => `line ${at + 1}`).join('\n')
const NESTED = JSON.stringify({ rows: [{ id: 1 }, { id: 2, note: 'one\ntwo\nthree' }] })

let stored: StoredAnswers
let tool: ReturnType<typeof createReadTool>
beforeEach(() => {
  const store = memoryStore({})
  stored = new StoredAnswers(
    async () => store,
    () => {},
  )
  tool = createReadTool(stored, limits)
})

async function read(input: object, client = 'claude-code', focused?: string) {
  const parsed = tool.parse(input)
  if (!parsed.ok) throw new Error('refused')
  const { args } = parsed
  const call = { client } as Call
  const finished = { args, durationMs: 0, notes: [], warnings: [] } as unknown as Finished<
    Fields,
    never
  >
  try {
    const { raw, apply } = await tool.run(args, call)
    const pruned =
      focused === undefined ? raw : apply({ text: focused, keptLines: undefined } as never)
    return tool.shape({ ...finished, raw: pruned as never }, call) as never as {
      content: Fields[]
      isError?: true
    }
  } catch (error) {
    if (error instanceof ToolFailure) return error.failure
    throw error
  }
}
const texts = (answer: Awaited<ReturnType<typeof read>>) =>
  'content' in answer
    ? answer.content.map(({ text }) => (typeof text === 'string' ? text : ''))
    : []
const kept = async (text: string) => (await stored.keep('d', 'tool', text)) ?? ''

describe('by page', () => {
  test('the first, and how to continue', async () => {
    const ref = await kept(LINES)
    const [text, note] = texts(await read({ ref }))
    expect(LINES.startsWith(text ?? 'none')).toBe(true)
    const count = Number(/page 1 of (\d+);/.exec(note ?? '')?.[1])
    expect(note).toBe(`[${ref} : page 1 of ${count}; continue with page=2]`)
    const [, last] = texts(await read({ ref, page: count }))
    expect(last).toBe(`[${ref} : page ${count} of ${count}]`)
    expect(await read({ ref, page: count + 1 })).toMatchObject({
      content: [{ text: expect.stringContaining(`there is no page ${count + 1}`) as string }],
      isError: true,
    })
  })

  test('together they are the text', async () => {
    const ref = await kept(LINES)
    let all = ''
    for (let page = 1; page <= 4; page += 1) all += texts(await read({ ref, page }))[0] ?? ''
    expect(all.startsWith(LINES.slice(0, 1500))).toBe(true)
  })
})

describe('by lines and pointers', () => {
  test.each([
    [{ start_line: 299 }, 'line 299\nline 300'],
    [{ end_line: 2 }, 'line 1\nline 2'],
    [{ start_line: 5, end_line: 6 }, 'line 5\nline 6'],
  ])('%j', async (lines, expected) => {
    const [text] = texts(await read({ ref: await kept(LINES), ...lines }))
    expect((text ?? '').trimEnd()).toBe(expected)
  })

  test('a value of JSON, and lines of a text in it', async () => {
    const ref = await kept(NESTED)
    expect(texts(await read({ ref, pointer: '/rows/0' }))[0]).toBe('{"id":1}')
    const lines = { ref, pointer: '/rows/1/note', start_line: 2, end_line: 2 }
    expect((texts(await read(lines))[0] ?? '').trimEnd()).toBe('two')
  })

  test.each([
    [{ pointer: '/rows/9' }, 'NOT_FOUND', /rows/],
    [{ pointer: '/rows', start_line: 1 }, 'INVALID_INPUT', /cannot be used together/],
    [{ pointer: '/rows', end_line: 1 }, 'INVALID_INPUT', /cannot be used together/],
    [{ start_line: 0 }, 'INVALID_INPUT', /^start_line must be a whole number, 1 or greater$/],
    [{ page: 1.5 }, 'INVALID_INPUT', /^page must be/],
    [{ pointer: 5 }, 'INVALID_INPUT', /^pointer must be a string$/],
    [{ start_line: 3, end_line: 2 }, 'INVALID_INPUT', /./],
  ])('%j is refused', async (wrong, code, message) => {
    expect(await read({ ref: await kept(NESTED), ...wrong })).toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    })
  })

  test('a pointer into a text is refused', async () => {
    expect(await read({ ref: await kept(LINES), pointer: '/a' })).toMatchObject({
      message: 'pointer needs JSON, and this is text: use page or start_line',
    })
  })
})

describe('references', () => {
  test('may be called artifactRef', async () => {
    const ref = await kept('short')
    expect(texts(await read({ artifactRef: ref }))[0]).toBe('short')
  })

  test.each([
    [{}, 'INVALID_INPUT', /^ref is missing$/],
    [{ ref: 'x' }, 'INVALID_INPUT', /./],
    [{ ref: 'ax://d/unknown' }, 'NOT_FOUND', /^ax:\/\/d\/unknown is unknown or has expired\. Call/],
    [{ ref: 'ax://d/a', offset: 5 }, 'INVALID_INPUT', /^offset is not an argument.*start_line\?/],
    [
      { ref: 'ax://d/a', colour: 5 },
      'INVALID_INPUT',
      /^colour is not an argument of \w+\. It takes/,
    ],
  ])('%j is refused', async (input, code, message) => {
    expect(await read(input)).toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    })
  })

  test('a store that does not answer is said', async () => {
    stored.recall = () => Promise.reject(new Error('down'))
    await expect(read({ ref: 'ax://d/a' })).rejects.toThrow('down')
  })
})

describe('a question', () => {
  const ask = { context_focus_question: 'Which line?' }

  test('is asked of the part that was asked for, and a blank one is none', async () => {
    const ref = await kept(LINES)
    const produced = await tool.run({ ref, start_line: 290, ...ask }, {} as Call)
    expect(produced.text.split('\n')[0]).toBe('line 290')
    expect(produced.firstLine).toBe(290)
    expect((await tool.run({ ref, context_focus_question: ' ' }, {} as Call)).text).toBe('')
    expect(tool.focusQuestion({ ref, ...ask })).toBe('Which line?')
    expect(tool.focusQuestion({ ref, context_focus_question: ' ' })).toBeUndefined()
  })

  test('shows what answers it, within the limit', async () => {
    const ref = await kept(LINES)
    expect(texts(await read({ ref, ...ask }, 'claude-code', 'line 7'))).toEqual([
      'line 7',
      `[${ref} : the lines that answer the question; omit the question to read everything]`,
    ])
    const [whole, note] = texts(await read({ ref, ...ask }))
    expect(Buffer.byteLength(whole ?? '')).toBeLessThanOrEqual(580)
    expect(note).toContain('nothing could be left out; omit the question')
  })
})

test('a model sees control characters, a program gets them', async () => {
  const ref = await kept('a\x1b[1mb')
  expect(texts(await read({ ref }))[0]).toBe('a\\x1b[1mb')
  expect(texts(await read({ ref }, 'program'))[0]).toBe('a\x1b[1mb')
})

test('a kept picture is shown as one, whatever was asked', async () => {
  const picture = JSON.stringify({ type: 'image', mimeType: 'image/png', data: 'AAAA' })
  const ref = await kept(picture)
  const shown = { content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] }
  expect(await read({ ref })).toEqual(shown)
  expect((await tool.run({ ref, context_focus_question: 'what?' }, {} as Call)).text).toBe('')
})

test.each([
  ['LIMIT', 'end_line'],
  ['startLine', 'start_line'],
  ['pages', 'page'],
  ['cursor', 'page'],
  ['colour', undefined],
])('by %s is meant %s', (name, meant) => {
  expect(nearest(name, ['ref', 'page', 'start_line', 'end_line', 'pointer'])).toBe(meant)
})
