// Options of every wrapped tool: only some fields, at most so many tokens; and pictures.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answering, type Connected, connect } from './wrapped.js'

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-asked-'))
const rows = Array.from({ length: 200 }, (_, id) => ({
  id,
  name: `row ${id}`,
  owner: { login: `user${id}`, url: `https://example.org/${id}` },
  body: 'words '.repeat(30),
}))
/** The header of a PNG of that size. */
const png = (width: number, height: number, bytes = 64) => {
  const data = Buffer.alloc(bytes)
  data.writeUInt32BE(0x89504e47, 0)
  data.writeUInt32BE(width, 16)
  data.writeUInt32BE(height, 20)
  return { type: 'image', mimeType: 'image/png', data: data.toString('base64') }
}
const server = answering(
  folder,
  'askable',
  {
    list: { content: [{ type: 'text', text: JSON.stringify({ total: 200, rows }) }] },
    small: {
      content: [{ type: 'text', text: JSON.stringify({ total: 2, rows: rows.slice(0, 2) }) }],
    },
    prose: { content: [{ type: 'text', text: 'one line of prose\n'.repeat(4000) }] },
    pictures: { content: [png(800, 600), png(8400, 100), png(10, 10, 1_200_000)] },
    open_rows: { content: [], structuredContent: { total: 2, rows: rows.slice(0, 2) } },
    closed_rows: { content: [], structuredContent: { total: 2, rows: rows.slice(0, 2) } },
    sparse: {
      content: [
        {
          type: 'text',
          text: JSON.stringify({
            rows: [{ id: 1, error: 'full' }, { id: 2 }, { id: 3, error: 'gone' }],
          }),
        },
      ],
    },
    own_member: { content: [], structuredContent: { truncated: 'by the tool', rows } },
  },
  {},
  {
    open_rows: { type: 'object', properties: { rows: { type: 'array' } }, required: ['rows'] },
    closed_rows: {
      type: 'object',
      properties: { rows: { type: 'array' }, total: { type: 'integer' } },
      required: ['rows', 'total'],
      additionalProperties: false,
    },
  },
)

let gateway: Connected
beforeAll(async () => {
  gateway = await connect({ server })
})
afterAll(async () => {
  await gateway.close()
  rmSync(folder, { recursive: true, force: true })
})

const texts = async (name: string, args: Record<string, unknown>, from = gateway) => {
  const { content } = await from.client.callTool({ name, arguments: args })
  return (content as { type: string; text?: string }[]).map(({ type, text }) => text ?? type)
}

test('fields by name and by pointer', async () => {
  const [byName, note] = await texts('small', { fields: ['id', 'login'] })
  expect(JSON.parse(byName ?? '')).toEqual({
    rows: [
      { id: 0, owner: { login: 'user0' } },
      { id: 1, owner: { login: 'user1' } },
    ],
  })
  expect(note).toMatch(/^⟦mcp-pruner: only the fields asked for shown; .*artifact_read ax:/)
  const [byPointer] = await texts('small', { fields: ['/total', '/rows/*/name'] })
  expect(JSON.parse(byPointer ?? '')).toEqual({
    total: 2,
    rows: [{ name: 'row 0' }, { name: 'row 1' }],
  })
})

test('unknown fields are named, and if all are unknown everything is kept', async () => {
  const [, note] = await texts('small', { fields: ['id', 'colour'] })
  expect(note).toContain('not there: colour')
  const [all, said] = await texts('small', { fields: ['colour'] })
  expect(JSON.parse(all ?? '').rows).toHaveLength(2)
  expect(said).toContain('none of these fields is there')
})

test('fields make room for every item', async () => {
  const [list] = await texts('list', { fields: ['id'] })
  expect(JSON.parse(list ?? '').rows).toHaveLength(200)
})

