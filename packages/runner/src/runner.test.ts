// Every row of the run's life, by name, through the public entry points: real settings, real server processes, and a
// provider that reports what the clients are known to report.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunnerLogEntry } from './events.js'
import { TRANSITIONS } from './lifecycle.js'
import type { AgentProvider, ProviderEvent, ProviderRunOptions } from './provider.js'
import { runAgent } from './runner.js'

const server = (name: string) => join(import.meta.dirname, '../test/servers', name)
const done: ProviderEvent = { type: 'result', ok: true }
const lost = {
  type: 'mcp_failure',
  server: 'pruner',
  reason: 'exited',
  message: 'Transport closed',
} as const

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'runner-run-'))
})
afterEach(() => rmSync(cwd, { recursive: true }))

interface Run {
  readonly log: readonly RunnerLogEntry[]
  readonly events: readonly ProviderEvent[]
  readonly given: ProviderRunOptions | undefined
}

interface Setting {
  readonly env?: Readonly<Record<string, string>>
  readonly reports?: readonly ProviderEvent[]
  readonly startupLimitMs?: number
}

async function run({ env = {}, reports = [done], startupLimitMs = 30_000 }: Setting): Promise<Run> {
  const log: RunnerLogEntry[] = []
  const events: ProviderEvent[] = []
  let given: ProviderRunOptions | undefined
  const provider: AgentProvider = {
    name: 'scripted',
    async *run(_prompt, options) {
      given = options
      yield* reports
    },
  }
  for await (const event of runAgent({
    provider,
    prompt: 'go',
    cwd,
    env: { PATH: process.env['PATH'], JEEVES_PRUNER_ENABLED: 'true', ...env },
    log: (entry) => log.push(entry),
    startupLimitMs,
  })) {
    events.push(event)
  }
  return { log, events, given }
}

const healthy = () => ({ JEEVES_MCP_PRUNER_PATH: server('healthy.mjs') })
const ready = () => ({ event: 'mcp_pruner.ready', data: { root: cwd } })
const disabled = (reason: string) => ({ event: 'mcp_pruner.disabled', data: { reason } })
const notRunning = { event: 'mcp_pruner.not_running', data: {} }
const containing = (text: string) => expect.stringContaining(text) as string

/** One entry a row: the state it leaves, what happens, the state it enters; then the run that shows it. */
const ROWS: Readonly<
  Record<string, { readonly given: () => Setting; readonly log: () => readonly object[] }>
> = {
  'run:init | switched_off | run:mcp_pruner_disabled': {
    given: () => ({ env: { JEEVES_PRUNER_ENABLED: 'false' } }),
    log: () => [disabled('config_disabled'), notRunning],
  },
  'run:init | config_invalid | run:mcp_pruner_disabled': {
    given: () => ({ env: { PRUNER_TIMEOUT_MS: 'soon' } }),
    log: () => [
      { event: 'mcp_pruner.config_invalid', data: { message: containing('PRUNER_TIMEOUT_MS') } },
      disabled('config_invalid'),
      notRunning,
    ],
  },
  'run:init | config_resolved | run:mcp_pruner_starting': {
    given: () => ({ env: healthy() }),
    log: () => [ready()],
  },
  'run:mcp_pruner_starting | initialized | run:mcp_pruner_running': {
    given: () => ({ env: healthy() }),
    log: () => [ready()],
  },
  'run:mcp_pruner_starting | start_failed | run:mcp_pruner_disabled': {
    given: () => ({ env: { JEEVES_MCP_PRUNER_PATH: server('exits-at-start.mjs') } }),
    log: () => [
      {
        event: 'mcp_pruner.start_failed',
        data: { message: 'the server ended (exit code 3): the disk is full' },
      },
      disabled('start_failed'),
      notRunning,
    ],
  },
  'run:mcp_pruner_starting | spawn_failed | run:mcp_pruner_disabled': {
    // No `node` is on this path.
    given: () => ({ env: { ...healthy(), PATH: cwd } }),
    log: () => {
      const data = { message: containing('node could not be started') }
      return [
        { event: 'mcp_pruner.spawn_error', data },
        { event: 'mcp_pruner.start_failed', data },
        disabled('start_failed'),
        notRunning,
      ]
    },
  },
  'run:mcp_pruner_running | server_failed | run:mcp_pruner_degraded': {
    given: () => ({ env: healthy(), reports: [lost, lost, done] }),
    log: () => [
      ready(),
      {
        event: 'mcp_pruner.degraded',
        data: { reason: 'exited', message: 'Transport closed', exit_code: null, signal: null },
      },
      { event: 'mcp_pruner.shutdown_after_degraded', data: {} },
    ],
  },
  'run:mcp_pruner_running | phase_ended | run:shutdown': {
    given: () => ({ env: healthy() }),
    log: () => [ready()],
  },
  'run:mcp_pruner_disabled | phase_ended | run:shutdown': {
    given: () => ({ env: { JEEVES_PRUNER_ENABLED: '' } }),
    log: () => [disabled('config_disabled'), notRunning],
  },
  'run:mcp_pruner_degraded | phase_ended | run:shutdown': {
    given: () => ({
      env: healthy(),
      reports: [
        {
          type: 'mcp_failure',
          server: 'pruner',
          reason: 'exited',
          message: 'the server exited with code 137 (SIGKILL)',
        },
        done,
      ],
    }),
    log: () => [
      ready(),
      {
        event: 'mcp_pruner.degraded',
        data: {
          reason: 'exited',
          message: 'the server exited with code 137 (SIGKILL)',
          exit_code: 137,
          signal: 'SIGKILL',
        },
      },
      { event: 'mcp_pruner.shutdown_after_degraded', data: {} },
    ],
  },
}

