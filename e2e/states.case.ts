// What becomes of a run when the pruner does not do its part, and when the run is ended from outside.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Client } from './clients.js'
import { type Outcome, type RunInProgress, runScenario } from './harness.js'

const server = (name: string) => join(import.meta.dirname, '../packages/runner/test/servers', name)

const disabled = (reason: string) => ({ event: 'mcp_pruner.disabled', data: { reason } })
const notRunning = { event: 'mcp_pruner.not_running', data: {} }
const closed = { event: 'mcp_pruner.shutdown_after_degraded', data: {} }
const containing = (text: string) => expect.stringContaining(text) as string

const states = ({ log }: Outcome) => log.map(({ event, data }) => ({ event, data }))

const READ = { call: 'read', input: { file_path: 'inventory.py' } }
const KILL_SERVER = { call: 'bash', input: { command: 'kill -9 $PPID' } }

export function describeStates(client: Client): void {
  describe('the run succeeds without the pruner', () => {
    test.each([
      [
        'it is switched off',
        { JEEVES_PRUNER_ENABLED: '0' },
        [disabled('config_disabled'), notRunning],
      ],
      [
        'it is not where the settings say',
        { JEEVES_MCP_PRUNER_PATH: '/no/such/server.js' },
        [
          {
            event: 'mcp_pruner.config_invalid',
            data: { message: containing('/no/such/server.js') },
          },
          disabled('config_invalid'),
          notRunning,
        ],
      ],
      [
        'it ends at the start',
        { JEEVES_MCP_PRUNER_PATH: server('exits-at-start.mjs') },
        [
          { event: 'mcp_pruner.start_failed', data: { message: containing('the disk is full') } },
          disabled('start_failed'),
          notRunning,
        ],
      ],
      [
        'it hangs at the start',
        { JEEVES_MCP_PRUNER_PATH: server('hangs-at-start.mjs') },
        [
          { event: 'mcp_pruner.start_failed', data: { message: containing('10000 ms') } },
          disabled('start_failed'),
          notRunning,
        ],
      ],
      [
        'there is no node to start it with',
        { PATH: '/no/such/folder' },
        [
          { event: 'mcp_pruner.spawn_error', data: { message: containing('ENOENT') } },
          { event: 'mcp_pruner.start_failed', data: { message: containing('ENOENT') } },
          disabled('start_failed'),
          notRunning,
        ],
      ],
    ])('%s', async (_when, env: Record<string, string>, log) => {
      const outcome = await runScenario({ client, script: [{ say: 'without it' }], env })
      expect(states(outcome)).toEqual(log)
      expect(outcome.requests.map(({ prunerTools }) => prunerTools)).toEqual([[]])
      expect(outcome.events.slice(-1)).toEqual([{ type: 'result', ok: true }])
      expect(outcome.exitCode).toBe(0)
    })

    test('it serves the runner’s check, but not the client', async () => {
      const outcome = await runScenario({
        client,
        script: [{ say: 'without it' }],
        env: { JEEVES_MCP_PRUNER_PATH: server('starts-once.mjs') },
      })
      expect(states(outcome)).toMatchObject([
        { event: 'mcp_pruner.ready' },
        { event: 'mcp_pruner.degraded', data: { reason: 'unreachable' } },
        closed,
      ])
      expect(outcome.requests.map(({ prunerTools }) => prunerTools)).toEqual([[]])
      expect(outcome.exitCode).toBe(0)
    })
  })

  test('it dies in the middle: degraded, once, and the run continues', async () => {
    const outcome = await runScenario({
      client,
      script: [READ, KILL_SERVER, READ, KILL_SERVER, READ],
    })
    expect(states(outcome)).toMatchObject([
      { event: 'mcp_pruner.ready' },
      { event: 'mcp_pruner.degraded', data: { reason: 'exited' } },
      closed,
    ])
    expect(outcome.requests).toHaveLength(6)
    expect(outcome.requests[2]?.toolResults.at(-1)).toMatch(client.lostServer)
    expect(outcome.exitCode).toBe(0)
  })

  test('control: a tool’s own error that reads like a lost connection does not degrade the run', async () => {
    const outcome = await runScenario({
      client,
      script: [READ],
      env: { JEEVES_MCP_PRUNER_PATH: server('quotes-errors.mjs') },
    })
    expect(outcome.requests[1]?.toolResults.at(-1)).toMatch(client.lostServer)
    expect(states(outcome)).toMatchObject([{ event: 'mcp_pruner.ready' }])
    expect(outcome.exitCode).toBe(0)
  })

  test('control: a run that the model refuses fails', async () => {
    const outcome = await runScenario({ client, script: [{ refuse: true }] })
    expect(outcome.events.at(-1)).toMatchObject({
      type: 'result',
      ok: false,
      error: containing('the stand-in refuses'),
    })
    expect(outcome.exitCode).toBe(1)
  })

  describe('nothing outlives the run, not even a server that does not exit', () => {
    test.each([
      ['Ctrl-C', ({ pid }: RunInProgress) => process.kill(pid, 'SIGINT'), 130],
      ['the client is killed', ({ pid }: RunInProgress) => killClients(pid), 1],
    ])('%s', async (_how, end, exitCode) => {
      let servers: number[] = []
      const outcome = await runScenario({
        client,
        script: [{ wait: true }],
        env: { JEEVES_MCP_PRUNER_PATH: server('stubborn.mjs') },
        during: (run) => {
          servers = readFileSync(join(run.project, 'server-pids'), 'utf8')
            .trim()
            .split('\n')
            .map(Number)
          expect(servers.map(isRunning)).toEqual([false, true])
          end(run)
        },
      })
      expect(servers.map(isRunning)).toEqual([false, false])
      expect(outcome.exitCode).toBe(exitCode)
      expect(outcome.log.map(({ event }) => event)).toEqual(['mcp_pruner.ready'])
    })
  })
}

/** A process that has been killed but not yet collected by the system has ended. */
function isRunning(pid: number): boolean {
  const stat = statOf(pid)
  return stat !== undefined && stat.state !== 'Z'
}

function killClients(runner: number): void {
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    if (statOf(pid)?.parent === runner) process.kill(pid, 'SIGKILL')
  }
}

function statOf(pid: number): { state: string; parent: number } | undefined {
  if (!existsSync(`/proc/${pid}/stat`)) return undefined
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const [state = '', parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state, parent: Number(parent) }
}
