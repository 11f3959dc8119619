// The service's Prometheus metrics. Labels come from fixed lists, so that no caller can create more series.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Gauges {
  readonly queued: () => number
  readonly busyWorkers: () => number
  readonly aliveWorkers: () => number
  readonly sessions: () => number
  readonly heldBytes: () => number
  /** `undefined` if the store does not answer. */
  readonly store: () => Promise<{ readonly entries: number; readonly bytes: number } | undefined>
}

export interface ServiceMetrics {
  request(route: string, status: number, seconds: number): void
  toolCall(tool: string, outcome: 'ok' | 'error'): void
  tokens(before: number, after: number): void
  fallback(cause: string): void
  storeError(operation: 'put' | 'get'): void
  workerLost(): void
  readonly contentType: string
  /** The text of `GET /metrics`. */
  text(): Promise<string>
}

const LATENCY_BUCKETS_S = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]

export function createMetrics(gauges: Gauges): ServiceMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  declareGauges(registry, gauges)
  const { requests, latency, calls, tokens, fallbacks, storeErrors, lost } =
    declareCounters(registry)
  const storeGauge = (name: string, help: string) =>
    new Gauge({ name: `mcp_pruner_store_${name}`, help, registers: [registry] })
  const storeBytes = storeGauge('bytes', 'Bytes that the store holds.')
  const storeEntries = storeGauge('entries', 'Texts that the store holds.')

  return {
    request(route, status, seconds) {
      requests.inc({ route, status: String(status) })
      latency.observe({ route }, seconds)
    },
    toolCall: (tool, outcome) => calls.inc({ tool, outcome }),
    tokens(before, after) {
      tokens.inc({ direction: 'in' }, before)
      tokens.inc({ direction: 'out' }, after)
    },
    fallback: (cause) => fallbacks.inc({ cause }),
    storeError: (operation) => storeErrors.inc({ operation }),
    workerLost: () => lost.inc(),
    contentType: registry.contentType,
    async text() {
      const usage = await gauges.store()
      storeBytes.set(usage?.bytes ?? Number.NaN)
      storeEntries.set(usage?.entries ?? Number.NaN)
      return registry.metrics()
    },
  }
}

function declareCounters(registry: Registry) {
  const registers = [registry]
  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name: `mcp_pruner_${name}`, help, labelNames, registers })
  return {
    requests: counter('http_requests_total', 'HTTP requests answered.', ['route', 'status']),
    latency: new Histogram({
      name: 'mcp_pruner_http_request_duration_seconds',
      help: 'Time from a request’s headers to the end of its answer.',
      labelNames: ['route'],
      buckets: LATENCY_BUCKETS_S,
      registers,
    }),
    calls: counter('tool_calls_total', 'Tool calls.', ['tool', 'outcome']),
    tokens: counter('tokens_total', 'Estimated tokens of texts before and after pruning.', [
      'direction',
    ]),
    fallbacks: counter('fallbacks_total', 'Texts returned whole, by cause.', ['cause']),
    storeErrors: counter('store_errors_total', 'Store operations that failed.', ['operation']),
    lost: counter('workers_lost_total', 'Workers that died or were ended, and replaced.'),
  }
}

function declareGauges(registry: Registry, gauges: Gauges): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `mcp_pruner_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('queue_length', 'Prunings that wait for a worker.', gauges.queued)
  gauge('workers_busy', 'Workers that are pruning.', gauges.busyWorkers)
  gauge('workers_alive', 'Workers that are ready or pruning.', gauges.aliveWorkers)
  gauge('mcp_sessions', 'Open MCP sessions.', gauges.sessions)
  gauge(
    'held_body_bytes',
    'Bytes of requests and answers being read, made or written.',
    gauges.heldBytes,
  )
}
