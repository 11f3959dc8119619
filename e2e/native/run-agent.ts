// Installs the pruner into a fresh home with the real command, runs a real client there against a scripted model,
// and takes it out again.

import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { AgentProgram, ProgramPlace } from '../clients/agent-program.js'
import {
  type ScriptStep,
  type SeenRequest,
  type SubagentScripts,
  startAgentApi,
  subagentOf,
} from '../stand-ins/agent-api.js'

const E2E = join(import.meta.dirname, '..')
const COMMAND = join(E2E, '../packages/mcp-pruner/dist/index.js')

export interface AgentRun {
  readonly program: AgentProgram
  readonly script: (place: ProgramPlace) => readonly ScriptStep[]
  readonly subagents?: SubagentScripts
  /** By path from the project. */
  readonly files?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** After the install, before the client starts. */
  readonly spoil?: (place: ProgramPlace) => void | Promise<void>
  readonly native?: boolean
  /** Further sessions in the same home with the same script, each begun when its function has ended. */
  readonly later?: readonly ((place: ProgramPlace) => void | Promise<void>)[]
  /** Further prompts, each once the one before is answered, for a client that reads them as lines of JSON. */
  readonly prompts?: readonly string[]
}

export interface AgentOutcome {
  readonly place: ProgramPlace
  /** As the model was given them, in the last request with all of them. */
  readonly results: readonly string[]
  /** The same, of the sessions before the last one. */
  readonly earlier: readonly (readonly string[])[]
  /** Of the last session. */
  readonly requests: readonly SeenRequest[]
  readonly stderr: string
  /** Of the home folder's settings: before the install and after the uninstall. */
  readonly before: Readonly<Record<string, string>>
  readonly after: Readonly<Record<string, string>>
}

export async function runAgent(run: AgentRun): Promise<AgentOutcome> {
  const { program, files = {}, env = {}, spoil, native = true, subagents } = run
  const home = mkdtempSync(join(E2E, 'node_modules/.home-'))
  const project = join(home, 'project')
  mkdirSync(project)
  let script: readonly ScriptStep[] = []
  // The script names files by their paths, and the address is known only when it listens.
  const steps = new Proxy([] as ScriptStep[], {
    get: (_, key) => Reflect.get(script, key) as unknown,
  })
  const api = await startAgentApi(steps, subagents)
  const place = { home, project, origin: api.origin, native }
  script = run.script(place)
  try {
    write(project, files)
    write(home, program.settings(place))
    const before = settingsOf(home)
    const own = clientEnv(place, program, env)
    const command = join(E2E, 'node_modules/.bin', program.command)
    // The install asks the client on PATH for its version.
    write(home, { [`bin/${program.name}`]: `#!/bin/sh\nexec ${command} "$@"\n` })
    chmodSync(join(home, 'bin', program.name), 0o755)
    if (native) pruner(own, project, ['install', program.name, '--native', '--yes'])
    const sessions: { requests: readonly SeenRequest[]; stderr: string }[] = []
    for (const prepare of [spoil, ...(run.later ?? [])]) {
      await prepare?.(place)
      const seen = api.requests.length
      const stderr = await runClient(command, program.args(place), project, own, run.prompts ?? [])
      await program.endLeftovers?.(home)
      sessions.push({ requests: api.requests.slice(seen), stderr })
    }
    if (native) pruner(own, project, ['uninstall', '--yes'])
    const isFirst = (request: SeenRequest) =>
      subagentOf(request, Object.keys(subagents ?? {})) === undefined
    const results = sessions.map(
      ({ requests }) =>
        requests.findLast((request) => request.hasTools && isFirst(request))?.results ?? [],
    )
    const last = sessions.at(-1)
    return {
      place,
      results: results.at(-1) ?? [],
      earlier: results.slice(0, -1),
      requests: last?.requests ?? [],
      stderr: last?.stderr ?? '',
      before,
      after: settingsOf(home, before),
    }
  } finally {
    await api.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Returns what it wrote to stderr. */
async function runClient(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  prompts: readonly string[],
): Promise<string> {
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  sendPrompts(child, prompts)
  const [, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ])
  return stderr
}

/** One that reads none finds its input at an end. */
function sendPrompts(child: ChildProcessWithoutNullStreams, prompts: readonly string[]): void {
  const left = [...prompts]
  const send = () => {
    const content = left.shift()
    if (content === undefined) child.stdin.end()
    else
      child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`)
  }
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => line.includes('"type":"result"') && send())
  send()
}

function clientEnv(
  place: ProgramPlace,
  program: AgentProgram,
  more: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
  const { home, origin } = place
  return {
    PATH: `${join(home, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: home,
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    HTTPS_PROXY: origin,
    HTTP_PROXY: origin,
    NO_PROXY: '127.0.0.1,localhost',
    ...program.env(place),
    ...more,
  }
}

export function pruner(env: NodeJS.ProcessEnv, cwd: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    env,
    cwd,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`mcp-pruner ${args.join(' ')}: ${stderr}`)
  return stdout
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** The files that were there before, and whatever of ours there is. */
function settingsOf(
  home: string,
  known?: Readonly<Record<string, string>>,
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(home, path)
    if (!entry.isFile() || name.startsWith('project')) continue
    const isOurs = /pruner/.test(name) && !name.startsWith('.cache')
    if (known === undefined || name in known || isOurs) found[name] = readFileSync(path, 'latin1')
  }
  return found
}
