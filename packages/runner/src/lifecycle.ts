// The life cycle of the pruner within one run, as data: every state, its transitions, and what is logged.
// A trigger that a state does not list changes nothing, which is why a failing server is reported once.

import type { RunnerEventName, RunnerEvents, RunnerLog, RunnerLogEntry } from './events.js'

export type RunState =
  | 'run:init'
  | 'run:mcp_pruner_disabled'
  | 'run:mcp_pruner_starting'
  | 'run:mcp_pruner_running'
  | 'run:mcp_pruner_degraded'
  | 'run:shutdown'

export type Trigger =
  | { readonly on: 'switched_off' }
  | { readonly on: 'config_invalid'; readonly detail: RunnerEvents['mcp_pruner.config_invalid'] }
  | { readonly on: 'config_resolved' }
  | { readonly on: 'initialized'; readonly detail: RunnerEvents['mcp_pruner.ready'] }
  | { readonly on: 'spawn_failed'; readonly detail: RunnerEvents['mcp_pruner.spawn_error'] }
  | { readonly on: 'start_failed'; readonly detail: RunnerEvents['mcp_pruner.start_failed'] }
  | { readonly on: 'server_failed'; readonly detail: RunnerEvents['mcp_pruner.degraded'] }
  | { readonly on: 'phase_ended' }

/** Logged with its own data, or with the trigger's detail. */
interface LogLine {
  readonly event: RunnerEventName
  readonly data?: object
}

export interface Transition {
  readonly from: RunState
  readonly on: Trigger['on']
  readonly to: RunState
  readonly log: readonly LogLine[]
}

const disabled = (reason: RunnerEvents['mcp_pruner.disabled']['reason']): LogLine => ({
  event: 'mcp_pruner.disabled',
  data: { reason },
})

export const TRANSITIONS: readonly Transition[] = [
  {
    from: 'run:init',
    on: 'switched_off',
    to: 'run:mcp_pruner_disabled',
    log: [disabled('config_disabled')],
  },
  {
    from: 'run:init',
    on: 'config_invalid',
    to: 'run:mcp_pruner_disabled',
    log: [{ event: 'mcp_pruner.config_invalid' }, disabled('config_invalid')],
  },
  { from: 'run:init', on: 'config_resolved', to: 'run:mcp_pruner_starting', log: [] },
  {
    from: 'run:mcp_pruner_starting',
    on: 'initialized',
    to: 'run:mcp_pruner_running',
    log: [{ event: 'mcp_pruner.ready' }],
  },
  {
    from: 'run:mcp_pruner_starting',
    on: 'start_failed',
    to: 'run:mcp_pruner_disabled',
    log: [{ event: 'mcp_pruner.start_failed' }, disabled('start_failed')],
  },
  {
    from: 'run:mcp_pruner_starting',
    on: 'spawn_failed',
    to: 'run:mcp_pruner_disabled',
    log: [
      { event: 'mcp_pruner.spawn_error' },
      { event: 'mcp_pruner.start_failed' },
      disabled('start_failed'),
    ],
  },
  {
    from: 'run:mcp_pruner_running',
    on: 'server_failed',
    to: 'run:mcp_pruner_degraded',
    log: [{ event: 'mcp_pruner.degraded' }],
  },
  { from: 'run:mcp_pruner_running', on: 'phase_ended', to: 'run:shutdown', log: [] },
  {
    from: 'run:mcp_pruner_disabled',
    on: 'phase_ended',
    to: 'run:shutdown',
    log: [{ event: 'mcp_pruner.not_running' }],
  },
  {
    from: 'run:mcp_pruner_degraded',
    on: 'phase_ended',
    to: 'run:shutdown',
    log: [{ event: 'mcp_pruner.shutdown_after_degraded' }],
  },
]

export class PrunerLifecycle {
  #state: RunState = 'run:init'
  readonly #log: RunnerLog

  constructor(log: RunnerLog) {
    this.#log = log
  }

  get state(): RunState {
    return this.#state
  }

  apply(trigger: Trigger): void {
    const row = TRANSITIONS.find(({ from, on }) => from === this.#state && on === trigger.on)
    if (!row) return
    this.#state = row.to
    const detail = 'detail' in trigger ? trigger.detail : {}
    for (const { event, data } of row.log) {
      this.#log({ event, data: data ?? detail } as RunnerLogEntry)
    }
  }
}
