// A server that answers as the usual SQLite ones do: rows as JSON in one text, tables as lists, schemas as text.
import { createInterface } from 'node:readline'

const write = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const text = (value) => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
})
/** With numbers beyond JavaScript's precision, nulls, dates and long texts. */
const rows = (count) =>
  `[${Array.from(
    { length: count },
    (_, i) =>
      `{"id":${9_007_199_254_740_000 + i}${i % 10},"price":${i}.50,"note":${i % 3 ? 'null' : JSON.stringify('note '.repeat(i % 40))},"at":"2026-01-${String((i % 28) + 1).padStart(2, '0')}"}`,
  ).join(',')}]`

const TOOLS = {
  read_query: ({ limit = 50 }) => text(rows(limit)),
  list_tables: () => text(Array.from({ length: 40 }, (_, i) => ({ name: `table_${i}` }))),
  describe_table: ({ columns = 30 }) =>
    text(
      Array.from({ length: columns }, (_, cid) => ({
        cid,
        name: `c${cid}`,
        type: 'TEXT',
        notnull: 0,
        dflt_value: null,
        pk: 0,
      })),
    ),
  write_query: () => text([{ affected_rows: 3 }]),
  append_insight: () => text('Insight added to memo'),
  explain: ({ lines = 200 }) =>
    text(Array.from({ length: lines }, (_, i) => `${i}|0|SCAN table_${i % 40}`).join('\n')),
  failing_query: ({ lines = 1 }) => ({
    ...text(`${'near "FROM": syntax error\n'.repeat(lines)}Database error: no such column: x`),
    isError: true,
  }),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line)
  if (id === undefined) return
  if (method === 'initialize') {
    const { protocolVersion } = params
    const serverInfo = { name: 'sqlite', version: '0.1.0' }
    write({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } })
  } else if (method === 'tools/list') {
    const tools = Object.keys(TOOLS).map((name) => ({ name, inputSchema: { type: 'object' } }))
    write({ id, result: { tools } })
  } else if (method === 'tools/call') {
    write({ id, result: TOOLS[params.name](params.arguments ?? {}) })
  } else write({ id, result: {} })
})
