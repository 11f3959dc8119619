// Defaults without a preset or a flag: requests pass, blocks keep their order, refusals give figures.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  AUTOMATOSX,
  AWKWARD,
  answering,
  type Connected,
  connect,
  type WrapInput,
} from './wrapped.js'

interface Result {
  content: { type: string; text?: string; data?: string }[]
  isError?: boolean
}

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-defaults-'))
/** One for each kind that a test wants. */
const gateways = new Map<string, Promise<Connected>>()
function gateway(input: WrapInput): Promise<Connected> {
  const key = JSON.stringify(input)
  const known = gateways.get(key) ?? connect(input)
  gateways.set(key, known)
  return known
}
afterAll(async () => {
  for (const known of gateways.values()) await (await known).close()
  rmSync(folder, { recursive: true, force: true })
})

const long = (from: number) =>
  Array.from({ length: 300 }, (_, i) =>
    from + i === 450
      ? 'the zebra escaped at midnight'
      : `paragraph ${from + i} of the weather report`,
  ).join('\n')
const png = (width: number, height: number, bytes: number) => {
  const data = Buffer.alloc(bytes)
  data.writeUInt32BE(0x89504e47, 0)
  data.writeUInt32BE(width, 16)
  data.writeUInt32BE(height, 20)
  return { type: 'image', mimeType: 'image/png', data: data.toString('base64') }
}
const server = answering(folder, 'defaults', {
  shots: {
    content: [
      { type: 'text', text: long(0) },
      png(10, 10, 64),
      { type: 'text', text: long(300) },
      png(11, 11, 64),
      { type: 'text', text: 'done' },
    ],
  },
  one_cut: {
    content: [
      png(10, 10, 64),
      { type: 'text', text: JSON.stringify({ rows: long(0).split('\n') }) },
      { type: 'text', text: 'x'.repeat(20) },
    ],
  },
  viewport: { content: [png(1280, 2600, 362_000)] },
})

describe.each(['gateway-test', 'claude-code', 'codex-mcp-client'])('for %s', (name) => {
  test('blocks keep their order with a question', async () => {
    const { client } = await gateway({ server, name })
    const { content } = (await client.callTool({
      name: 'shots',
      arguments: { context_focus_question: 'When did the zebra escape?' },
    })) as Result
    const kinds = content.map(({ type, data }) => (type === 'image' ? (data ?? '') : type))
    const [first, second] = [png(10, 10, 64).data, png(11, 11, 64).data]
    expect(kinds.indexOf(first)).toBeLessThan(kinds.indexOf(second))
    const answer = content.findIndex(({ text }) => text?.includes('the zebra escaped'))
    expect(answer).toBeGreaterThan(kinds.indexOf(first))
    expect(answer).toBeLessThan(kinds.indexOf(second))
  })

  test('a screenshot passes, without a meaningless count', async () => {
    const { client } = await gateway({ server, name })
    const shot = (await client.callTool({ name: 'viewport', arguments: {} })) as Result
    expect(shot.content.map(({ type }) => type)).toEqual(['image'])
    const cut = (await client.callTool({ name: 'one_cut', arguments: {} })) as Result
    expect(JSON.stringify(cut)).not.toMatch(/(\d+) of \1 blocks/)
  })
})

test('requests pass as they do without the gateway, up to the size of a request', async () => {
  const { client } = await gateway({ server: AWKWARD })
  const sent = await client.callTool({ name: 'echo', arguments: { text: 'y'.repeat(120_000) } })
  expect((sent as Result).isError).toBeUndefined()
  const ids = Array.from({ length: 400 }, (_, i) => i)
  const many = await client.callTool({ name: 'echo', arguments: { text: 'hi', ids } })
  expect((many as Result).isError).toBeUndefined()
  const huge = (await client.callTool({
    name: 'echo',
    arguments: { text: 'y'.repeat(11_000_000) },
  })) as Result
  expect(huge.isError).toBe(true)
  expect(JSON.parse(huge.content[0]?.text ?? '')).toMatchObject({
    error: { message: expect.stringContaining('maxRequestBytes') },
  })
})

test('INV-MCP-RESP-004, INV-MCP-LIMIT-004: a refused call lacks nothing, and has limit and actual as fields', async () => {
  const { client } = await gateway({ server: AWKWARD, options: ['--strict'] })
  const ids = Array.from({ length: 400 }, (_, i) => i)
  const refused = (await client.callTool({
    name: 'echo',
    arguments: { text: 'hi', ids },
  })) as Result
  const envelope = JSON.parse(refused.content[0]?.text ?? '')
  expect(envelope).toMatchObject({
    success: false,
    error: {
      code: 'ARRAY_TOO_LARGE',
      context: { errors: [{ path: 'ids', limit: 100, actual: 400 }] },
    },
    metadata: { truncated: false },
  })
  expect(envelope.hasMore).toBeUndefined()
})

describe('artifact_read', () => {
  test.each([
    [
      { ref: 'ax://a/b.C', offset: 3 },
      'INVALID_INPUT',
      /offset is not an argument of artifact_read; did you mean start_line\?/,
    ],
    [
      { foo: 1 },
      'INVALID_INPUT',
      /foo is not an argument of artifact_read\. It takes ref, page, start_line/,
    ],
    [{ ref: 'ax://a/b.C', Pages: 3 }, 'INVALID_INPUT', /did you mean page\?/],
    [{ artifactRef: 'ax://a/b.C' }, 'NOT_FOUND', /unknown or has expired/],
    [{ ref: 'nonsense' }, 'INVALID_INPUT', /nonsense/],
    [{}, 'INVALID_INPUT', /ref is missing/],
  ])('INV-MCP-RESP-002: %j is refused with a code', async (args, code, message) => {
    const { client } = await gateway({ server })
    const result = (await client.callTool({ name: 'artifact_read', arguments: args })) as Result
    expect(result.isError).toBe(true)
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({
      success: false,
      error: { code, message: expect.stringMatching(message) },
    })
  })
})

test('a preset knows names with prefixes', async () => {
  const { client } = await gateway({
    server: ['node', AUTOMATOSX, '--prefix', 'ax_'],
    options: ['--preset', 'automatosx'],
  })
  const keys = Array.from({ length: 600 }, (_, i) => `k${i}`)
  const { content } = (await client.callTool({
    name: 'ax_memory_bulk_delete',
    arguments: { keys },
  })) as Result
  expect(JSON.parse(content[0]?.text ?? '')).toEqual({ deleted: 600 })
})
