// What is known about each agent client besides its configuration, a row each. Observed with the real programs.
import type { Env } from '../settings/settings.js'

/** `mcp`: the result of any MCP tool. */
export type OutputSource = 'read' | 'shell' | 'search' | 'mcp'

/** What a client shows its model of a long output. */
export interface OutputLimit {
  /** Characters that are shown whole. */
  readonly characters?: number
  readonly lines?: number
  /** For a longer one: so many from its beginning and its end. */
  readonly head?: number
  readonly tail?: number
}

export interface KnownClient {
  /** The beginning of `clientInfo.name`; one client appends the server's name. */
  readonly prefix: string
  /** Its model sees the `data` of a protocol error, not only the message. */
  readonly showsErrorData: boolean
  /** Which part of a result its model is shown if both are present. */
  readonly shows: 'structured' | 'content' | 'both'
  /** Its model sees the server's `instructions`. */
  readonly showsInstructions: boolean
  /** Which results its model sees with their `_meta`. */
  readonly showsMeta: 'all' | 'errors' | 'none'
  /** Its hooks can call a tool of a server that it runs. */
  readonly hooksCallTools: boolean
  /** Variables that its own shell tool sets; a person at a prompt has none of them. */
  readonly shellVariables: readonly string[]
  readonly limits: Readonly<Partial<Record<OutputSource | 'all', OutputLimit>>>
}

const client = (prefix: string, facts: Partial<KnownClient> = {}): KnownClient => ({
  prefix,
  showsErrorData: false,
  shows: 'content',
  showsInstructions: true,
  showsMeta: 'none',
  hooksCallTools: false,
  shellVariables: [],
  limits: {},
  ...facts,
})

const PREVIEW = 2048
const preview = (characters: number): OutputLimit => ({ characters, head: PREVIEW })
const beginning = (characters: number): OutputLimit => ({ characters, head: characters })
const end = (characters: number): OutputLimit => ({ characters, tail: characters })

const KNOWN_CLIENTS: readonly KnownClient[] = [
  client('claude-code', {
    shows: 'structured',
    hooksCallTools: true,
    shellVariables: ['CLAUDECODE'],
    limits: {
      shell: preview(30_000),
      // 25,000 tokens of 2,000 lines at most.
      read: { lines: 2000, ...beginning(100_000) },
      search: { lines: 250, ...beginning(30_000) },
      mcp: preview(50_000),
    },
  }),
  client('codex-mcp-client', {
    showsErrorData: true,
    shows: 'structured',
    hooksCallTools: true,
    shellVariables: ['CODEX_THREAD_ID', 'CODEX_SANDBOX'],
    limits: { all: { characters: 40_000, head: 20_000, tail: 20_000 } },
  }),
  client('gemini-cli-mcp-client', {
    showsMeta: 'errors',
    shellVariables: ['GEMINI_CLI'],
    limits: { all: { characters: 40_000, head: 8000, tail: 32_000 } },
  }),
  client('qwen-cli-mcp-client', {
    shows: 'both',
    showsMeta: 'errors',
    limits: { all: preview(30_000) },
  }),
  client('opencode', { shellVariables: ['OPENCODE'], limits: { all: end(51_200) } }),
  client('kilo', { limits: { all: end(51_200) } }),
  client('copilot-cli', {
    shows: 'both',
    showsInstructions: false,
    shellVariables: ['COPILOT_CLI'],
    limits: { read: beginning(20_000), all: preview(30_000) },
  }),
  client('continue-cli-client', { showsInstructions: false, limits: { all: beginning(120_000) } }),
  client('@cline/core', {
    shows: 'both',
    showsInstructions: false,
    showsMeta: 'all',
    limits: { all: beginning(8000) },
  }),
  client('factory-cli', { showsInstructions: false, limits: { all: beginning(40_000) } }),
]

/** `undefined` for a client that is not known to be an agent: a program. */
export const knownClient = (name: string | undefined): KnownClient | undefined =>
  name === undefined
    ? undefined
    : KNOWN_CLIENTS.find(({ prefix }) => name.startsWith(prefix) && endsWord(name, prefix.length))

/** `kilo` and `kilo-vscode`, but not `kilogram`. */
const endsWord = (name: string, at: number): boolean => !/[a-z0-9]/i.test(name[at] ?? '')

/** `claude` for `claude-code`, `cline` for `@cline/core`: one agent under several names. */
export const clientFamily = (name: string): string => {
  const [family = ''] = name.replace(/^@/, '').split(/[^A-Za-z]/)
  return family.toLowerCase()
}

/** What a client shows of a long output; `undefined`: all of it. */
export function limitFor(name: string | undefined, source: OutputSource): OutputLimit | undefined {
  const family = clientFamily(name ?? '')
  const limits = KNOWN_CLIENTS.find(({ prefix }) => clientFamily(prefix) === family)?.limits
  return limits?.[source] ?? limits?.all
}

/** The agent whose own shell tool has started this command; `undefined` for a person. */
export function callingAgent(env: Env): string | undefined {
  const found = KNOWN_CLIENTS.find(({ shellVariables }) => shellVariables.some((name) => env[name]))
  return found?.prefix
}
