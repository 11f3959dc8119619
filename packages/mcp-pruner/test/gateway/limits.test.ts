// Every tool of four servers, over a wide range of sizes: each answer is within the limits, accepted by the
// SDK's client (which checks output schemas), unchanged where nothing had to be cut, and recovered exactly
// where something was.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, describe, expect, test } from 'vitest'
import { AWKWARD, connect, serverFromNpm } from './wrapped.js'

type Json = Record<string, unknown>
type Args = Record<string, unknown>
type Block = {
  type: string
  text?: string
  data?: string
  resource?: { text?: string; blob?: string }
}

const CLAUDE_SAFE = { bytes: 10_240, items: 10, characters: 500, levels: 4 }
let calls = 0
afterAll(() => {
  expect(calls).toBeGreaterThanOrEqual(500)
})

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-limits-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Binary payloads pass; everything else counts. */
function countedBytes(result: Json): number {
  const binary = (result['content'] as Block[]).map(({ type, data, resource }) => {
    const payload = type === 'resource' ? resource?.blob : data
    return payload?.length ?? 0
  })
  return binary.reduce((bytes, length) => bytes - length, Buffer.byteLength(JSON.stringify(result)))
}

/** Everything that breaks a limit on data. */
function violations(value: unknown, texts: ReadonlySet<string>, level = 1, path = ''): string[] {
  if (typeof value === 'string') {
    const isLong = value.length > CLAUDE_SAFE.characters && !texts.has(value)
    return isLong ? [`${path} has ${value.length} characters`] : []
  }
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  const found = entries.flatMap(([key, item]) =>
    violations(item, texts, level + 1, `${path}/${key}`),
  )
  if (Array.isArray(value) && value.length > CLAUDE_SAFE.items)
    found.push(`${path} has ${value.length} items`)
  if (entries.length > 0 && level >= CLAUDE_SAFE.levels + 1)
    found.push(`${path} is at level ${level}`)
  return found
}

const textOf = ({ text, resource }: Block): string | undefined => text ?? resource?.text

function dataOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : undefined
  } catch {
    return undefined
  }
}

const refsIn = (value: unknown): string[] => [
  ...new Set(JSON.stringify(value).match(/ax:\/\/[a-z][a-z0-9-]*\/[A-Za-z0-9._-]+/g)),
]

async function direct(server: readonly string[], env: Record<string, string>): Promise<Client> {
  const [command = '', ...args] = server
  const client = new Client({ name: 'gateway-test', version: '1.0.0' })
  const environment = { ...(process.env as Record<string, string>), ...env }
  await client.connect(
    new StdioClientTransport({ command, args, env: environment, stderr: 'ignore' }),
  )
  return client
}

async function paged(client: Client, ref: string): Promise<string> {
  let whole = ''
  for (let page = 1; ; page++) {
    const result = (await client.callTool({
      name: 'artifact_read',
      arguments: { ref, page },
    })) as Json
    expect(countedBytes(result)).toBeLessThan(CLAUDE_SAFE.bytes)
    const [part, note] = result['content'] as Block[]
    whole += part?.text
    if (!note?.text?.includes(`page=${page + 1}`)) return whole
  }
}

/** The whole is the text that was cut, or the structured value, or everything, whatever was sent. */
function expectWhole(whole: string, original: Json): void {
  const texts = (original['content'] as Block[]).flatMap((block) => textOf(block) ?? [])
  const structured = JSON.stringify(original['structuredContent'])
  if (texts.includes(whole) || whole === structured) return
  expect(JSON.parse(whole)).toEqual(original)
}

interface Plan {
  readonly server: readonly string[]
  readonly env?: Record<string, string>
  /** Arguments of each tool; tools that are not named are called without any. */
  readonly args: Readonly<Record<string, readonly Args[]>>
  /** Tools that cannot be called on their own, and why. */
  readonly without?: readonly string[]
  /** Tools whose schema allows no value within the limits. */
  readonly stubborn?: readonly string[]
  /** Tools whose answers differ from call to call. */
  readonly fickle?: readonly string[]
  /** Tools whose schema asks for more levels, items or characters than the limits on data. */
  readonly typed?: readonly string[]
}