test('every row has a run that shows it, and every run shows a row', () => {
  expect(Object.keys(ROWS)).toEqual(
    TRANSITIONS.map(({ from, on, to }) => `${from} | ${on} | ${to}`),
  )
})

describe.each(Object.entries(ROWS))('%s', (_name, row) => {
  test('is logged, and the run succeeds', async () => {
    const { log, events, given } = await run(row.given())
    expect(log).toEqual(row.log())
    expect(events.at(-1)).toEqual(done)
    const started = log.some(({ event }) => event === 'mcp_pruner.ready')
    expect(given && 'mcpServers' in given).toBe(started)
  })
})

test('a server that hangs at the start costs the run the startup limit, and nothing else', async () => {
  const { log, events } = await run({
    env: { JEEVES_MCP_PRUNER_PATH: server('hangs-at-start.mjs') },
    startupLimitMs: 2_000,
  })
  expect(log).toEqual([
    {
      event: 'mcp_pruner.start_failed',
      data: { message: 'the server did not answer within 2000 ms' },
    },
    disabled('start_failed'),
    notRunning,
  ])
  expect(events).toEqual([done])
})

test('the server that was checked has ended before the provider starts', async () => {
  let aliveAtStart: boolean | undefined
  const provider: AgentProvider = {
    name: 'looking',
    async *run() {
      const pid = Number(readFileSync(join(cwd, 'server-pids'), 'utf8'))
      try {
        aliveAtStart = process.kill(pid, 0)
      } catch {
        aliveAtStart = false
      }
      yield done
    },
  }
  const env = { PATH: dirname(process.execPath), JEEVES_PRUNER_ENABLED: '1', ...healthy() }
  for await (const _ of runAgent({ provider, prompt: 'go', cwd, env, log: () => {} })) continue
  expect(aliveAtStart).toBe(false)
})

test('a failure of some other server is not the pruner’s', async () => {
  const { log } = await run({
    env: healthy(),
    reports: [{ ...lost, server: 'other' }, done],
  })
  expect(log).toEqual([ready()])
})

test('a provider that throws still closes the run', async () => {
  const log: RunnerLogEntry[] = []
  const provider: AgentProvider = {
    name: 'failing',
    run: () => {
      throw new Error('no client')
    },
  }
  const events = runAgent({ provider, prompt: 'go', cwd, env: {}, log: (entry) => log.push(entry) })
  await expect(events.next()).rejects.toThrow('no client')
  expect(log).toEqual([disabled('config_disabled'), notRunning])
})

test('a run that was cancelled while the server was checked starts no client', async () => {
  let started = false
  const provider: AgentProvider = {
    name: 'never',
    async *run() {
      started = true
      yield done
    },
  }
  const env = { PATH: process.env['PATH'], JEEVES_PRUNER_ENABLED: '1', ...healthy() }
  const events: ProviderEvent[] = []
  const signal = AbortSignal.abort()
  for await (const event of runAgent({ provider, prompt: 'go', cwd, env, signal, log: () => {} })) {
    events.push(event)
  }
  expect(events).toEqual([{ type: 'result', ok: false, error: 'the run was cancelled' }])
  expect(started).toBe(false)
})

describe('no address of a pruner was named', () => {
  const prunerEnv = async (env: Readonly<Record<string, string>>) => {
    const { given } = await run({ env: { ...healthy(), ...env } })
    return { ...given?.env, ...given?.mcpServers?.['pruner']?.env }
  }

  // The contract has the runner set the address always, so that the server takes it for named and shows all raw.
  test('the server starts with both defaults, by which it prunes itself where no service is', async () => {
    expect(await prunerEnv({})).toMatchObject({
      PRUNER_URL: 'http://localhost:8000/prune',
      PRUNER_FALLBACK: 'embedded',
    })
  })

  test('an explicit address or fallback is taken literally', async () => {
    const named = await prunerEnv({ JEEVES_PRUNER_URL: 'http://localhost:8000/prune' })
    expect(named).not.toHaveProperty('PRUNER_FALLBACK')
    expect(await prunerEnv({ PRUNER_FALLBACK: 'raw' })).toHaveProperty('PRUNER_FALLBACK', 'raw')
  })
})
