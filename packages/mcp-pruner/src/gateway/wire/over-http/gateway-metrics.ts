// Prometheus metrics of `wrap --http`, per server and tool, derived from the events of its calls.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { EmitEvent } from '../../../process/events.js'

export interface GatewayMetrics {
  /** Counts the events that it forwards. */
  readonly counting: (emit: EmitEvent) => EmitEvent
  /** Sets how many sessions are open. */
  sessions(open: () => number): void
  readonly contentType: string
  text(): Promise<string>
}

const BUCKETS_S = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600]
/** A server may list any number of tools; further ones are counted together. */
const MAX_TOOLS = 500

function createMeters() {
  const registry = new Registry()
  const registers = [registry]
  const labelNames = ['server', 'tool']
  const calls = new Counter({
    name: 'mcp_pruner_gateway_calls_total',
    help: 'Calls of wrapped tools.',
    labelNames: [...labelNames, 'outcome'],
    registers,
  })
  const bytes = new Counter({
    name: 'mcp_pruner_gateway_bytes_total',
    help: 'Bytes of answers as servers sent them (in) and as clients were sent them (out).',
    labelNames: [...labelNames, 'direction'],
    registers,
  })
  const seconds = new Histogram({
    name: 'mcp_pruner_gateway_call_duration_seconds',
    help: 'How long wrapped tools took to answer.',
    labelNames,
    buckets: BUCKETS_S,
    registers,
  })
  const sessions = new Gauge({
    name: 'mcp_pruner_gateway_sessions',
    help: 'Open sessions, each with servers of its own.',
    registers,
  })
  return { registry, calls, bytes, seconds, sessions }
}

export function createGatewayMetrics(): GatewayMetrics {
  const { registry, calls, bytes, seconds, sessions } = createMeters()
  let countSessions: (() => number) | undefined
  const known = new Set<string>()
  const labels = (tool: string, server: unknown) => {
    const of = { server: typeof server === 'string' ? server : '', tool }
    const key = JSON.stringify(of)
    if (known.size < MAX_TOOLS) known.add(key)
    return known.has(key) ? of : { server: 'other', tool: 'other' }
  }

  function count(event: string, data: Readonly<Record<string, unknown>>): void {
    if (typeof data['tool'] !== 'string') return
    const of = labels(data['tool'], data['server'])
    const ms = data['duration_ms']
    if (event === 'tool.exec_ok') calls.inc({ ...of, outcome: 'ok' })
    if (event === 'tool.exec_failed') calls.inc({ ...of, outcome: 'error' })
    if (event === 'guard.refused') calls.inc({ ...of, outcome: 'refused' })
    if (event.startsWith('tool.exec_') && typeof ms === 'number') seconds.observe(of, ms / 1000)
    if (event !== 'response.size') return
    const { bytes_in: received, bytes_out: sent } = data
    if (typeof received === 'number') bytes.inc({ ...of, direction: 'in' }, received)
    if (typeof sent === 'number') bytes.inc({ ...of, direction: 'out' }, sent)
  }

  return {
    counting: (emit) => (level, event, details) => {
      if (details?.data) count(event, details.data)
      emit(level, event, details)
    },
    sessions(open) {
      countSessions = open
    },
    contentType: registry.contentType,
    text() {
      sessions.set(countSessions?.() ?? 0)
      return registry.metrics()
    },
  }
}
