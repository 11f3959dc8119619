// `wrap --install` puts a client's servers behind one gateway, and `--uninstall` puts its file back byte for byte.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { parse as parseToml } from 'smol-toml'
import { afterAll, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { runVerb } from '../shell/verb-process.js'
import { answering } from './wrapped.js'

const home = mkdtempSync(join(tmpdir(), 'mcp-pruner-wrap-install-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  MCP_PRUNER_DATA_DIR: join(home, 'data'),
  MCP_PRUNER_CACHE_DIR: join(home, 'cache'),
}
const wrap = (...args: string[]) => runVerb(['wrap', ...args], env)
const [node, file] = answering(home, 'one', { hello: { content: [{ type: 'text', text: 'hi' }] } })

test.each([
  [
    'cursor',
    join(home, '.cursor', 'mcp.json'),
    `{\n\t"other": [1,2],   // kept\n\t"mcpServers": {"a b": {"command": ${JSON.stringify(node)}, "args": [${JSON.stringify(file)}]},\n\t"two": { "command": ${JSON.stringify(node)}, "args": [${JSON.stringify(file)}], },\n\t"off": {"command": "x", "disabled": true}}\r\n}`,
  ],
  [
    'opencode',
    join(home, '.config', 'opencode', 'opencode.json'),
    `{"mcp": {"a": {"type": "local", "command": [${JSON.stringify(node)}, ${JSON.stringify(file)}]}, "b": {"type": "local", "command": [${JSON.stringify(node)}, ${JSON.stringify(file)}]}}}`,
  ],
])('%s', async (client, config, before) => {
  mkdirSync(dirname(config), { recursive: true })
  writeFileSync(config, before)
  const installed = wrap('--install', client)
  expect(installed.stderr).toBe('')
  expect(installed.status).toBe(0)
  const servers = Object.values(
    JSON.parse(readFileSync(config, 'utf8').replace(/\/\/ kept/, '')),
  ).findLast((value) => !Array.isArray(value)) as Record<
    string,
    { command: string | string[]; args?: string[] }
  >
  expect(Object.keys(servers)).toEqual(client === 'cursor' ? ['off', 'gateway'] : ['gateway'])
  const { command, args = [] } = servers['gateway'] ?? { command: '' }
  const [program = '', ...rest] = [command, args].flat()
  const connected = new Client({ name: 'claude-code', version: '1' })
  await connected.connect(
    new StdioClientTransport({ command: program, args: rest, env, stderr: 'ignore' }),
  )
  const { tools } = await connected.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    client === 'cursor'
      ? ['a-b__hello', 'two__hello', 'artifact_read']
      : ['a__hello', 'b__hello', 'artifact_read'],
  )
  await connected.close()
  expect(wrap('--install', client).stderr).toContain('is set up already')
  expect(wrap('--uninstall', client).status).toBe(0)
  expect(readFileSync(config, 'utf8')).toBe(before)
  // Only words for a person: a server's log would begin with an event as JSON.
  expect(wrap('--uninstall', client).stderr).toMatch(
    /^mcp-pruner wrap: .* has no mcp-pruner gateway\n/,
  )
})

const TOML = `# mine
model = "m"

[mcp_servers.one]
command = ${JSON.stringify(node)}
args = [${JSON.stringify(file)}] # the first
env_vars = ["MY_TOKEN"]

[mcp_servers.one.env]
A = "b"

[mcp_servers."two words"]
command = ${JSON.stringify(node)}
args = [${JSON.stringify(file)}]

[mcp_servers.off]
command = "x"
enabled = false

[projects."/a"]
trust_level = "trusted"
`
const YAML = `name: mine # kept
mcpServers:
  - name: one
    command: ${JSON.stringify(node)}
    args:
      - ${JSON.stringify(file)}
  # the second
  - name: two
    command: ${JSON.stringify(node)}
    args: [${JSON.stringify(file)}]
  - name: secret
    command: x
    env:
      KEY: \${{ secrets.KEY }}
models: []
`

interface Listed {
  readonly name?: string
  readonly command: string
  readonly args: string[]
  readonly env_vars?: string[]
}

const inToml = (text: string): [string, Listed][] =>
  Object.entries((parseToml(text) as { mcp_servers: object }).mcp_servers)
const inYaml = (text: string): [string, Listed][] => {
  const { mcpServers } = parseYaml(text) as { mcpServers: Listed[] }
  return mcpServers.map((each) => [each.name ?? '', each])
}

test.each([
  [
    'codex',
    join(home, '.codex', 'config.toml'),
    TOML,
    inToml,
    ['off', 'gateway'],
    ['one__hello', 'two-words__hello', 'artifact_read'],
    'trust_level = "trusted"',
    'trust_level = "untrusted"',
  ],
  [
    'continue',
    join(home, '.continue', 'config.yaml'),
    YAML,
    inYaml,
    ['secret', 'gateway'],
    ['one__hello', 'two__hello', 'artifact_read'],
    'models: []',
    'models: [a]',
  ],
])('%s', async (client, config, before, serversIn, left, tools, old, changed) => {
  mkdirSync(dirname(config), { recursive: true })
  writeFileSync(config, before)
  const installed = wrap('--install', client)
  expect(installed.stderr).toBe('')
  expect(installed.status).toBe(0)
  const after = readFileSync(config, 'utf8')
  const servers = serversIn(after)
  expect(servers.map(([name]) => name)).toEqual(left)
  expect(after).toContain(old)
  const [, gateway] = servers.at(-1) as [string, Listed]
  expect(gateway.env_vars?.includes('MY_TOKEN')).toBe(client === 'codex' ? true : undefined)
  const connected = new Client({ name: 'claude-code', version: '1' })
  const { command, args } = gateway
  await connected.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }))
  const listed = await connected.listTools()
  expect(listed.tools.map(({ name }) => name)).toEqual(tools)
  await connected.close()
  expect(wrap('--uninstall', client).status).toBe(0)
  expect(readFileSync(config, 'utf8')).toBe(before)

  // Later changes stay, and the servers are restored.
  wrap('--install', client)
  writeFileSync(config, readFileSync(config, 'utf8').replace(old, changed))
  expect(wrap('--uninstall', client).stderr).toBe('')
  const restored = readFileSync(config, 'utf8')
  expect(restored).toContain(changed)
  expect(Object.fromEntries(serversIn(restored))).toEqual(Object.fromEntries(serversIn(before)))
})

