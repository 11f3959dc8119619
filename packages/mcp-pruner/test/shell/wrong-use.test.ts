// Wrong options and settings, verb by verb: one line for a person, one hint, one exit code, and the event where
// logs are JSON.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'

const ENTRY = fileURLToPath(new URL('../../dist/index.js', import.meta.url))
const home = makeTree()
afterAll(() => removeTree(home))

function run(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [ENTRY, ...args], {
    cwd: home,
    input: '',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home, ...env },
  })
  const lines = stderr.trimEnd().split('\n')
  // An event comes before the message for people, so that it is the first line of a server's log.
  const words = lines.findIndex((text) => !text.startsWith('{'))
  const events = lines.slice(0, words).map((event) => JSON.parse(event) as Record<string, unknown>)
  const [line = '', hint = ''] = lines.slice(words)
  return { status, stdout, line, hint, events }
}

test.each([
  'install',
  'uninstall',
  'doctor',
  'native',
  'prune',
  'recover',
  'forget',
  'replay',
  'ui',
  'stats',
  'completions',
])('%s --nonsense', (verb) => {
  expect(run([verb, '--nonsense'])).toEqual({
    status: 2,
    stdout: '',
    line: `mcp-pruner ${verb}: unknown option '--nonsense'`,
    hint: `hint: mcp-pruner ${verb} --help`,
    events: [],
  })
})

test.each([
  [
    ['prune', 'q', '--max-tokens', '-5'],
    'prune: --max-tokens needs a value, and what follows begins with a dash',
    'write --max-tokens=VALUE',
  ],
  [
    ['recover', 'prn_1', '9-2'],
    'recover: 9-2 is not a range of lines',
    'lines count from 1, the smaller number first',
  ],
  [
    ['recover', 'prn_1', '0'],
    'recover: 0 is not a range of lines',
    'lines count from 1, the smaller number first',
  ],
  [['completions', 'tcsh'], 'completions: unknown shell "tcsh"', 'use bash, zsh or fish'],
  [['completions'], 'completions: no shell given', 'use bash, zsh or fish'],
  [['install', 'clade'], 'install: unknown client "clade"', 'did you mean claude?'],
  [['native', 'maybe'], 'native: unknown argument "maybe"', 'use on or off'],
  [
    ['stats', '--prices', 'gone.json'],
    'stats: --prices "gone.json": no such file',
    'mcp-pruner stats --help',
  ],
  [['stats', '--prices', '.'], 'stats: --prices ".": is a folder', 'mcp-pruner stats --help'],
])('%j', (args, line, hint) => {
  expect(run(args)).toMatchObject({ status: 2, line: `mcp-pruner ${line}`, hint: `hint: ${hint}` })
})

test('an id that is not kept', () => {
  expect(run(['recover', 'prn_1'])).toMatchObject({
    status: 1,
    line: 'mcp-pruner recover: prn_1 is unknown or expired',
    hint: 'hint: run the pruned command again',
  })
})

test('a command that is not there', () => {
  expect(run(['prune', 'why?', '--', 'no-such-command'])).toMatchObject({
    status: 127,
    line: 'mcp-pruner prune: no-such-command: command not found',
  })
})

const MANY = Array.from({ length: 3000 }, (_, i) => `${i + 1}-${i + 1}`)
test.each([
  ['an id that is empty', ['recover', ''], /^mcp-pruner recover: ID: too small: /],
  ['a very long id', ['recover', 'x'.repeat(5000)], /^mcp-pruner recover: ID: too big: /],
  [
    'very many ranges',
    ['recover', 'prn_1', ...MANY],
    /^mcp-pruner recover: 3000 ranges are too many at once: use \d+ or fewer$/,
  ],
  [
    'a line beyond all',
    ['recover', 'prn_1', `1-${'9'.repeat(30)}`],
    /^mcp-pruner recover: RANGE: /,
  ],
])('%s is reported in one line', (_name, args, line) => {
  expect(run(args)).toMatchObject({
    status: 2,
    line: expect.stringMatching(line),
    hint: 'hint: mcp-pruner recover --help',
    events: [],
  })
})

test.each(['doctor', 'ui', 'stats'])('%s takes nothing but options', (verb) => {
  expect(run([verb, 'stray'])).toMatchObject({
    status: 2,
    line: `mcp-pruner ${verb}: unexpected argument 'stray'`,
  })
})

test.each([
  ['serve', 'service.start_failed', 'mcp-pruner serve --help'],
  ['wrap', 'gateway.start_failed', 'the command of the server goes after "--"'],
])('%s --nonsense is an event too', (verb, event, hint) => {
  const message = "unknown option '--nonsense'"
  expect(run([verb, '--nonsense'])).toEqual({
    status: 2,
    stdout: '',
    line: `mcp-pruner ${verb}: ${message}`,
    hint: `hint: ${hint}`,
    events: [{ ts: expect.any(String), level: 'error', event, data: { message, hint } }],
  })
})

const SERVING: readonly [string, readonly string[], string][] = [
  ['mcp-pruner', [], 'mcp_pruner.start_failed'],
  ['mcp-pruner serve', ['serve', '--port', '0'], 'service.start_failed'],
  ['mcp-pruner wrap', ['wrap', '--', 'true'], 'gateway.start_failed'],
]
const SETTINGS: readonly [string, string, string][] = [
  ['MCP_PRUNER_STORE', 'floppy', 'use memory, disk, '],
  ['MCP_PRUNER_LEDGER', 'maybe', 'use one of on, off'],
  ['MCP_PRUNER_HOLDOUT', '7', 'use a number from 0 to 0.5'],
  ['MCP_PRUNER_LOG_LEVEL', 'loud', 'use one of debug, info, warn, error'],
]
test.each(
  SERVING.flatMap(([name, args, event]) =>
    SETTINGS.map(([variable, value, allowed]) => ({ name, args, event, variable, value, allowed })),
  ),
)('$name with $variable=$value', ({ name, args, event, variable, value, allowed }) => {
  const { status, stdout, line, hint, events } = run(args, { [variable]: value })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(line).toContain(`${name}: ${variable}="${value}" is not allowed: ${allowed}`)
  expect(hint).toBe(`hint: unset ${variable} to use its default`)
  expect(events).toMatchObject([{ level: 'error', event, data: { hint: hint.slice(6) } }])
})

test.each([
  ['prune', ['prune', 'why?'], 'MCP_PRUNER_STORE', 'floppy'],
  ['recover', ['recover', 'prn_X'], 'MCP_PRUNER_STORE', 'floppy'],
  ['forget', ['forget', '--all'], 'MCP_PRUNER_STORE', 'floppy'],
  ['ui', ['ui', '--no-open'], 'MCP_PRUNER_STORE', 'floppy'],
  ['stats', ['stats'], 'MCP_PRUNER_HOLDOUT', '7'],
])('%s with a setting that cannot be used', (verb, args, variable, value) => {
  const { status, line, hint, events } = run(args, { [variable]: value })
  expect({ status, events }).toEqual({ status: 2, events: [] })
  expect(line).toContain(`mcp-pruner ${verb}: ${variable}="${value}" is not allowed: use `)
  expect(hint).toBe(`hint: unset ${variable} to use its default`)
})

test('an error is one line without control characters', () => {
  expect(run(['prune', '--a\nb\x1b[31m', 'q']).line).toBe(
    "mcp-pruner prune: unknown option '--a b\\x1b[31m'",
  )
})
