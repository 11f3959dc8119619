// A server with all the tools that seeds 002 and 004 name, which answers as such servers did before they were
// optimised: whole scans, whole traces, whole lists.
import { createInterface } from 'node:readline'

const write = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i))
const words = (count, seed = 0) =>
  times(
    count,
    (i) => ['queue', 'retry', 'order', 'cache', 'token', 'shard', 'route'][(i * 5 + seed) % 7],
  ).join(' ')
const SEVERITIES = ['low', 'medium', 'high', 'critical']

const finding = (i) => ({
  id: `f-${i}`,
  severity: SEVERITIES[(i * 7) % 4],
  file: `packages/core/src/module-${i % 23}/handler.ts`,
  line: 10 + i * 3,
  message: `Possible ${words(6, i)}`,
  suggestion: words(40, i),
})
const entry = (kind) => (i) => ({
  id: `${kind}-${i}`,
  name: `${kind} ${words(2, i)}`,
  status: i % 3 === 0 ? 'active' : 'idle',
  description: words(25, i),
  updatedAt: new Date(1_700_000_000_000 + i * 3_600_000).toISOString(),
})
const list = (key, count) => () => ({ [key]: times(count, entry(key)) })
const run = (id) => () => ({
  runId: id,
  status: 'completed',
  durationMs: 48_210,
  output: words(120),
  stepResults: times(14, (i) => ({
    step: i,
    name: `step ${i}`,
    success: i !== 9,
    output: words(90, i),
    ...(i === 9 && { error: { code: 'E_TIMEOUT', message: 'upstream timed out after 30 s' } }),
  })),
})
const done = (what) => (args) => ({ success: true, [what]: args.id ?? `${what}-1` })

/** Every tool, by the name that the seeds give it. */
export const TOOLS = {
  memory_retrieve: () => ({
    key: 'plan',
    value: { goal: words(12), steps: times(4, (i) => words(8, i)) },
  }),
  memory_search: () => ({
    query: 'retry',
    matches: times(60, (i) => ({ key: `k${i}`, value: words(30, i), score: i / 60 })),
  }),
  memory_list: list('keys', 140),
  memory_store: done('stored'),
  memory_delete: done('deleted'),
  memory_bulk_delete: ({ keys = [] }) => ({ deleted: keys.length }),
  agent_get: () => ({
    ...entry('agent')(1),
    prompt: words(300),
    tools: times(30, (i) => `tool_${i}`),
  }),
  agent_list: list('agents', 34),
  agent_register: done('agentId'),
  agent_remove: done('agentId'),
  agent_run: run('agent-run-1'),
  session_status: () => ({
    sessionId: 's1',
    status: 'active',
    participants: times(24, entry('participant')),
  }),
  session_list: list('sessions', 45),
  session_create: done('sessionId'),
  session_join: done('sessionId'),
  session_leave: done('sessionId'),
  session_complete: done('sessionId'),
  session_fail: done('sessionId'),
  trace_get: () => ({
    traceId: 't1',
    status: 'failed',
    durationMs: 9120,
    events: times(260, (i) => ({ at: i * 35, type: 'step', detail: words(14, i) })),
    error: { message: 'step 9 timed out' },
  }),
  trace_list: list('traces', 80),
  trace_analyze: () => ({ traceId: 't1', bottleneck: 'step 9', p95Ms: 812, analysis: words(900) }),
  config_get: () => ({ key: 'timeouts', value: { query: 10_000, scan: 120_000 } }),
  config_show: () => ({
    config: Object.fromEntries(times(90, (i) => [`option_${i}`, { value: i, doc: words(9, i) }])),
  }),
  config_set: done('key'),
  ability_list: list('abilities', 52),
  ability_inject: () => ({
    injected: times(6, (i) => ({ id: `ability-${i}`, content: words(200, i) })),
  }),
  guard_list: list('policies', 12),
  guard_check: () => ({
    passed: false,
    gates: times(8, (i) => ({ id: `gate-${i}`, passed: i !== 2, reason: words(6, i) })),
  }),
  guard_apply: done('policyId'),
  bugfix_scan: () => ({ scanId: 'b1', bugs: times(180, finding) }),
  bugfix_list: () => ({ bugs: times(180, finding) }),
  bugfix_run: run('bugfix-run-1'),
  refactor_scan: () => ({ scanId: 'r1', opportunities: times(140, finding) }),
  refactor_list: () => ({ opportunities: times(140, finding) }),
  refactor_apply: run('refactor-1'),
  workflow_list: list('workflows', 28),
  workflow_describe: () => ({
    ...entry('workflow')(1),
    steps: times(12, (i) => ({
      id: i,
      name: words(3, i),
      config: { retries: 2, prompt: words(40, i) },
    })),
  }),
  workflow_run: run('workflow-run-1'),
}

const isDotted = process.argv.includes('--dotted')
const prefix = process.argv.includes('--prefix') ? 'ax_' : ''
const shown = (name) => prefix + (isDotted ? name.replace('_', '.') : name)
const byShownName = Object.fromEntries(
  Object.entries(TOOLS).map(([name, make]) => [shown(name), make]),
)

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line)
  if (id === undefined) return
  if (method === 'initialize') {
    const { protocolVersion } = params
    const serverInfo = { name: 'automatosx', version: '14.0.0' }
    write({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } })
  } else if (method === 'tools/list') {
    const tools = Object.keys(byShownName).map((name) => ({
      name,
      description: name,
      inputSchema: { type: 'object' },
    }))
    write({ id, result: { tools } })
  } else if (method === 'tools/call') {
    const text = JSON.stringify(byShownName[params.name](params.arguments ?? {}), null, 2)
    write({ id, result: { content: [{ type: 'text', text }] } })
  } else write({ id, result: {} })
})
