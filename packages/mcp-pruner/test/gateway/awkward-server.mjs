// An MCP server that does what real ones do on a bad day. Written against the wire, without an SDK, so
// that it can send what an SDK would not.
import { createInterface } from 'node:readline'
import {
  number,
  object,
  openSchema,
  rows,
  strictSchema,
  structured,
  stubbornSchema,
  text,
  unionSchema,
} from './awkward-values.mjs'

const write = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const cancelled = []
let logLevel = 'none was set'
const pending = new Map()
let nextId = 1
/** Asks the client for something. */
const ask = (method, params) =>
  new Promise((resolve) => {
    const id = `ask-${nextId++}`
    pending.set(id, resolve)
    write({ id, method, params })
  })

const deep = (depth) => {
  let value = { leaf: 'the bottom' }
  for (let i = depth; i > 0; i--) value = { level: i, next: value }
  return value
}
const logLine = (i) =>
  `2026-03-0${1 + (i % 9)}T10:00:${String(i % 60).padStart(2, '0')}Z INFO worker ${i} done in ${i * 3} ms`

const TOOLS = {
  echo: [object({ text: { type: 'string' } }), ({ text: value = '' }) => text(value)],
  arguments: [object({}), (args) => text(JSON.stringify(args))],
  huge_json: [
    object({ items: number, width: number, pretty: number }),
    ({ items = 1000, width = 40, pretty = 0 }) =>
      text(JSON.stringify({ total: items, rows: rows(items, width) }, null, pretty)),
  ],
  json_array: [
    object({ items: number, width: number }),
    ({ items = 500, width = 5 }) => text(JSON.stringify(rows(items, width))),
  ],
  wide_json: [
    object({ keys: number }),
    ({ keys = 3000 }) =>
      text(
        JSON.stringify(
          Object.fromEntries(Array.from({ length: keys }, (_, i) => [`key_${i}`, `value ${i}`])),
        ),
      ),
  ],
  deep_json: [object({ depth: number }), ({ depth = 60 }) => text(JSON.stringify(deep(depth)))],
  long_string: [
    object({ bytes: number }),
    ({ bytes = 20_000 }) => text(JSON.stringify({ note: 'é'.repeat(bytes / 2), tail: 'end' })),
  ],
  huge_text: [
    object({ lines: number, width: number }),
    ({ lines = 5000, width = 60 }) =>
      text(
        Array.from({ length: lines }, (_, i) => `paragraph ${i} ${'word '.repeat(width / 5)}`).join(
          '\n',
        ),
      ),
  ],
  crlf_text: [
    object({ lines: number }),
    ({ lines = 900 }) =>
      text(
        `${Array.from({ length: lines }, (_, i) => `Zeile ${i} für Überprüfung\tder Enden`).join('\r\n')}\r\n`,
      ),
  ],
  log: [
    object({ lines: number, failAt: number }),
    ({ lines = 2000, failAt = 777 }) =>
      text(
        Array.from({ length: lines }, (_, i) =>
          i === failAt
            ? `2026-03-01T10:00:00Z ERROR payment ${i} failed: connection refused`
            : logLine(i),
        ).join('\n'),
      ),
  ],
  endless_line: [
    object({ bytes: number }),
    ({ bytes = 300_000 }) => text('ab😀'.repeat(bytes / 6)),
  ],
  many_blocks: [
    object({ blocks: number, width: number }),
    ({ blocks = 300, width = 200 }) => ({
      content: Array.from({ length: blocks }, (_, i) => ({
        type: 'text',
        text: `block ${i} ${'y'.repeat(width)}`,
      })),
    }),
  ],
  two_blocks: [
    object({ lines: number }),
    ({ lines = 1000 }) => ({
      content: [
        { type: 'text', text: 'exit code 0', annotations: { priority: 1 } },
        {
          type: 'text',
          text: Array.from({ length: lines }, (_, i) => `stdout line ${i}`).join('\n'),
        },
      ],
    }),
  ],
  image: [
    object({ bytes: number }),
    ({ bytes = 60_000 }) => ({
      content: [
        { type: 'text', text: 'a picture' },
        { type: 'image', mimeType: 'image/png', data: Buffer.alloc(bytes, 7).toString('base64') },
      ],
    }),
  ],
  image_and_text: [
    object({ lines: number }),
    ({ lines = 1500 }) => ({
      content: [
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
        { type: 'text', text: Array.from({ length: lines }, (_, i) => `caption ${i}`).join('\n') },
        { type: 'audio', mimeType: 'audio/wav', data: 'BBBB' },
      ],
    }),
  ],
  links: [
    object({ count: number }),
    ({ count = 400 }) => ({
      content: Array.from({ length: count }, (_, i) => ({
        type: 'resource_link',
        uri: `file:///folder/file-${i}.txt`,
        name: `file-${i}.txt`,
      })),
    }),
  ],
  embedded: [
    object({ lines: number }),
    ({ lines = 1200 }) => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'file:///notes.md',
            mimeType: 'text/markdown',
            text: Array.from({ length: lines }, (_, i) => `- note ${i}`).join('\n'),
          },
        },
      ],
    }),
  ],
  structured: [
    object({ rows: number, width: number }),
    ({ rows: count = 800, width = 30 }) => structured({ rows: rows(count, width) }),
    openSchema,
  ],
  structured_strict: [
    object({ rows: number, body: number }),
    ({ rows: count = 400, body = 30_000 }) =>
      structured(
        {
          kind: 'report',
          level: 'high',
          createdAt: '2026-03-01T10:00:00Z',
          code: 'ABC-12345',
          body: 'b'.repeat(body),
          rows: rows(count, 20),
          extra: Object.fromEntries(
            Array.from({ length: 100 }, (_, i) => [`k${i}`, 'v'.repeat(50)]),
          ),
        },
        2,
      ),
    strictSchema,
  ],
  structured_stubborn: [
    object({ count: number }),
    ({ count = 6000 }) => structured({ values: Array.from({ length: count }, (_, i) => 10 + i) }),
    stubbornSchema,
  ],
  structured_union: [
    object({ rows: number }),
    ({ rows: count = 700 }) => structured({ result: { type: 'list', items: rows(count, 10) } }),
    unionSchema,
  ],
  structured_only: [
    object({ rows: number }),
    ({ rows: count = 700 }) => ({ content: [], structuredContent: { rows: rows(count, 10) } }),
    openSchema,
  ],
  structured_invalid: [
    object({ rows: number }),
    ({ rows: count = 700 }) => structured({ rows: 'not an array', more: rows(count, 10) }),
    openSchema,
  ],
  structured_free: [
    object({ rows: number }),
    ({ rows: count = 700 }) => structured({ total: count, list: rows(count, 10) }),
  ],
  structured_other_text: [
    object({ lines: number }),
    ({ lines = 600 }) => ({
      content: [
        {
          type: 'text',
          text: Array.from({ length: lines }, (_, i) => `human line ${i}`).join('\n'),
        },
      ],
      structuredContent: { rows: rows(lines, 1) },
    }),
    openSchema,
  ],
  failure: [
    object({ lines: number }),
    ({ lines = 3000 }) => ({
      ...text(
        `${Array.from({ length: lines }, (_, i) => `trace line ${i}`).join('\n')}\nFATAL: the last line says why`,
      ),
      isError: true,
    }),
  ],
  failure_short: [object({}), () => ({ ...text('no such table: users'), isError: true })],
  huge_meta: [
    object({ bytes: number }),
    ({ bytes = 40_000 }) => ({ ...text('small'), _meta: { trace: 'm'.repeat(bytes) } }),
  ],
  empty: [object({}), () => ({ content: [] })],
  wait: [object({ ms: number }), async ({ ms = 50 }) => (await wait(ms), text(`waited ${ms}`))],
  pid: [object({}), () => text(String(process.pid))],
  hang: [object({}), () => new Promise(() => {})],
  crash: [object({}), () => process.exit(3)],
  log_level: [object({}), () => text(logLevel)],
  cancelled: [object({}), () => text(JSON.stringify(cancelled))],
  progress: [
    object({ reports: number }),
    async ({ reports = 5 }, { progressToken } = {}) => {
      for (let i = 1; i <= reports; i++) {
        const message = `step ${i}`
        const params = { progressToken, progress: i, total: reports, message }
        write({ method: 'notifications/progress', params })
      }
      // The SDK's client loses reports that arrive together with the answer.
      await wait(20)
      return text(`${reports} reports`)
    },
  ],
  flood_and_hang: [
    object({}),
    (_, { progressToken } = {}) => {
      let i = 0
      setInterval(
        () => write({ method: 'notifications/progress', params: { progressToken, progress: ++i } }),
        5,
      )
      return new Promise(() => {})
    },
  ],
  roots: [object({}), async () => text(JSON.stringify(await ask('roots/list')))],
  sample: [
    object({}),
    async () =>
      text(
        JSON.stringify(
          await ask('sampling/createMessage', {
            messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
            maxTokens: 5,
          }),
        ),
      ),
  ],
  elicit: [
    object({}),
    async () =>
      text(
        JSON.stringify(
          await ask('elicitation/create', {
            message: 'Name?',
            requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
          }),
        ),
      ),
  ],
  log_message: [
    object({}),
    () => (
      write({
        method: 'notifications/message',
        params: { level: 'info', logger: 'awkward', data: 'said' },
      }),
      text('logged')
    ),
  ],
  grow: [
    object({}),
    () => (
      (TOOLS['grown'] = [object({}), () => text('new here')]),
      write({ method: 'notifications/tools/list_changed' }),
      text('grown')
    ),
  ],
  artifact_read: [object({}), () => text('not the gateway’s')],
  own_question: [
    object({ context_focus_question: { type: 'string' } }),
    (args) => text(JSON.stringify(args)),
  ],
}

