// A home with the pruner installed for Claude Code with --native, a server as the client runs it, and a shell as
// the client's Bash tool runs one.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { RawClient } from '@jeeves/testing'
import { vi } from 'vitest'
import { InstalledHome } from '../install/installed-home.js'
import { PATIENT } from '../stdio/raw-server.js'

export interface Ran {
  readonly code: number | null
  readonly output: string
  /** Where the shell was when it ended. */
  readonly cwd: string
}

export class NativeHome extends InstalledHome {
  readonly data: string
  readonly env: Record<string, string>
  server: RawClient | undefined
  #calls = 0

  constructor(env: Record<string, string> = {}) {
    super()
    this.data = join(this.home, '.local/share/mcp-pruner')
    this.run('install', 'claude', '--native', '--yes')
    this.env = {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: this.home,
      MCP_PRUNER_HOLDOUT: '0',
      ...PATIENT,
      CLAUDE_ENV_FILE: join(this.data, 'native/claude-env.sh'),
      ...env,
    }
    mkdirSync(join(this.home, 'work'))
    // A busy machine is slow; these tests are not about answers that come too late.
    this.settings({})
  }

  /** As the hooks in the client's settings show it. */
  get key(): string {
    return /"key": "([0-9a-f]{32})"/.exec(this.read('.claude/settings.json'))?.[1] ?? ''
  }

  settings(more: object): void {
    const settings = { on: true, rawCommands: [], rawPaths: [], waitMs: 20_000, ...more }
    writeFileSync(join(this.data, 'native/settings.json'), JSON.stringify(settings))
  }

  async start(): Promise<RawClient> {
    const server = new RawClient(process.execPath, [join(this.data, 'app/index.js')], this.env)
    this.server = server
    await server.until(() => server.eventsNamed('mcp_pruner.ready')[0])
    await server.initialize('claude-code')
    return server
  }

  /** Written once the server answers hooks, which is after it answers its client. */
  addressFile(): Promise<string> {
    const run = join(this.data, 'native/run')
    return vi.waitFor(() => {
      const name = readdirSync(run).find((each) => each.endsWith('.addr'))
      if (name === undefined) throw new Error(`no address in ${run}`)
      return name
    }, 10_000)
  }

  /** Where the shells of commands and this server meet. */
  async exchange(): Promise<string> {
    const file = join(this.data, 'native/run', await this.addressFile())
    return readFileSync(file, 'utf8').split('\n')[1] ?? ''
  }

  /** As Claude Code fills in its hook's input: objects as JSON in a string. */
  async hook(fields: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    this.#calls += 1
    const input = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
    const id = `toolu_${this.#calls}`
    const { result } = await (this.server as RawClient).call('native_hook', {
      key: this.key,
      client: 'claude',
      tool_use_id: id,
      ...input,
    })
    const answer = JSON.parse(result.content[0].text) as {
      hookSpecificOutput?: Record<string, unknown>
    }
    return answer.hookSpecificOutput ?? {}
  }

  /** The command as the hook before it wants it run. */
  async wrapped(
    command: string,
    description: string,
    { timeout, client = 'claude' }: { timeout?: number; client?: string } = {},
  ): Promise<string> {
    const { updatedInput } = (await this.hook({
      client,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command, description, ...(timeout !== undefined && { timeout }) },
    })) as { updatedInput?: { command: string } }
    return updatedInput?.command ?? command
  }

  /** One shell for each call. Both streams go into one pipe or one file, so that their order can be seen. */
  async shell(
    command: string,
    {
      shell = 'bash',
      client = 'claude',
      into = 'pipe',
    }: { shell?: string; client?: string; into?: 'pipe' | 'file' } = {},
  ): Promise<Ran> {
    const noted = join(this.home, 'cwd')
    writeFileSync(noted, '')
    const line = client === 'claude' ? this.#claudeLine(command) : command
    // A pipe of the system's, which a program can open again by name; Node's own are sockets.
    const piped = '"$0" -c "$1" 2>&1 | cat; exit "${PIPESTATUS[0]}"'
    const filed = '"$0" -c "$1" >>"$2" 2>&1; code=$?; cat "$2"; rm "$2"; exit "$code"'
    const file = join(this.home, 'output')
    const child = spawn('bash', ['-c', into === 'file' ? filed : piped, shell, line, file], {
      cwd: join(this.home, 'work'),
      env: this.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output, code] = await Promise.all([
      text(child.stdout),
      new Promise<number | null>((resolve) => child.once('exit', resolve)),
    ])
    return { code, output, cwd: readFileSync(noted, 'utf8').trim() }
  }

  /** The client's file first, and the folder noted at the end. */
  #claudeLine(command: string): string {
    const env = readFileSync(this.env['CLAUDE_ENV_FILE'] ?? '', 'utf8')
    const quoted = `'${command.replaceAll("'", `'\\''`)}'`
    return `${env}\neval ${quoted} < /dev/null && pwd -P >| ${join(this.home, 'cwd')}`
  }

  async end(): Promise<void> {
    this.server?.child.kill('SIGKILL')
    await this.server?.exited
    this.remove()
  }
}

/** 400 lines of noise and a failure, with exit code 3. */
export const FAILING = `node -e "for(let i=1;i<=400;i++)console.log('ok '+i+' colours are mixed by shade '+i);console.log('FAIL reorder quantity is rounded up');process.exitCode=3"`
export const NOISE = 'ok 20 colours are mixed by shade 20'
export const WHY = 'Why does the test of the reorder quantity fail?'
