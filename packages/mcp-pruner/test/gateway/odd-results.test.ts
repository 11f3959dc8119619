// Odd results. Each of these once ended the gateway, changed a value or lost a part.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answering, type Connected, connect, openReadyWire } from './wrapped.js'

interface Result {
  readonly content: { type: string; text?: string }[]
  readonly structuredContent?: Record<string, unknown>
}

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-odd-results-'))
const rows = Array.from({ length: 400 }, (_, id) => ({
  id,
  name: `row ${id}`,
  body: 'x '.repeat(20),
}))
const LOOKS_LIKE_OURS = '⟦mcp-pruner: 3 of 5 items shown⟧'
const names = [LOOKS_LIKE_OURS, ...rows.map(({ name }) => `${name} of a list of names`)]
const emoji = Array.from({ length: 30 }, (_, i) => ({ t: 'a'.repeat(i % 2) + '😀'.repeat(600) }))
const closed = (properties: object) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const texts = { type: 'array', items: { type: 'string' } }
const server = answering(
  folder,
  'odd-results',
  {
    echo: { content: [{ type: 'text', text: 'still here' }] },
    no_list: { content: 'not a list' },
    no_blocks: { content: [null, 5, { type: 'text' }, { type: 'text', text: 7 }] },
    names: { content: [], structuredContent: { names } },
    emoji: { content: [], structuredContent: { emoji } },
    failure: {
      isError: true,
      content: [{ type: 'text', text: 'the table is locked' }],
      structuredContent: { code: 7, rows },
    },
    image_like: {
      content: [{ type: 'text', text: `{"type":"image", no JSON\n${'words\n'.repeat(3000)}` }],
    },
  },
  {},
  {
    names: closed({ names: texts }),
    emoji: closed({ emoji: { type: 'array', items: closed({ t: { type: 'string' } }) } }),
  },
)

let gateway: Connected
beforeAll(async () => {
  gateway = await connect({ server })
  await gateway.client.listTools()
})
afterAll(async () => {
  await gateway.close()
  rmSync(folder, { recursive: true, force: true })
})

const call = async (name: string, from = gateway): Promise<Result> =>
  (await from.client.callTool({ name, arguments: {} })) as Result

test('content that is not a list of blocks passes unchanged, and the gateway continues', async () => {
  const wire = await openReadyWire({ server, env: { MCP_PRUNER_LOG_LEVEL: 'error' } })
  for (const [tool, content] of [
    ['no_list', 'not a list'],
    ['no_blocks', [null, 5, { type: 'text' }, { type: 'text', text: 7 }]],
  ] as const) {
    const { result } = await wire.request('tools/call', { name: tool, arguments: {} })
    expect(result).toEqual({ content })
  }
  // The ledger is written after the answer.
  for (let i = 0; i < 60; i++) {
    const { result } = await wire.request('tools/call', { name: 'echo', arguments: {} })
    expect(result).toEqual({ content: [{ type: 'text', text: 'still here' }] })
  }
  await wire.end()
})

test('a string that looks like one of our notes is unchanged', async () => {
  const { structuredContent } = await call('names')
  const shown = structuredContent?.['names'] as string[]
  expect(shown.slice(0, -1)).toEqual(names.slice(0, shown.length - 1))
  expect(shown.at(-1)).toMatch(/^⟦mcp-pruner: only \d+ of 401 items of \/names shown; .*ax:/)
})

test('a string is cut between characters', async () => {
  const { structuredContent } = await call('emoji')
  expect(JSON.stringify(structuredContent)).not.toContain('\ufffd')
  expect(JSON.stringify(structuredContent)).toMatch(/😀"\}/)
})

test('the text of an error stays, next to a cut value', async () => {
  const { content, structuredContent } = await call('failure')
  expect(content).toEqual([{ type: 'text', text: 'the table is locked' }])
  expect(structuredContent).toMatchObject({ code: 7, count: 400, truncated: true })
  const both = await connect({ server, name: 'copilot-cli' })
  const shown = await call('failure', both)
  expect(shown.content[0]?.text).toBe('the table is locked')
  expect(shown.content.map(({ text }) => text).join('\n')).toContain('"code":7')
  await both.close()
})

test('a text that begins as a picture does can be read as a resource', async () => {
  const { content } = await call('image_like')
  const uri = /ax:\/\/[^⟧]+/.exec(content.at(-1)?.text ?? '')?.[0] ?? ''
  const { contents } = await gateway.client.readResource({ uri })
  expect((contents[0] as { text: string }).text).toMatch(/^\{"type":"image", no JSON\nwords\n/)
})