const DETAILS = {
  echo: {
    title: 'Echo',
    annotations: { readOnlyHint: true, title: 'Echo!' },
    _meta: { vendor: { rank: 1 } },
    icons: [{ src: 'data:,x' }],
    'x-unknown': [1, 2],
  },
}

/** Sent as this text, so that a gateway that parses and prints again is caught. */
const ODD =
  '{"content" : [ {"type":"text","text":"caf\\u00e9","x-extra":{"b":1,"a":2.0}} ],"zeta":12345678901234567890,"_meta":{"k":1e3},"alpha":null}'

/** Deeper than JSON.stringify can go. */
const ABYSS = `{"content":[],"structuredContent":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`
const RAW = { odd: ODD, abyss: ABYSS }

function listTools({ cursor = '0' }) {
  const names = [...Object.keys(TOOLS), ...Object.keys(RAW)]
  const at = Number(cursor)
  const tools = names.slice(at, at + 20).map((name) => {
    const [inputSchema = object({}), , outputSchema] = TOOLS[name] ?? []
    return Object.assign(
      { name, description: `Tool ${name}`, inputSchema, outputSchema },
      DETAILS[name],
    )
  })
  return { tools, nextCursor: at + 20 < names.length ? String(at + 20) : undefined }
}

async function callTool(params) {
  const { name, arguments: args = {}, ['_meta']: meta } = params
  const [, run] = Object.hasOwn(TOOLS, name) ? TOOLS[name] : []
  if (run) return { result: await run(args, meta) }
  const data = { name, hint: ['look', 'again'] }
  return { error: { code: -32055, message: `No tool called ${name}`, data } }
}

async function respond(method, params) {
  if (method === 'tools/call') return callTool(params)
  if (method === 'tools/list') return { result: listTools(params) }
  if (method === 'logging/setLevel') logLevel = params.level
  if (method === 'ping' || method === 'logging/setLevel') return { result: {} }
  if (method !== 'initialize') return { error: { code: -32601, message: 'Method not found' } }
  return {
    result: {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: { listChanged: true }, logging: {} },
      serverInfo: { name: 'awkward', version: '1.0.0' },
      instructions: 'Handle with care.',
    },
  }
}

async function handle({ id, method, params = {} }) {
  if (Object.hasOwn(RAW, params.name)) {
    process.stdout.write(
      `{"id":${JSON.stringify(id)}, "result" : ${RAW[params.name]} ,"jsonrpc":"2.0"}\n`,
    )
  } else write({ id, ...(await respond(method, params)) })
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.method === 'notifications/cancelled') cancelled.push(message.params)
  else if (message.method && message.id !== undefined) void handle(message)
  else if (message.id !== undefined) pending.get(message.id)?.(message.result ?? message.error)
})
