// By default the byte budget is filled; limits on items, characters, levels and log lines apply only with `--strict`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answering, type Connected, connect } from './wrapped.js'

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-budget-'))
const json = (value: unknown) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })
const tree = (level: number): object => ({
  name: `folder ${level}`,
  children: level === 0 ? [] : Array.from({ length: 4 }, () => tree(level - 1)),
})
const graph = {
  entities: Array.from({ length: 300 }, (_, i) => ({
    name: `svc${i}`,
    entityType: 'service',
    observations: [
      `owned by team ${i % 9}`,
      i === 211 ? 'ERROR: failed to start' : `runs on node ${i}`,
    ],
  })),
  relations: Array.from({ length: 200 }, (_, i) => ({ from: `svc${i}`, to: `svc${i + 1}` })),
}
const log = Array.from(
  { length: 2000 },
  (_, i) => `2026-03-01T10:00:00Z INFO worker ${i} done in ${i * 3} ms`,
).join('\n')
const server = answering(
  folder,
  'budget',
  {
    graph: json(graph),
    structured_graph: { content: [], structuredContent: graph },
    typed_graph: { ...json(graph), structuredContent: graph },
    log: { content: [{ type: 'text', text: log }] },
    tree: json(tree(5)),
    blocks: {
      content: Array.from({ length: 30 }, (_, i) => ({
        type: 'text',
        text: `block ${i} ${'x '.repeat(300)}`,
      })),
    },
  },
  {},
  {
    typed_graph: {
      type: 'object',
      properties: { entities: { type: 'array' }, relations: { type: 'array' } },
    },
  },
)

describe.each(['gateway-test', 'claude-code'])('for %s', (name) => {
  let gateway: Connected
  beforeAll(async () => {
    gateway = await connect({ server, name })
    await gateway.client.listTools()
  })
  afterAll(() => gateway.close())

  test.each(['graph', 'structured_graph', 'typed_graph', 'log', 'tree', 'blocks'])(
    '%s',
    async (tool) => {
      const result = await gateway.client.callTool({ name: tool, arguments: {} })
      const bytes = Buffer.byteLength(JSON.stringify(result))
      expect(bytes).toBeLessThan(10_240)
      expect(bytes).toBeGreaterThan(7500)
    },
  )

  test('failures stay in a list', async () => {
    const result = await gateway.client.callTool({ name: 'graph', arguments: {} })
    expect(JSON.stringify(result)).toContain('ERROR: failed to start')
  })

  test('a structured value without a schema keeps its form', async () => {
    const result = await gateway.client.callTool({ name: 'structured_graph', arguments: {} })
    const shown = JSON.stringify(result)
    expect(shown).toContain('entities')
    expect(shown).toContain('relations')
    expect(shown).not.toContain('"items"')
  })
})

test('--strict enforces the counts', async () => {
  const strict = await connect({ server, options: ['--strict'] })
  const { content } = await strict.client.callTool({ name: 'log', arguments: {} })
  expect((content as { text: string }[])[0]?.text.split('\n').length).toBeLessThanOrEqual(20)
  const graphs = await strict.client.callTool({ name: 'graph', arguments: {} })
  const envelope = JSON.parse((graphs.content as { text: string }[])[0]?.text ?? '')
  expect(envelope.items).toHaveLength(10)
  await strict.close()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))