test('what cannot be done is reported', () => {
  expect(wrap('--install', 'gemini').stderr).toContain('has no servers to wrap')
  expect(wrap('--install', 'nobody').status).toBe(2)
})

const CODEX = join(home, '.codex', 'config.toml')
const CURSOR = join(home, '.cursor', 'mcp.json')
const CONTINUE = join(home, '.continue', 'config.yaml')
const AS_TABLES = 'write each server as a table of its own, [mcp_servers.NAME], and try again'
const CORRECT = 'correct the file and try again'

// Such failures named no file, said nothing to do, or were a stack trace.
test.each([
  ['codex', CODEX, 'mcp_servers.one.command = "x"\n', /mcp_servers\.one is written/, AS_TABLES],
  [
    'codex',
    CODEX,
    '[mcp_servers]\none = { command = "x" }\n"two".command = "y"\n',
    /mcp_servers\.one is written/,
    AS_TABLES,
  ],
  [
    'codex',
    CODEX,
    '[[mcp_servers]]\ncommand = "x"\n',
    /mcp_servers\.gateway is written/,
    AS_TABLES,
  ],
  [
    'codex',
    CODEX,
    '[mcp_servers.a]\ncommand = "x"\ncommand = "y"\n',
    /not valid TOML \(line 3\)/,
    CORRECT,
  ],
  [
    'cursor',
    CURSOR,
    '{"mcpServers": {"a": {"command": "x"}',
    /not valid JSON \(.* in line 1\)/,
    CORRECT,
  ],
  [
    'cursor',
    CURSOR,
    '{"mcpServers": {"a": {"command": "x"}}, "mcpServers": {"b": {"command": "y"}}}',
    /mcpServers appears more than once/,
    CORRECT,
  ],
  ['cursor', CURSOR, Buffer.from([0xff, 0xfe, 0x7b]), /it is not UTF-8/, CORRECT],
  [
    'continue',
    CONTINUE,
    'mcpServers:\n  a:\n    command: x\n',
    /mcpServers is not a list/,
    CORRECT,
  ],
  [
    'continue',
    CONTINUE,
    'a: &x\n  name: q\n  command: x\nmcpServers:\n  - *x\n',
    /mcpServers is written in a way/,
    CORRECT,
  ],
])(
  '%s: a file that cannot be edited is left alone, case %#',
  (client, config, before, reason, hint) => {
    mkdirSync(dirname(config), { recursive: true })
    writeFileSync(config, before)
    const { status, stderr } = wrap('--install', client)
    expect(status).toBe(1)
    const [said = '', ...rest] = stderr.split('\n')
    expect(said).toMatch(reason)
    expect(said.startsWith(`mcp-pruner wrap: ${config}: `)).toBe(true)
    expect(rest).toEqual([`hint: nothing was changed; ${hint}`, ''])
    expect(readFileSync(config)).toEqual(Buffer.from(before))
    expect(wrap('--uninstall', client).stderr).toContain('has no mcp-pruner gateway')
  },
)