async function run(plan: Plan): Promise<void> {
  const { server, env = {}, args, without = [], stubborn = [], fickle = [], typed = [] } = plan
  const bare = await direct(server, env)
  const { client, close } = await connect({ server, env })
  try {
    const { tools } = await client.listTools()
    const own = tools.filter(({ name }) => !without.includes(name) && name !== 'artifact_read')
    for (const { name } of own) {
      for (const given of args[name] ?? [{}]) {
        const where = `${name} ${JSON.stringify(given)}`
        const original = (await bare.callTool({ name, arguments: given })) as Json
        const answer = (await client.callTool({ name, arguments: given })) as Json
        calls++
        const refs = refsIn(answer)
        if (!stubborn.includes(name))
          expect(countedBytes(answer), where).toBeLessThan(CLAUDE_SAFE.bytes)
        expect(answer['isError'], where).toEqual(original['isError'])
        const texts = (answer['content'] as Block[]).flatMap((block) => textOf(block) ?? [])
        const data = answer['isError'] ? [] : texts.flatMap((text) => dataOf(text) ?? [])
        if (!typed.includes(name) && !stubborn.includes(name)) {
          const values = [...data, answer['structuredContent']]
          const broken = values.flatMap((value) => violations(value, new Set(texts)))
          expect(broken, where).toEqual([])
        }
        if (refs.length === 0) {
          if (!fickle.includes(name)) expect(answer, where).toEqual(original)
          continue
        }
        expect(refs, where).toHaveLength(1)
        const [ref = ''] = refs
        const { contents } = await client.readResource({ uri: ref })
        const whole = (contents[0] as { text: string }).text
        if (!fickle.includes(name)) expectWhole(whole, original)
        expect(await paged(client, ref), where).toBe(whole)
      }
    }
  } finally {
    await close()
    await bare.close()
  }
}

/** Around every limit, and a fixed scatter of others. */
const SIZES = [0, 1, 9, 10, 11, 12, 21, 40, 77, 130, 181, 256, 317, 390, 600, 1100]
const sized = (name: string, more: Args = {}) => SIZES.map((size) => ({ [name]: size, ...more }))

