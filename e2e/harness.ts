// Runs the real command with a real client in a fresh home, against a scripted model, and collects all that
// can be seen of the run from outside.

import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Client } from './clients.js'
import { type ModelRequest, type ModelScript, ScriptedModel } from './stand-ins/model.js'

const HERE = import.meta.dirname
const COMMAND = join(HERE, '../packages/runner/dist/cli/index.js')

export interface RunnerEvent {
  readonly type: string
  readonly [field: string]: unknown
}

export interface LogLine {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface Outcome {
  readonly exitCode: number | null
  readonly events: readonly RunnerEvent[]
  readonly log: readonly LogLine[]
  readonly stderr: string
  /** What the model was sent. */
  readonly requests: readonly ModelRequest[]
  /** Everything that reached the stand-in, which is also the only address that the client knows. */
  readonly asked: readonly string[]
}

export interface Scenario {
  readonly client: Client
  readonly script: ModelScript
  readonly env?: Readonly<Record<string, string>>
  /** Called when the model has been asked for the first time. */
  readonly during?: (run: RunInProgress) => void
  /** Adds to the copy of `project/` that the agent works in. */
  readonly prepare?: (project: string) => void
  /** What the project's folder is called. */
  readonly folder?: string
}

export interface RunInProgress {
  readonly pid: number
  readonly project: string
}

export async function runScenario(scenario: Scenario): Promise<Outcome> {
  const { client, script, env = {}, during, prepare, folder = 'project' } = scenario
  const model = new ScriptedModel(script)
  const api = await client.startApi(model)
  // Under the suite's own folder: Codex refuses to keep its helpers below the system's temporary folder.
  const home = mkdtempSync(join(HERE, 'node_modules/.home-'))
  const project = join(home, folder)
  try {
    cpSync(join(HERE, 'project'), project, { recursive: true })
    prepare?.(project)
    const args = ['run', '--provider', client.name, '--prompt', 'Look into it.', '--cwd', project]
    const child = spawn(process.execPath, [COMMAND, ...args, '--json'], {
      cwd: HERE,
      env: {
        PATH: `${HERE}/node_modules/.bin:${dirname(process.execPath)}:/usr/bin:/bin`,
        HOME: home,
        HTTPS_PROXY: api.origin,
        HTTP_PROXY: api.origin,
        NO_PROXY: '127.0.0.1,localhost',
        JEEVES_PRUNER_ENABLED: '1',
        // The runner names the default service, as its contract says, and none listens there.
        PRUNER_FALLBACK: 'embedded',
        ...client.configure(home, api.origin),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    model.onFirstRequest(() => during?.({ pid: child.pid as number, project }))
    const [stdout, stderr, exitCode] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('close', resolve)),
    ])
    return {
      exitCode,
      events: jsonLines(stdout) as RunnerEvent[],
      log: jsonLines(stderr) as LogLine[],
      stderr,
      requests: model.requests,
      asked: api.asked,
    }
  } finally {
    await api.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

function jsonLines(output: string): unknown[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

/** What the model read as the result of its latest call. */
export function lastToolResult({ requests }: Outcome): string {
  return requests.at(-1)?.toolResults.at(-1) ?? ''
}

export const logged = ({ log }: Outcome): string[] => log.map(({ event }) => event)
