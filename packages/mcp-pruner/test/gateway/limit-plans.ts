// The calls to each server when the gateway's limits are checked, over a range of sizes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Args, Plan } from './limits-check.js'
import { AWKWARD, PLAYWRIGHT, SQLITE_LIKE, serverFromNpm } from './wrapped.js'

/** Around every limit, and a fixed scatter of others. */
export const ALL_SIZES = [0, 1, 9, 10, 11, 12, 21, 40, 77, 130, 181, 256, 317, 390, 600, 1100]
export const FEW_SIZES = [12, 390]

const of = (...values: Args[]) => values

/** Names of that many entities. */
const nodes = (count: number) => ({
  names: Array.from({ length: count }, (_, i) => `entity-${i}`),
})

export function awkwardPlan(sizes: readonly number[]): Plan {
  const sized = (name: string, more: Args = {}) => sizes.map((size) => ({ [name]: size, ...more }))
  return {
    server: AWKWARD,
    // Tested on their own: they need a client that answers, never end, or change the server.
    without: [
      'hang',
      'pid',
      'abyss',
      'server__artifact_read',
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
        ...sized('rows', { body: 100 }).filter(({ rows }) => Number(rows) > 1),
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
  }
}

export function everythingPlan(): Plan {
  return {
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
  }
}

export function filesystemPlan(folder: string, sizes: readonly number[]): Plan {
  const at = (name: string) => join(folder, name)
  const files = sizes.map((lines) => {
    const path = at(`text-${lines}.md`)
    writeFileSync(
      path,
      Array.from({ length: lines }, (_, i) => `## ${i} – “quoted” and \\slashed\\ line`).join('\n'),
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
  return {
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
  }
}

export function memoryPlan(folder: string): Plan {
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
  return {
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
  }
}

export function sqlitePlan(sizes: readonly number[]): Plan {
  const sized = (name: string) => sizes.map((size) => ({ [name]: size }))
  return {
    server: SQLITE_LIKE,
    args: {
      read_query: sized('limit'),
      describe_table: sized('columns'),
      explain: sized('lines'),
      failing_query: sized('lines'),
    },
  }
}

const orderRow = (i: number): string =>
  `<li><a href="#${i}">Order ${i}</a> for customer ${i % 17}</li>`

/** A static page in Debian's browser: snapshots of what it shows, as text. */
export function playwrightPlan(): Plan {
  const list = Array.from({ length: 400 }, (_, i) => orderRow(i)).join('')
  const url = `data:text/html,<title>Orders</title><h1>Orders</h1><ul>${list.slice(0, 12_000)}</ul>`
  return {
    server: PLAYWRIGHT,
    only: ['browser_navigate', 'browser_snapshot', 'browser_console_messages', 'browser_tabs'],
    // Each answer names files and times of its own.
    fickle: ['browser_navigate', 'browser_snapshot', 'browser_tabs', 'browser_console_messages'],
    args: {
      browser_navigate: [{ url: 'data:text/html,<h1>small</h1>' }, { url }],
      browser_snapshot: [{}],
      browser_console_messages: [{}],
      browser_tabs: [{ action: 'list' }],
    },
  }
}
