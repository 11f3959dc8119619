// What is known about each agent client, by its name in the protocol. Observed with the real programs.

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
}

const client = (prefix: string, facts: Partial<KnownClient> = {}): KnownClient => ({
  prefix,
  showsErrorData: false,
  shows: 'content',
  showsInstructions: true,
  showsMeta: 'none',
  hooksCallTools: false,
  ...facts,
})

const KNOWN_CLIENTS: readonly KnownClient[] = [
  client('claude-code', { shows: 'structured', hooksCallTools: true }),
  client('codex-mcp-client', {
    showsErrorData: true,
    shows: 'structured',
    hooksCallTools: true,
  }),
  client('gemini-cli-mcp-client', { showsMeta: 'errors' }),
  client('qwen-cli-mcp-client', { shows: 'both', showsMeta: 'errors' }),
  client('opencode'),
  client('kilo'),
  client('copilot-cli', { shows: 'both', showsInstructions: false }),
  client('continue-cli-client', { showsInstructions: false }),
  client('@cline/core', { shows: 'both', showsInstructions: false, showsMeta: 'all' }),
  client('factory-cli', { showsInstructions: false }),
]

/** `undefined` for a client that is not known to be an agent: a program. */
export const knownClient = (name: string | undefined): KnownClient | undefined =>
  name === undefined
    ? undefined
    : KNOWN_CLIENTS.find(({ prefix }) => name.startsWith(prefix) && endsWord(name, prefix.length))

/** `kilo` and `kilo-vscode`, but not `kilogram`. */
const endsWord = (name: string, at: number): boolean => !/[a-z0-9]/i.test(name[at] ?? '')
