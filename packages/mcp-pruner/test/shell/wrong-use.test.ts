// Wrong options and settings, verb by verb: one line for a person, one hint, one exit code, and the event where
// logs are JSON.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { runVerb } from './verb-process.js'

const ENTRY = fileURLToPath(new URL('../../dist/index.js', import.meta.url))
const home = makeTree()
afterAll(() => removeTree(home))

function run(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = runVerb(
    args,
    { PATH: process.env.PATH, HOME: home, ...env },
    home,
  )
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
    line: `mcp-pruner ${verb}: unknown option "--nonsense"`,
    hint: `hint: mcp-pruner ${verb} --help`,
    events: [],
  })
})

const CLIENTS =
  'one of claude, codex, gemini, qwen, opencode, kilo, copilot, cline, droid, continue, cursor, vscode, amp, auggie'

test.each([
  [
    ['prune', 'q', '--max-tokens', '-5'],
    'prune: --max-tokens needs a value, and what follows begins with a dash',
    'write --max-tokens=VALUE',
  ],
  [['prune', 'q', '--max-tokens'], 'prune: --max-tokens needs a value', 'mcp-pruner prune --help'],
  [['completions'], 'completions: no shell given', 'use bash, zsh or fish'],
  [
    ['install', 'clade'],
    `install: CLIENT "clade" is not valid: use ${CLIENTS}`,
    'did you mean claude?',
  ],
])('%j', (args, line, hint) => {
  expect(run(args)).toMatchObject({ status: 2, line: `mcp-pruner ${line}`, hint: `hint: ${hint}` })
})

const RANGE = 'lines such as 120-154'
const SINCE = 'a day such as 2026-11-01, or a duration before now such as 24h, 7d or 4w'
/** Stand for the name of an argument, which is not typed. */
const NAMES = new Set(['RANGE', 'SHELL', 'CLIENT', 'argument'])
// They came in four wordings.
test.each([
  [['prune', 'q', 'x', '--max-tokens', '5'], 'an integer of 60 or greater'],
  [['prune', 'q', 'x', '--context', 'few'], 'an integer from 0 to 1000'],
  [['completions', 'SHELL', 'tcsh'], 'bash, zsh or fish'],
  [['install', 'CLIENT', 'nothing'], CLIENTS],
  [['native', 'argument', 'maybe'], 'on or off'],
  [['recover', 'prn_1', 'RANGE', 'ten'], RANGE],
  [['recover', 'prn_1', 'RANGE', '9-2'], `${RANGE}: starting at 1, the smaller number first`],
  [['recover', 'prn_1', 'RANGE', '0'], `${RANGE}: starting at 1, the smaller number first`],
  [['replay', '--since', 'noon'], SINCE],
  [['replay', '--workers', '1.5'], 'an integer from 1 to 64'],
  [['ui', '--port', '70000'], 'an integer from 0 to 65535'],
  [['serve', '--port', 'x'], 'an integer from 0 to 65535'],
  [['serve', '--trust-proxy', 'lb'], 'the IP address of a proxy'],
  [['wrap', '--profile', 'tiny'], 'claude-safe or runtime'],
  [['wrap', '--images', 'all'], 'limit or pass'],
  [['wrap', '--tools', 'none'], 'listed or deferred'],
  [['wrap', '--timeout', '0'], 'seconds from 0.1 to 86400'],
  [['wrap', '--http', '111111'], 'an integer from 0 to 65535'],
])('%j: one wording for every bad value', (args, allowed) => {
  const [verb = ''] = args
  const [option, value] = args.slice(-2)
  const given = args.filter((arg) => !NAMES.has(arg))
  expect(run(verb === 'wrap' ? [...given, '--', 'true'] : given)).toMatchObject({
    status: 2,
    stdout: '',
    line: `mcp-pruner ${verb}: ${option} "${value}" is not valid: use ${allowed}`,
    hint: `hint: mcp-pruner ${verb} --help`,
  })
})

// It was unknown, and the hint was to try --help.
test.each(['--help', '-h'])('help %s', (flag) => {
  expect(run(['help', flag])).toMatchObject({ status: 0, line: '' })
})

test.each([
  [['stats', '--prices', 'gone.json'], 'no such file or folder'],
  [['stats', '--prices', '.'], 'it is a folder'],
  [['install', '--project', 'none'], 'it is not a folder'],
  [['replay', '--html', '/nowhere/x.html'], 'there is no folder /nowhere'],
  [['wrap', '--preset', 'gone.json'], 'not a built-in preset, and no such file or folder'],
  [['wrap', '--config', 'gone.json'], 'no such file or folder'],
])('%j: one wording for every bad file', (args, problem) => {
  const [verb = '', option, file] = args
  expect(run(option === '--preset' ? [...args, '--', 'true'] : args)).toMatchObject({
    status: 2,
    stdout: '',
    line: `mcp-pruner ${verb}: ${option} "${file}" cannot be used: ${problem}`,
    hint: `hint: mcp-pruner ${verb} --help`,
  })
})

/** From util-linux: gives a command a terminal. */
const hasScript = spawnSync('script', ['--version']).status === 0

// A person read every failure twice, first as JSON.
test.runIf(hasScript).each(['serve --port x', 'wrap --tools none -- true'])(
  '%s at a terminal prints no JSON',
  (args) => {
    const line = `'${process.execPath}' '${ENTRY}' ${args}`
    const { status, stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: home },
    })
    expect(status).toBe(2)
    expect(stdout).toMatch(/^mcp-pruner \w+: --\w+ "\w+" is not valid: use .*\r\nhint: .*\r\n$/)
  },
)

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
  ['an id that is empty', ['recover', ''], /^mcp-pruner recover: ID "" is not valid: too small: /],
  [
    'a very long id',
    ['recover', 'x'.repeat(5000)],
    /^mcp-pruner recover: ID "x+ is not valid: too big: /,
  ],
  [
    'very many ranges',
    ['recover', 'prn_1', ...MANY],
    /^mcp-pruner recover: 3000 ranges are too many at once: use \d+ or fewer$/,
  ],
  [
    'a line beyond all',
    ['recover', 'prn_1', `1-${'9'.repeat(30)}`],
    /^mcp-pruner recover: RANGE .* is not valid: /,
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
    line: `mcp-pruner ${verb}: unexpected argument "stray"`,
  })
})

test.each([
  ['serve', 'service.start_failed', 'mcp-pruner serve --help'],
  ['wrap', 'gateway.start_failed', 'the command of the server goes after "--"'],
])('%s --nonsense is an event too', (verb, event, hint) => {
  const message = 'unknown option "--nonsense"'
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
  expect(line).toContain(`${name}: ${variable}="${value}" is not valid: ${allowed}`)
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
  expect(line).toContain(`mcp-pruner ${verb}: ${variable}="${value}" is not valid: use `)
  expect(hint).toBe(`hint: unset ${variable} to use its default`)
})

test('an error is one line without control characters', () => {
  expect(run(['prune', '--a\nb\x1b[31m', 'q']).line).toBe(
    'mcp-pruner prune: unknown option "--a b\\x1b[31m"',
  )
})
