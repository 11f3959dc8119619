// Nothing that a model is shown behind the gateway may be false. Each case was false once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AUTOMATOSX, answering, type Connected, connect, serverFromNpm } from './wrapped.js'

type Result = {
  content: { type: string; text?: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-truths-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const call = async (gateway: Connected, name: string, args: object = {}): Promise<Result> =>
  (await gateway.client.callTool({ name, arguments: args as Record<string, unknown> })) as Result
const shown = ({ content }: Result) => content.map(({ text = '' }) => text).join('\n')

describe('the memory server', () => {
  const file = join(folder, 'memory.jsonl')
  const entity = (i: number, observations: string[]) =>
    JSON.stringify({ type: 'entity', name: `svc${i}`, entityType: 'service', observations })
  const lines = Array.from({ length: 300 }, (_, i) =>
    entity(
      i,
      i === 217 ? ['breaks on leap days'] : [`owned by team ${i % 9}`, `runs on node ${i}`],
    ),
  )
  const links = Array.from({ length: 40 }, (_, i) =>
    JSON.stringify({ type: 'relation', from: `svc${i}`, to: `svc${i + 1}`, relationType: 'calls' }),
  )
  writeFileSync(file, [...lines, ...links].join('\n'))
  const server = { server: serverFromNpm('memory'), env: { MEMORY_FILE_PATH: file } }
  let program: Connected
  let agent: Connected
  beforeAll(async () => {
    program = await connect(server)
    agent = await connect({ ...server, name: 'claude-code' })
  })
  afterAll(async () => {
    await program.close()
    await agent.close()
  })

  test('1: a small answer is not touched', async () => {
    const { structuredContent } = await call(program, 'open_nodes', { names: ['svc55'] })
    expect(structuredContent).toMatchObject({
      entities: [{ name: 'svc55', observations: ['owned by team 1', 'runs on node 55'] }],
    })
    const many = await call(program, 'open_nodes', {
      names: lines.map((_, i) => `svc${i}`).slice(0, 15),
    })
    expect(many.structuredContent?.['entities']).toHaveLength(15)
  })

  test('2: what is missing is marked in the structured value, and no list is empty', async () => {
    const { structuredContent } = await call(program, 'read_graph')
    expect(JSON.stringify(structuredContent)).toMatch(/⟦mcp-pruner: .*of 300 items.*ax:\/\//)
    const { entities, relations } = structuredContent as {
      entities: { observations: string[] }[]
      relations: object[]
    }
    expect(entities.length).toBeGreaterThan(0)
    expect(relations.length).toBeGreaterThan(0)
    for (const { observations } of entities) expect(observations.length).toBeGreaterThan(0)
  })

  test('3: the items that answer a question stay, in both forms, and the count is the real one', async () => {
    const question = { context_focus_question: 'Which service breaks on leap days?' }
    const { structuredContent } = await call(program, 'read_graph', question)
    expect(JSON.stringify(structuredContent)).toContain('breaks on leap days')
    expect(JSON.stringify(structuredContent)).toMatch(/⟦mcp-pruner: .* of 300 items of \/entities/)
    const text = shown(await call(agent, 'read_graph', question))
    expect(text).toContain('breaks on leap days')
    expect(text).toMatch(/⟦mcp-pruner: \d+ of 300 shown⟧/)
  })

  test('an agent is listed no output schema and is sent text once', async () => {
    const { tools } = await agent.client.listTools()
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([])
    const result = await call(agent, 'open_nodes', { names: ['svc55'] })
    expect(result.structuredContent).toBeUndefined()
    expect(result.content).toHaveLength(1)
    expect(JSON.parse(shown(result))).toMatchObject({ entities: [{ name: 'svc55' }] })
  })
})

describe('answers of a made-up server', () => {
  const rows = (count: number, width = 3) =>
    Array.from({ length: count }, (_, id) => ({ id, name: 'n'.repeat(width) }))
  const json = (value: unknown) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })
  const answers = {
    trace_get: json({
      traceId: 't1',
      status: 'done',
      events: rows(150, 20),
      note: 'z'.repeat(900),
    }),
    'trace.get': json({ traceId: 't2', status: 'done', events: rows(150, 20) }),
    session_status: json({ id: 's', participants: rows(60, 40), log: 'l'.repeat(2000) }),
    config_show: json({
      config: { a: { b: { c: { d: 'deep'.repeat(300) } } } },
      more: 'm'.repeat(3000),
    }),
    memory_search: json({ matches: rows(90, 30), query: 'q' }),
    mixed: json({ list: [1, 2, 3], body: 'b'.repeat(12_000) }),
    rows15: json({ rows: rows(15) }),
    tree: json([{ name: 'a', children: [{ name: 'b', children: [{ name: 'c', children: [] }] }] }]),
    big_number: json({ rows: rows(900), id: 0 }),
    several: {
      content: [0, 1].map((i) => ({ type: 'text', text: JSON.stringify({ i, rows: rows(20) }) })),
    },
    crowded: {
      content: [
        {
          type: 'text',
          text: Array.from({ length: 3000 }, (_, i) =>
            i === 2160
              ? '2026-03-01T10:00:00Z INFO scheduler leap day rollover skipped for tenant blue'
              : i % 5 === 0
                ? `2026-03-01T10:00:00Z WARN cache ${i} slow eviction of shard ${i % 31}`
                : `2026-03-01T10:00:00Z INFO worker ${i} done in ${i * 3} ms`,
          ).join('\n'),
        },
      ],
    },
    nothing: null,
    word: 'just a string',
    prose: {
      content: [
        { type: 'text', text: Array.from({ length: 300 }, (_, i) => `line ${i}`).join('\n') },
      ],
    },
  }
  const server = answering(folder, 'made-up', answers, {
    exact: `{"content":[{"type":"text","text":"{\\"id\\":1234567890123456789,\\"rows\\":[${'1234567890123456789,'.repeat(900)}7]}"}]}`,
    exact_structured: `{"content":[],"structuredContent":{"id":1234567890123456789,"price":1.50,"rows":[${'"x",'.repeat(5000)}"y"]}}`,
  })
  /** One gateway for each set of options. */
  const gateways = new Map<string, Promise<Connected>>()
  function wrap(...options: string[]): Promise<Connected> {
    const key = options.join(' ')
    const gateway = gateways.get(key) ?? connect({ server, options })
    gateways.set(key, gateway)
    return gateway
  }
  afterAll(async () => {
    for (const gateway of gateways.values()) await (await gateway).close()
  })

  test('1: fifteen rows stay fifteen and a tree stays a tree, unless --strict', async () => {
    const plain = await wrap()
    expect(shown(await call(plain, 'rows15'))).toBe(answers.rows15.content[0]?.text)
    expect(shown(await call(plain, 'tree'))).toBe(answers.tree.content[0]?.text)
    const strict = await wrap('--strict')
    const envelope = JSON.parse(shown(await call(strict, 'rows15')))
    expect(envelope).toMatchObject({ count: 15, hasMore: true, metadata: { truncated: true } })
    expect(envelope.items).toHaveLength(10)
  })

  test('4: the preset answers its requests, within its budgets', async () => {
    const ax = await wrap('--preset', 'automatosx')
    for (const name of [
      'trace_get',
      'trace.get',
      'session_status',
      'config_show',
      'memory_search',
    ]) {
      const result = await call(ax, name)
      expect(result.isError).toBeUndefined()
      expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(1536)
      expect(JSON.parse(shown(result))).toMatchObject({
        success: true,
        hasMore: true,
        artifactRef: expect.stringMatching(/^ax:/),
        metadata: { truncated: true },
      })
    }
  })

  test.each([1024, 1536])('4: a budget of %i bytes works for every answer', async (maxBytes) => {
    const preset = join(folder, `${maxBytes}.json`)
    writeFileSync(preset, JSON.stringify({ budgets: [{ maxBytes, tools: ['*'] }] }))
    for (const options of [[], ['--strict'], ['--contract', 'always']]) {
      const small = await wrap('--preset', preset, ...options)
      for (const name of Object.keys(answers).filter((key) => !['nothing', 'word'].includes(key))) {
        const result = await call(small, name)
        expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(maxBytes)
        expect(result.isError).toBeUndefined()
      }
      expect(shown(await call(small, 'prose'))).toContain('line 0')
    }
  })

  test('5: --contract always loses nothing in silence', async () => {
    const always = await wrap('--contract', 'always')
    const envelope = JSON.parse(shown(await call(always, 'mixed')))
    expect(envelope).toMatchObject({
      count: 3,
      items: [1, 2, 3],
      hasMore: true,
      artifactRef: expect.stringMatching(/^ax:/),
      metadata: { truncated: true },
    })
    const reduced = await wrap('--contract', 'always', '--preset', 'automatosx')
    const trace = JSON.parse(shown(await call(reduced, 'trace_get')))
    expect(trace).toMatchObject({
      data: { events: '⟦mcp-pruner: 150 items left out⟧' },
      artifactRef: expect.stringMatching(/^ax:/),
      metadata: { truncated: true },
    })
  })

  test('6: a preset knows names with dots', async () => {
    const ax = await connect({
      server: ['node', AUTOMATOSX, '--dotted'],
      options: ['--preset', 'automatosx'],
    })
    const keys = Array.from({ length: 600 }, (_, i) => `k${i}`)
    expect(JSON.parse(shown(await call(ax, 'memory.bulk_delete', { keys })))).toEqual({
      deleted: 600,
    })
    const scan = JSON.parse(shown(await call(ax, 'bugfix.scan')))
    expect(scan.items.every(({ severity }: { severity: string }) => severity === 'critical')).toBe(
      true,
    )
    expect(scan.artifactRef).toMatch(/^ax:\/\/bugfix\//)
    await ax.close()
  })

  test('7: numbers keep their digits', async () => {
    const plain = await wrap()
    expect(shown(await call(plain, 'exact'))).toContain('1234567890123456789,')
    expect(shown(await call(plain, 'exact'))).not.toContain('1234567890123456800')
    const agent = await connect({ server, name: 'claude-code' })
    const text = shown(await call(agent, 'exact_structured'))
    expect(text).toContain('"id":1234567890123456789')
    expect(text).toContain('1.50')
    await agent.close()
  })

  test('8: the line that answers stays, however many failures there are, in one prune with true counts', async () => {
    const plain = await wrap()
    const question = 'Why was the leap day rollover skipped?'
    const result = await call(plain, 'crowded', { context_focus_question: question })
    expect(shown(result)).toContain('leap day rollover skipped for tenant blue')
    expect(shown(result)).toContain('WARN cache 0 slow eviction')
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(10_240)
    expect(shown(result)).toMatch(
      /⟦mcp-pruner: \d+ of 3000 lines (?:shown|cut);[^⟧]* the whole: artifact_read ax:/,
    )
  })

  test('11: each of several JSON blocks is shaped, and a result that is not an object has an envelope', async () => {
    const strict = await wrap('--strict')
    const { content } = await call(strict, 'several')
    expect(JSON.parse(content[0]?.text ?? '').rows).toHaveLength(10)
    expect(content[2]?.text).toMatch(/^⟦mcp-pruner: .*artifact_read ax:/)
    const always = await wrap('--contract', 'always')
    for (const [name, data] of [
      ['nothing', 'null'],
      ['word', 'just a string'],
    ] as const) {
      const result = await call(always, name)
      expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({ success: true })
      expect(shown(result)).toContain(data)
    }
  })
})