describe('within claude-safe', () => {
  test('an awkward server', async () => {
    await run({
      server: AWKWARD,
      // Tested on their own: they need a client that answers, never end, or change the server.
      without: [
        'hang',
        'pid',
        'crash',
        'flood_and_hang',
        'roots',
        'sample',
        'elicit',
        'grow',
        'cancelled',
        'structured_invalid',
      ],
      stubborn: ['structured_stubborn'],
      typed: ['structured_strict', 'structured_union'],
      args: {
        echo: [
          '',
          'ok',
          'x'.repeat(10_300),
          '\u0000\u0001"\\'.repeat(2000),
          '{"a":1}',
          '[1,2',
          '\n'.repeat(6000),
          'ü'.repeat(5100),
        ].map((text) => ({ text })),
        arguments: [
          {},
          { list: Array.from({ length: 60 }, (_, i) => i) },
          { deep: { a: { b: { c: { d: 1 } } } } },
        ],
        huge_json: [
          ...sized('items'),
          ...sized('items', { pretty: 2 }),
          ...sized('items', { width: 700 }),
        ],
        json_array: [...sized('items'), ...sized('items', { width: 900 })],
        wide_json: sized('keys'),
        deep_json: [1, 2, 3, 4, 5, 6, 20, 200].map((depth) => ({ depth })),
        long_string: [10, 498, 1000, 1002, 1004, 9000, 50_000].map((bytes) => ({ bytes })),
        huge_text: [...sized('lines'), ...sized('lines', { width: 400 })],
        crlf_text: sized('lines'),
        log: [...sized('lines'), ...sized('lines', { failAt: 5 }), { lines: 21 }, { lines: 20 }],
        endless_line: [60, 10_000, 10_200, 10_260, 12_000, 90_000].map((bytes) => ({ bytes })),
        many_blocks: [...sized('blocks'), ...sized('blocks', { width: 3 })],
        two_blocks: sized('lines'),
        image: [0, 10, 9000, 60_000].map((bytes) => ({ bytes })),
        image_and_text: sized('lines'),
        links: sized('count'),
        embedded: sized('lines'),
        structured: [...sized('rows'), ...sized('rows', { width: 600 })],
        structured_strict: [
          ...sized('rows', { body: 100 }).slice(2),
          ...[5, 400, 600, 5000, 90_000].map((body) => ({ rows: 3, body })),
        ],
        structured_stubborn: [{ count: 4000 }, { count: 9000 }],
        structured_union: sized('rows'),
        structured_only: sized('rows'),
        structured_free: sized('rows'),
        structured_other_text: sized('lines'),
        failure: sized('lines'),
        huge_meta: [10, 2000, 2500, 3000, 10_000, 90_000].map((bytes) => ({ bytes })),
        progress: [{ reports: 0 }, { reports: 300 }],
        wait: [{ ms: 1 }],
      },
    })
  }, 240_000)

  test('the everything server', async () => {
    const of = (...values: Args[]) => values
    await run({
      server: serverFromNpm('everything'),
      without: [
        'simulate-research-query',
        'trigger-elicitation-request',
        'trigger-sampling-request',
        'gzip-file-as-resource',
        'get-roots-list',
        'toggle-simulated-logging',
        'toggle-subscriber-updates',
      ],
      fickle: ['get-env', 'get-resource-reference', 'get-resource-links'],
      args: {
        echo: of(
          { message: 'hello' },
          { message: 'y'.repeat(500) },
          { message: 'y'.repeat(9_000) },
          { message: 'z\n'.repeat(30_000) },
        ),
        'get-annotated-message': of(
          { messageType: 'error' },
          { messageType: 'success', includeImage: true },
          { messageType: 'debug' },
        ),
        'get-resource-links': of({ count: 1 }, { count: 10 }),
        'get-resource-reference': of(
          { resourceType: 'Text', resourceId: 1 },
          { resourceType: 'Blob', resourceId: 2 },
        ),
        'get-structured-content': of(
          { location: 'New York' },
          { location: 'Chicago' },
          { location: 'Los Angeles' },
        ),
        'get-sum': of({ a: 1, b: 2 }, { a: -1e9, b: 1 }),
        'trigger-long-running-operation': of({ duration: 0.02, steps: 2 }),
      },
    })
  }, 60_000)

  test('the filesystem server', async () => {
    const at = (name: string) => join(folder, name)
    const files = SIZES.map((lines) => {
      const path = at(`text-${lines}.md`)
      writeFileSync(
        path,
        Array.from({ length: lines }, (_, i) => `## ${i} – “quoted” and \\slashed\\ line`).join(
          '\n',
        ),
      )
      return path
    })
    writeFileSync(
      at('data.json'),
      JSON.stringify(
        { users: Array.from({ length: 400 }, (_, id) => ({ id, name: `u${id}` })) },
        null,
        2,
      ),
    )
    writeFileSync(at('one-line.txt'), 'w'.repeat(40_000))
    writeFileSync(at('picture.png'), Buffer.alloc(30_000, 3))
    for (let i = 0; i < 300; i++) {
      mkdirSync(at(`tree/folder-${i % 20}`), { recursive: true })
      writeFileSync(at(`tree/folder-${i % 20}/file-${i}.txt`), 'x')
    }
    const paths = [...files, at('data.json'), at('one-line.txt'), at('missing.txt')]
    const each = paths.map((path) => ({ path }))
    await run({
      server: serverFromNpm('filesystem', folder),
      without: ['write_file', 'edit_file', 'create_directory', 'move_file'],
      args: {
        read_file: each,
        read_text_file: [
          ...each,
          ...each.map(({ path }) => ({ path, head: 300 })),
          ...each.map(({ path }) => ({ path, tail: 300 })),
        ],
        read_media_file: [{ path: at('picture.png') }],
        read_multiple_files: [{ paths: paths.slice(0, 3) }, { paths }],
        list_directory: [{ path: folder }, { path: at('tree') }, { path: at('nowhere') }],
        list_directory_with_sizes: [{ path: folder }, { path: at('tree') }],
        directory_tree: [{ path: folder }, { path: at('tree') }],
        search_files: [
          { path: folder, pattern: '**/*.txt' },
          { path: folder, pattern: 'none' },
        ],
        get_file_info: [{ path: at('data.json') }, { path: at('missing.txt') }],
        list_allowed_directories: [{}],
      },
    })
  }, 120_000)

  test('the memory server', async () => {
    const file = join(folder, 'memory.jsonl')
    const entities = Array.from({ length: 300 }, (_, i) =>
      JSON.stringify({
        type: 'entity',
        name: `entity-${i}`,
        entityType: 'thing',
        observations: Array.from({ length: i % 15 }, (__, n) => `observation ${n} of ${i}`),
      }),
    )
    const relations = Array.from({ length: 200 }, (_, i) =>
      JSON.stringify({
        type: 'relation',
        from: `entity-${i}`,
        to: `entity-${i + 1}`,
        relationType: 'leads to',
      }),
    )
    writeFileSync(file, [...entities, ...relations].join('\n'))
    const nodes = (count: number) => ({
      names: Array.from({ length: count }, (_, i) => `entity-${i}`),
    })
    await run({
      server: serverFromNpm('memory'),
      env: { MEMORY_FILE_PATH: file },
      // Its schema has five levels: graph, entities, entity, observations, text.
      typed: ['read_graph', 'search_nodes', 'open_nodes'],
      without: [
        'create_entities',
        'create_relations',
        'add_observations',
        'delete_entities',
        'delete_observations',
        'delete_relations',
      ],
      args: {
        read_graph: [{}],
        search_nodes: ['entity-1', 'observation 3', 'nothing at all', 'entity'].map((query) => ({
          query,
        })),
        open_nodes: [0, 1, 2, 5, 10, 11, 40, 90].map(nodes),
      },
    })
  }, 60_000)
})
