// Reading back cut answers: pages, lines, pointers, questions, resources.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, type Connected, connect, refIn, textOf } from './wrapped.js'

type Result = { content: { type: string; text?: string }[]; isError?: boolean }

let gateway: Connected
const call = async (name: string, args: Record<string, unknown> = {}, { client } = gateway) =>
  (await client.callTool({ name, arguments: args })) as Result
const read = (args: Record<string, unknown>) => call('artifact_read', args)

beforeAll(async () => {
  gateway = await connect()
})
afterAll(() => gateway.close())

describe('artifact_read', () => {
  let ref = ''
  let dataRef = ''
  const lines = Array.from({ length: 5000 }, (_, i) => `paragraph ${i} ${'word '.repeat(12)}`)
  beforeAll(async () => {
    ref = refIn(await call('huge_text'))
    dataRef = refIn(await call('huge_json'))
  })

  test('reads a range of lines exactly', async () => {
    const { content } = await read({ ref, start_line: 1000, end_line: 1003 })
    expect(content[0]?.text).toBe(
      lines
        .slice(999, 1003)
        .map((line) => `${line}\n`)
        .join(''),
    )
    const last = await read({ ref, start_line: 5000 })
    expect(last.content[0]?.text).toBe(lines.at(-1))
  })

  test('reads what a JSON pointer names', async () => {
    const { content } = await read({ ref: dataRef, pointer: '/rows/999/id' })
    expect(content[0]?.text).toBe('row-999')
    const row = await read({ ref: dataRef, pointer: '/rows/10' })
    expect(JSON.parse(row.content[0]?.text ?? '')).toMatchObject({ id: 'row-10', ok: true })
  })

  test('answers a question about the whole', async () => {
    const result = await read({ ref, context_focus_question: 'What does paragraph 4321 say?' })
    expect(bytesOf(result)).toBeLessThan(10_240)
    expect(textOf(result)).toContain('paragraph 4321 ')
  })

  test.each([
    [{}, /ref is missing/],
    [{ ref: 5 }, /ref must be a string/],
    [{ ref: 'http://x' }, /expected ax:\/\/domain\/id/],
    [{ ref: 'ax://awkward/never.0000' }, /unknown or has expired/],
    [{ ref: 'ax://../../etc/passwd' }, /Invalid artifact/],
    [{ page: 9999 }, /there is no page 9999: the last one is \d+/],
    [{ page: 0 }, /page must be a whole number, 1 or greater/],
    [{ start_line: 9, end_line: 3 }, /start_line=9, end_line=3: use 1 <= start_line <= end_line/],
    [{ start_line: 99_999 }, /start_line=99999: the text has 5000 lines/],
    [{ pointer: '/rows' }, /pointer needs JSON/],
    [{ pointer: '/rows', start_line: 1 }, /cannot be used together/],
  ])('says what is wrong with %j', async (args, reason) => {
    const given = 'ref' in args || Object.keys(args).length === 0 ? args : { ref, ...args }
    const result = await read(given)
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(reason)
  })

  test('lists what a pointer could have named', async () => {
    const result = await read({ ref: dataRef, pointer: '/row/1' })
    expect(textOf(result)).toMatch(/the members total, rows; nothing is at \/row\/1/)
  })

  test('cut answers can be read after a restart of the gateway', async () => {
    const again = await connect()
    const { contents } = await again.client.readResource({ uri: ref })
    expect((contents[0] as { text: string }).text).toBe(lines.join('\n'))
    await again.close()
  })

  test('references are listed as resources, newest first, and unknown ones are an error', async () => {
    const { resources } = await gateway.client.listResources()
    expect(resources[0]?.uri).toMatch(/^ax:\/\//)
    expect(resources.length).toBeLessThanOrEqual(100)
    await expect(gateway.client.readResource({ uri: 'ax://awkward/never.0000' })).rejects.toThrow(
      /not found/i,
    )
  })

  // It once bypassed the pipeline, and no gate saw it.
  test('has the same request limits as every other tool', async () => {
    const result = await read({ ref, ids: Array.from({ length: 101 }, (_, i) => i) })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('ids has 101 items, the limit is 100')
  })
})