test.each([
  ['codex', CODEX, '\uFEFF[mcp_servers.one]\r\ncommand = "x"\r\n', ['one']],
  ['codex', CODEX, 'mcp_servers = { one = { command = "x" } } # mine\n', ['one']],
  [
    'codex',
    CODEX,
    '[mcp_servers."a.b"]\ncommand = "x"\n[mcp_servers.c]\ncommand = "y"',
    ['a.b', 'c'],
  ],
  [
    'codex',
    CODEX,
    '[mcp_servers.one]\ncommand = "x"\n\n[mcp_servers.dated]\ncommand = "y"\nsince = 1979-05-27\nid = 9007199254740993\n',
    ['one'],
  ],
  ['cursor', CURSOR, '\uFEFF{"mcpServers": {"a": {"command": "x"}}}\r\n', ['a']],
  ['continue', CONTINUE, '\uFEFF"mcpServers":\r\n  - name: a\r\n    command: x', ['a']],
  // The second of a name was lost.
  [
    'continue',
    CONTINUE,
    'mcpServers:\n  - name: a\n    command: x\n  - name: a\n    command: y\n',
    ['a', 'a 2'],
  ],
])('%s: wrapped and restored byte for byte, case %#', (client, config, before, names) => {
  mkdirSync(dirname(config), { recursive: true })
  writeFileSync(config, before)
  expect(wrap('--install', client).stderr).toBe('')
  const wrapped = JSON.parse(readFileSync(join(home, 'data', 'gateway', `${client}.json`), 'utf8'))
  expect(Object.keys(wrapped.mcpServers)).toEqual(names)
  expect(wrap('--uninstall', client).stderr).toBe('')
  expect(readFileSync(config, 'utf8')).toBe(before)
})

test('a read-only file is left alone, and wrapped once it is writable; a link stays a link', () => {
  const [real, config] = [join(home, 'elsewhere.toml'), CODEX]
  const before = '[mcp_servers.one]\ncommand = "x"\n'
  rmSync(config, { force: true })
  writeFileSync(real, before)
  symlinkSync(real, config)
  chmodSync(real, 0o444)
  const refused = wrap('--install', 'codex')
  expect(refused.stderr).toBe(
    `mcp-pruner wrap: ${config}: it is read-only\nhint: nothing was changed; ${CORRECT}\n`,
  )
  chmodSync(real, 0o644)
  // A record of the failed attempt made this "is set up already".
  expect(wrap('--install', 'codex').stderr).toBe('')
  expect(readFileSync(real, 'utf8')).toContain('[mcp_servers.gateway]')
  chmodSync(real, 0o444)
  expect(wrap('--uninstall', 'codex').stderr).toContain(`${config}: it is read-only`)
  chmodSync(real, 0o644)
  expect(wrap('--uninstall', 'codex').status).toBe(0)
  expect(lstatSync(config).isSymbolicLink()).toBe(true)
  expect(readFileSync(real, 'utf8')).toBe(before)
})

test('a damaged record is reported, and nothing is changed', () => {
  const record = join(home, 'data', 'gateway', 'cursor.undo.json')
  writeFileSync(CURSOR, '{"mcpServers": {"a": {"command": "x"}}}')
  wrap('--install', 'cursor')
  const installed = readFileSync(CURSOR, 'utf8')
  writeFileSync(record, '{"file":')
  const { status, stderr } = wrap('--uninstall', 'cursor')
  expect(status).toBe(1)
  expect(stderr).toContain(`${record} is damaged`)
  expect(readFileSync(CURSOR, 'utf8')).toBe(installed)
  rmSync(record)
})
