// What the model reads: cut answers, focused answers, envelopes, presets.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  AWKWARD,
  answering,
  bytesOf,
  type Connected,
  connect,
  refIn,
  serverFromNpm,
  textOf,
} from './wrapped.js'

type Result = {
  content: { type: string; text?: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-answers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let gateway: Connected
const call = async (name: string, args: Record<string, unknown> = {}, { client } = gateway) =>
  (await client.callTool({ name, arguments: args })) as Result

beforeAll(async () => {
  gateway = await connect()
})
afterAll(() => gateway.close())

describe('an answer that is cut', () => {
  test('data becomes the envelope, with its list first', async () => {
    const envelope = JSON.parse(textOf(await call('huge_json', { items: 300 })))
    expect(envelope).toMatchObject({
      success: true,
      summary: 'huge_json: 300 items',
      count: 300,
      data: { total: 300 },
      artifactRef: expect.stringMatching(/^ax:\/\/awkward\/huge_json\.[0-9A-Z]{16}$/),
      hasMore: true,
      nextCursor: expect.stringMatching(/^\/rows\/\d+$/),
      metadata: { cached: false, truncated: true, durationMs: expect.any(Number) },
    })
    expect(envelope.nextCursor).toBe(`/rows/${envelope.items.length}`)
    expect(envelope.items[0]).toMatchObject({ id: 'row-0', ok: true })
  })

  test('a log keeps its ends and its errors', async () => {
    const [log] = (await call('log', { lines: 5000, failAt: 2500 })).content
    const lines = log?.text?.split('\n') ?? []
    expect(lines.length).toBeGreaterThan(100)
    expect(lines[0]).toContain('worker 0 ')
    expect(lines.at(-1)).toContain('worker 4999 ')
    expect(log?.text).toContain('payment 2500 failed: connection refused')
    expect(log?.text).toMatch(/⟦mcp-pruner: lines \d+-2500 cut⟧/)
  })

  test('an error keeps its end and stays an error', async () => {
    const result = await call('failure')
    expect(result.isError).toBe(true)
    expect(bytesOf(result)).toBeLessThan(10_240)
    expect(result.content[0]?.text).toMatch(/FATAL: the last line says why$/)
  })

  test('images and sounds pass next to a cut text', async () => {
    const { content } = await call('image_and_text')
    expect(content.map(({ type }) => type)).toEqual(['image', 'text', 'audio', 'text'])
    expect(content[0]).toEqual({ type: 'image', mimeType: 'image/png', data: 'AAAA' })
  })

  test('an open schema carries the reference in the structured value, a closed one in a cut text or the content', async () => {
    const open = await call('structured')
    expect(open.structuredContent).toMatchObject({
      artifactRef: refIn(open.content),
      truncated: true,
    })
    const closed = await call('structured_strict')
    expect(closed.structuredContent).not.toHaveProperty('artifactRef')
    expect(closed.structuredContent).toMatchObject({
      kind: 'report',
      level: 'high',
      code: 'ABC-12345',
      createdAt: '2026-03-01T10:00:00Z',
    })
    expect(refIn(closed.structuredContent)).toBe(refIn(closed.content))
  })

  test('a schema that allows nothing smaller gets the smallest valid value and a note', async () => {
    const { structuredContent, content } = await call('structured_stubborn', { count: 9000 })
    expect(structuredContent?.['values']).toHaveLength(4000)
    expect(content).toHaveLength(1)
    expect(content[0]?.text).toMatch(/no smaller answer is valid.*ax:\/\//)
    expect(content[0]?.text).toContain('only 4000 of 9000 items of /values shown; ')
  })

  test('an answer that breaks its own schema is passed on and logged', async () => {
    const loud = await connect({ env: { MCP_PRUNER_LOG_LEVEL: 'warn' } })
    await expect(
      loud.client.callTool({ name: 'structured_invalid', arguments: { rows: 1 } }),
    ).resolves.toMatchObject({ structuredContent: { rows: 'not an array' } })
    await expect.poll(loud.stderr).toContain('"event":"response.schema_violation"')
    await loud.close()
  })

  test('an answer that is nested too deeply for any reader is kept, not sent', async () => {
    const result = await call('abyss')
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('nested too deeply')
    const { contents } = await gateway.client.readResource({ uri: refIn(result) })
    expect((contents[0] as { text: string }).text).toMatch(
      /^\{"content":\[\],"structuredContent":\{"a":.*\}$/,
    )
  })

  test('the runtime profile lets a megabyte pass and bounds larger answers', async () => {
    const wide = await connect({ options: ['--profile', 'runtime'] })
    const whole = await call('huge_text', { lines: 9000 }, wide)
    expect(whole.content).toHaveLength(1)
    const cut = await call('huge_text', { lines: 30_000 }, wide)
    expect(bytesOf(cut)).toBeLessThan(1_048_576)
    expect(bytesOf(cut)).toBeGreaterThan(900_000)
    await wide.close()
  })

  test('sizes are logged, and an answer over the limit is an event', async () => {
    const loud = await connect({ env: { MCP_PRUNER_LOG_LEVEL: 'info' } })
    await call('huge_text', {}, loud)
    // Events of a call are written after its answer is sent.
    await expect.poll(() => loud.stderr()).toContain('response.size')
    const events = loud
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    const over = events.find(({ event }) => event === 'response.over_limit')
    expect(over).toMatchObject({
      level: 'warn',
      data: { tool: 'huge_text', limit: 10_240, overflow: 'bytes' },
    })
    expect(over.data.bytes).toBeGreaterThan(300_000)
    const size = events.find(({ event }) => event === 'response.size')
    expect(size.data.bytes_out).toBeLessThan(10_240)
    await loud.close()
  })
})

describe('a question', () => {
  test('leaves only the parts that answer, with a reference to the rest', async () => {
    const result = await call('log', {
      lines: 1500,
      failAt: 700,
      context_focus_question: 'Why did the payment fail?',
    })
    const text = textOf(result)
    expect(text).toContain('payment 700 failed: connection refused')
    expect(bytesOf(result)).toBeLessThan(10_240)
    const ref = refIn(result)
    expect(ref).toMatch(/^ax:\/\/prune\//)
    const { contents } = await gateway.client.readResource({ uri: ref })
    const whole = (contents[0] as { text: string }).text
    expect(whole.split('\n')).toHaveLength(1500)
  })

  test('chooses among the items of a list', async () => {
    const question = 'Which entry is row-250?'
    const { content } = await call('huge_json', { items: 400, context_focus_question: question })
    const { rows, total } = JSON.parse(content[0]?.text ?? '')
    expect(total).toBe(400)
    expect(rows.length).toBeLessThan(400)
    expect(rows).toContainEqual(expect.objectContaining({ id: 'row-250' }))
  })

  test('says in the list and after it how much is shown', async () => {
    const question = 'Which entry is row-250?'
    const args = { items: 400, width: 5, context_focus_question: question }
    const { content } = await call('json_array', args)
    const items: unknown[] = JSON.parse(content[0]?.text ?? '')
    expect(items).toContainEqual(expect.objectContaining({ id: 'row-250' }))
    const mark = `⟦mcp-pruner: ${items.length - 1} of 400 shown⟧`
    expect(items.at(-1)).toBe(mark)
    expect(content[1]?.text).toMatch(
      /^⟦mcp-pruner: only \d+ of 400 items shown; the whole: artifact_read ax:/,
    )
  })

  test('is answered in both places when a text is sent twice', async () => {
    const path = join(folder, 'app.log')
    writeFileSync(
      path,
      Array.from({ length: 800 }, (_, i) =>
        i === 400 ? 'ERROR disk full on /dev/sda1' : `request ${i} served from cache in ${i} ms`,
      ).join('\n'),
    )
    const files = await connect({ server: serverFromNpm('filesystem', folder) })
    const args = { path, context_focus_question: 'Which disk is full?' }
    const result = await call('read_text_file', args, files)
    expect(result.structuredContent?.['content']).toContain('ERROR disk full on /dev/sda1')
    expect(result.structuredContent?.['content']).toBe(result.content[0]?.text)
    expect(refIn(result.structuredContent)).toMatch(/^ax:\/\/prune\//)
    await files.close()
  })
})

describe('--contract always', () => {
  test('every answer begins with an envelope', async () => {
    const always = await connect({ options: ['--contract', 'always'] })
    const envelope = async (name: string, args: Record<string, unknown> = {}) => {
      const result = await call(name, args, always)
      expect(bytesOf(result)).toBeLessThan(10_240)
      const first = JSON.parse(result.content[0]?.text ?? '')
      expect(first.summary.length).toBeLessThanOrEqual(100)
      return first
    }
    expect(await envelope('echo', { text: 'hi' })).toMatchObject({
      success: true,
      summary: 'echo: hi',
      metadata: { truncated: false },
    })
    expect(await envelope('empty')).toMatchObject({ success: true })
    expect(await envelope('json_array', { items: 3 })).toMatchObject({
      success: true,
      count: 3,
      items: [{ id: 'row-0' }, {}, {}],
      metadata: { truncated: false },
    })
    expect(await envelope('huge_text')).toMatchObject({
      success: true,
      count: 5000,
      hasMore: true,
      artifactRef: expect.stringMatching(/^ax:/),
      metadata: { truncated: true },
    })
    expect(await envelope('structured')).toMatchObject({ success: true, hasMore: true })
    expect(await envelope('structured_strict')).toMatchObject({ success: true, hasMore: true })
    expect(await envelope('failure_short')).toMatchObject({
      success: false,
      error: { code: 'OPERATION_FAILED', message: 'no such table: users', retryable: false },
    })
    expect(await envelope('failure')).toMatchObject({
      success: false,
      error: { message: expect.stringContaining('says why') },
    })
    await always.close()
  })
})

describe('presets', () => {
  const bugs = Array.from({ length: 40 }, (_, i) => ({
    id: `bug-${i}`,
    severity: ['low', 'medium', 'high', 'critical'][i % 4],
    file: `src/${i}.ts`,
    message: 'm'.repeat(300),
  }))
  const answers = {
    bugfix_scan: { bugs },
    workflow_list: {
      workflows: Array.from({ length: 30 }, (_, i) => ({ id: `w${i}`, name: `Workflow ${i}` })),
    },
    trace_get: {
      traceId: 't1',
      status: 'failed',
      durationMs: 12,
      events: Array.from({ length: 90 }, (_, i) => ({ at: i, type: 'step' })),
    },
    agent_run: {
      agentId: 'a1',
      status: 'done',
      stepResults: Array.from({ length: 3 }, () => ({ output: 'small' })),
    },
  }
  const texts = Object.entries(answers).map(([name, answer]) => [
    name,
    { content: [{ type: 'text', text: JSON.stringify(answer) }] },
  ])
  const server = answering(folder, 'ax', Object.fromEntries(texts))

  test('automatosx: budgets, the five most severe findings, members left to the artifact, domains', async () => {
    const ax = await connect({ server, options: ['--preset', 'automatosx'] })
    const scan = await call('bugfix_scan', {}, ax)
    expect(bytesOf(scan)).toBeLessThan(2048)
    const envelope = JSON.parse(textOf(scan))
    expect(envelope).toMatchObject({
      count: 40,
      summary: 'bugfix_scan: 40 total (10 critical, 10 high, 10 medium, 10 low)',
      hasMore: true,
      artifactRef: expect.stringMatching(/^ax:\/\/bugfix\//),
    })
    expect(envelope.items.length).toBeLessThanOrEqual(5)
    expect(
      envelope.items.every(({ severity }: { severity: string }) => severity === 'critical'),
    ).toBe(true)
    const { contents } = await ax.client.readResource({ uri: envelope.artifactRef })
    expect(JSON.parse((contents[0] as { text: string }).text)).toEqual({ bugs })
    const list = await call('workflow_list', {}, ax)
    expect(bytesOf(list)).toBeLessThan(2048)
    expect(JSON.parse(textOf(list)).items).toHaveLength(10)
    const trace = await call('trace_get', {}, ax)
    expect(bytesOf(trace)).toBeLessThan(1536)
    expect(JSON.parse(textOf(trace))).toMatchObject({
      data: { traceId: 't1', status: 'failed' },
      artifactRef: expect.stringMatching(/^ax:\/\/trace\//),
    })
    expect(JSON.parse(textOf(await call('agent_run', {}, ax)))).toMatchObject({
      data: { agentId: 'a1', status: 'done' },
      artifactRef: expect.stringMatching(/^ax:\/\/agent\//),
    })
    await ax.close()
  })

  test('a file of one’s own', async () => {
    const preset = join(folder, 'mine.json')
    writeFileSync(
      preset,
      JSON.stringify({
        budgets: [{ maxBytes: 2000, tools: ['huge_*'] }],
        domains: { huge_: 'big' },
        requestLimits: { maxStringLength: 20 },
      }),
    )
    const mine = await connect({ server: AWKWARD, options: ['--preset', preset] })
    const result = await call('huge_text', {}, mine)
    expect(bytesOf(result)).toBeLessThan(2000)
    expect(refIn(result)).toMatch(/^ax:\/\/big\/huge_text\./)
    expect((await call('echo', { text: 'x'.repeat(21) }, mine)).isError).toBe(true)
    await mine.close()
  })
})
