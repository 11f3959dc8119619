import { expect, test } from 'vitest'
import { createMetrics } from './metrics.js'

const metricsOf = (usage?: { entries: number; bytes: number }) =>
  createMetrics({
    queued: () => 1,
    busyWorkers: () => 2,
    aliveWorkers: () => 3,
    sessions: () => 4,
    heldBytes: () => 5,
    store: async () => usage,
  })

test('each figure is under its own name', async () => {
  const metrics = metricsOf({ entries: 6, bytes: 7 })
  metrics.request('/rpc', 200, 0.2)
  metrics.toolCall('prune_text', 'error')
  metrics.tokens(100, 30)
  metrics.fallback('timeout')
  metrics.storeError('put')
  metrics.workerLost()
  const lines = (await metrics.text()).split('\n')
  for (const line of [
    'mcp_pruner_queue_length 1',
    'mcp_pruner_workers_busy 2',
    'mcp_pruner_workers_alive 3',
    'mcp_pruner_mcp_sessions 4',
    'mcp_pruner_held_body_bytes 5',
    'mcp_pruner_store_entries 6',
    'mcp_pruner_store_bytes 7',
    'mcp_pruner_http_requests_total{route="/rpc",status="200"} 1',
    'mcp_pruner_http_request_duration_seconds_bucket{le="0.1",route="/rpc"} 0',
    'mcp_pruner_http_request_duration_seconds_bucket{le="0.25",route="/rpc"} 1',
    'mcp_pruner_http_request_duration_seconds_sum{route="/rpc"} 0.2',
    'mcp_pruner_tool_calls_total{tool="prune_text",outcome="error"} 1',
    'mcp_pruner_tokens_total{direction="in"} 100',
    'mcp_pruner_tokens_total{direction="out"} 30',
    'mcp_pruner_fallbacks_total{cause="timeout"} 1',
    'mcp_pruner_store_errors_total{operation="put"} 1',
    'mcp_pruner_workers_lost_total 1',
  ])
    expect(lines).toContain(line)
})

test('a store that does not answer has no figures', async () => {
  const lines = (await metricsOf().text()).split('\n')
  expect(lines).toContain('mcp_pruner_store_entries Nan')
})
