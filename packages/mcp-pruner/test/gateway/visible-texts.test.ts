// Control characters in a wrapped server's answers: a model sees them escaped, a program gets every byte.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { answering, connect } from './wrapped.js'

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-visible-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const RAW = 'safe\rEVIL \x1b[8mhidden\x1b[0m \u202eesrever \u2028 end'
const SEEN = 'safe\\rEVIL \\x1b[8mhidden\\x1b[0m \\u202eesrever \\u2028 end'
const DATA = { note: 'a\u2028b\u007fc', deep: ['\u202e'] }
const long = Array.from({ length: 900 }, (_, i) => `line ${i} of the report ${RAW}`).join('\n')
const text = (value: string) => ({ content: [{ type: 'text', text: value }] })
const server = answering(folder, 'controls', {
  small: text(RAW),
  resource: { content: [{ type: 'resource', resource: { uri: 'x:y', text: RAW } }] },
  long: text(long),
  data: { ...text(JSON.stringify(DATA)), structuredContent: DATA },
  only_structured: { content: [], structuredContent: DATA },
  many: text(JSON.stringify({ rows: Array.from({ length: 900 }, (_, id) => ({ id, ...DATA })) })),
  failed: { ...text(RAW), isError: true },
})

// oxlint-disable-next-line no-control-regex -- they are what must not be there
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/
interface Told {
  readonly content: readonly { readonly text?: string; readonly resource?: { text: string } }[]
  readonly structuredContent?: unknown
}

describe.each(['claude-code', 'codex-mcp-client'])('%s', (name) => {
  test('sees no control character, but its escape', async () => {
    const { client, close } = await connect({ server, name })
    const call = async (tool: string, args: Record<string, unknown> = {}) =>
      (await client.callTool({ name: tool, arguments: args })) as unknown as Told
    const first = async (tool: string, args?: Record<string, unknown>) =>
      (await call(tool, args)).content[0]?.text ?? ''
    expect(await first('small')).toBe(SEEN)
    expect(await first('failed')).toBe(SEEN)
    expect((await call('resource')).content[0]?.resource?.text).toBe(SEEN)
    const cut = await first('long')
    expect(cut).toContain(`line 0 of the report ${SEEN}`)
    const asked = await first('long', { context_focus_question: 'What is line 712 about?' })
    expect(asked).toContain(`line 712 of the report ${SEEN}`)
    const many = await first('many')
    for (const shown of [cut, asked, many]) expect(shown).not.toMatch(CONTROL)
    const ref = /ax:[^ "⟧]+/.exec(JSON.stringify(await call('long')))?.[0] ?? ''
    const page = await first('artifact_read', { ref, page: 2 })
    expect(page).toContain(SEEN)
    expect(page).not.toMatch(CONTROL)
    for (const tool of ['data', 'only_structured']) {
      const shown = await first(tool)
      expect(shown).not.toMatch(CONTROL)
      expect(JSON.parse(shown)).toEqual(DATA)
    }
    await close()
  })
})

test('a program gets small answers byte for byte and data unchanged', async () => {
  const { client, close } = await connect({ server, name: 'a-program' })
  const call = async (tool: string) =>
    (await client.callTool({ name: tool, arguments: {} })) as unknown as Told
  expect((await call('small')).content).toEqual([{ type: 'text', text: RAW }])
  expect(await call('data')).toMatchObject({
    content: [{ type: 'text', text: JSON.stringify(DATA) }],
    structuredContent: DATA,
  })
  const [cut] = (await call('long')).content
  expect(cut?.text).not.toMatch(CONTROL)
  await close()
})