test.each([400, 1200])('max_tokens %i', async (max) => {
  for (const name of ['list', 'prose']) {
    const shown = await texts(name, { max_tokens: max })
    expect(countTokens(shown.join('\n'))).toBeLessThanOrEqual(max)
    expect(shown.join('\n')).toMatch(/ax:\/\//)
  }
})

test.each([
  [{ max_tokens: 0 }, 'max_tokens must be a whole number, 1 or greater'],
  [{ max_tokens: 'few' }, 'max_tokens must be a whole number, 1 or greater'],
  [{ fields: { id: true } }, 'fields must be a list of names or JSON pointers'],
  [{ context_focus_question: 42 }, 'context_focus_question must be a string'],
])('%j is refused in words, and not ignored', async (args, reason) => {
  const result = await gateway.client.callTool({ name: 'small', arguments: args })
  expect(result.isError).toBe(true)
  expect(JSON.parse((result.content as { text: string }[])[0]?.text ?? '')).toMatchObject({
    error: { code: 'INVALID_INPUT', message: reason },
  })
})

test('numbers as text, lists as text, and empty values', async () => {
  const [cut] = await texts('list', { max_tokens: '400' })
  expect(countTokens(cut ?? '')).toBeLessThanOrEqual(400)
  const [picked] = await texts('small', { fields: 'id, login' })
  expect(JSON.parse(picked ?? '').rows[0]).toEqual({ id: 0, owner: { login: 'user0' } })
  const none = { context_focus_question: null, fields: null, max_tokens: null }
  const [whole] = await texts('small', none)
  expect(JSON.parse(whole ?? '')).toEqual({ total: 2, rows: rows.slice(0, 2) })
})

test('pictures over a limit are kept, with their size in the note, unless they are to pass', async () => {
  const [small, wide, heavy] = await texts('pictures', {})
  expect(small).toBe('image')
  expect(wide).toMatch(/^⟦mcp-pruner: image\/png of 8400 x 100 pixels, 64 bytes left out; .*ax:/)
  expect(heavy).toMatch(/^⟦mcp-pruner: image\/png of 10 x 10 pixels, 1200000 bytes left out/)
  const ref = /ax:\/\/[^⟧]+/.exec(wide ?? '')?.[0] ?? ''
  const { contents } = await gateway.client.readResource({ uri: ref })
  expect(contents[0]).toMatchObject({ mimeType: 'image/png', blob: png(8400, 100).data })
  const { content } = await gateway.client.callTool({ name: 'artifact_read', arguments: { ref } })
  expect(content).toContainEqual(expect.objectContaining({ type: 'image' }))
  const passing = await connect({ server, options: ['--images', 'pass'] })
  expect(await texts('pictures', {}, passing)).toEqual(['image', 'image', 'image'])
  await passing.close()
})

// They were ignored in silence where a tool declared a schema.
test('fields of a value with a schema: only these if that is valid, otherwise all of them, with a note', async () => {
  await gateway.client.listTools()
  const ask = (name: string) =>
    gateway.client.callTool({ name, arguments: { fields: ['id', 'login'] } })
  const { structuredContent } = await ask('open_rows')
  expect(structuredContent).toMatchObject({
    rows: [
      { id: 0, owner: { login: 'user0' } },
      { id: 1, owner: { login: 'user1' } },
    ],
    truncated: true,
    note: expect.stringMatching(/^⟦mcp-pruner: only the fields asked for shown; .*ax:/),
  })
  expect(Object.keys(structuredContent as object)).not.toContain('total')
  const closed = await ask('closed_rows')
  expect(closed.structuredContent).toEqual({ total: 2, rows: rows.slice(0, 2) })
  expect(JSON.stringify(closed.content)).toContain("the tool's schema asks for all fields")
})

test('a member of the tool that is called as ours stays among the fields of an answer that is cut', async () => {
  const { structuredContent } = await gateway.client.callTool({
    name: 'own_member',
    arguments: { fields: ['truncated', 'name', 'body'] },
  })
  expect(structuredContent).toMatchObject({ truncated: 'by the tool' })
  expect(JSON.stringify(structuredContent)).toMatch(
    /⟦mcp-pruner: .* of 200 items of \/rows shown; .*ax:/,
  )
})

test('items that have none of the fields are left out, and counted', async () => {
  const [list, note] = await texts('sparse', { fields: ['error'] })
  expect(JSON.parse(list ?? '')).toEqual({ rows: [{ error: 'full' }, { error: 'gone' }] })
  expect(note).toMatch(
    /^⟦mcp-pruner: only the fields asked for shown, 1 item without them left out; /,
  )
})
