// Every command in the documents works: those of our own command are run,
// with a home and a project of their own; scripts exist; what needs another program is tested where named.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { commandsOf } from './lib/doc-commands.js'
import { ROOT, readFiles } from './lib/workspace.js'

const ENTRY = join(ROOT, 'packages/mcp-pruner/dist/index.js')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const pages = [...readFiles('.md')].filter(
  ([page]) => !/^(CHANGELOG|\.github|packages\/core|training|bench)/.test(page),
)
const inPages = pages.flatMap(([page, text]) => commandsOf(page, text))
/** Each once, however many pages name it. */
const commands = [...new Map(inPages.map((named) => [named.command, named])).values()]

/** Programs that are not ours, and the tests that use them for real. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^(claude|codex|gemini|qwen|opencode|copilot|droid|cline) /, 'e2e'],
  [/^curl /, 'packages/mcp-pruner/test/http'],
  [/^docker compose /, 'packages/mcp-pruner/test/http/compose.test.ts, without containers'],
  [/^(redis-server|nginx|openssl|export|MCP_PRUNER_\w+=\S+) ?/, 'the test of the team'],
  [/^npm install |^npx vitest /, 'e2e'],
  [/^JEEVES_|^node packages\/runner\//, 'packages/runner/src/cli'],
  [/^cd /, 'a folder'],
  [/^echo '\{"jsonrpc"/, 'packages/mcp-pruner/test/stdio'],
]
/** Verbs that go on until they are stopped, and those that would wait for somebody. */
const RUNS_ON = /^mcp-pruner (serve|ui|wrap|replay)\b/

const source = 'export const retryDelay = (attempt: number) => 250 * 2 ** attempt\n'
const project = makeTree({
  'src/client.ts': source,
  'src/retry.ts': source,
  Makefile: 'all:\n\t@echo fine\n',
  'servers.json': '{"mcpServers":{}}',
})
const home = makeTree()
mkdirSync(join(home, 'bin'))
writeFileSync(
  join(home, 'bin', 'mcp-pruner'),
  `#!/bin/sh\nexec '${process.execPath}' '${ENTRY}' "$@"\n`,
)
chmodSync(join(home, 'bin', 'mcp-pruner'), 0o755)
afterAll(() => {
  removeTree(project)
  removeTree(home)
})

function shell(command: string) {
  const env = {
    PATH: `${home}/bin:${process.env['PATH']}`,
    HOME: home,
    // On a busy machine a store may be slow.
    MCP_PRUNER_STORE_WAIT_MS: '60000',
  }
  return spawnSync('sh', ['-c', command], { cwd: project, env, encoding: 'utf8', input: '' })
}

/** An id that is kept in this home, for those in the documents. */
function keptId(): string {
  const many = Array.from({ length: 900 }, (_, i) => `step ${i} went well`)
  many[500] = 'step 500: the retry delay is 250 ms'
  const { stdout } = shell(
    `printf '%s\\n' "${many.join('\n')}" | mcp-pruner prune "the retry delay"`,
  )
  return /prn_[0-9A-Z]{26}/.exec(stdout)?.[0] ?? 'no id'
}

const asOurs = (command: string) =>
  command
    .replace(/npx -y @jeeves\/mcp-pruner(@latest)?/, 'mcp-pruner')
    .replace(/node (\/path\/to\/mcp-pruner\/)?packages\/mcp-pruner\/dist\/index\.js/, 'mcp-pruner')

const scriptIn = (command: string) =>
  /^(?:npx --yes )?pnpm(?:@12)? (?:run )?([\w:-]+)/.exec(command)?.[1]

/** Each command is of one sort, by the first that it fits. */
function sortOf(command: string): 'script' | 'elsewhere' | 'runs on' | 'ours' | 'unknown' {
  const ours = asOurs(command)
  if (scriptIn(command) !== undefined) return 'script'
  if (ELSEWHERE.some(([form]) => form.test(command))) return 'elsewhere'
  if (RUNS_ON.test(ours)) return 'runs on'
  return /\bmcp-pruner\b/.test(ours) ? 'ours' : 'unknown'
}
const ofSort = (sort: string) => commands.filter(({ command }) => sortOf(command) === sort)

test('there are commands, and none that nobody tests', () => {
  expect(commands.length).toBeGreaterThan(20)
  expect(ofSort('unknown')).toEqual([])
})

test.each(ofSort('script'))('$page: $command is a script', ({ command }) => {
  expect([...Object.keys(scripts), 'vitest', 'install']).toContain(scriptIn(command))
})

const helpOf = new Map<string, ReturnType<typeof shell>>()

test.each(ofSort('runs on'))('$page: $command names options that the verb has', ({ command }) => {
  const ours = asOurs(command)
  const [, verb = ''] = /^mcp-pruner (\w+)/.exec(ours) ?? []
  if (!helpOf.has(verb)) helpOf.set(verb, shell(`mcp-pruner ${verb} --help`))
  const { stdout, status } = helpOf.get(verb)!
  expect(status).toBe(0)
  const own = ours.split(' -- ')[0] ?? ''
  for (const [option] of own.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(option)
})

test.each(ofSort('ours'))('$page: $command is understood', ({ command }) => {
  const line = asOurs(command).replace(/prn_[0-9A-Z]{26}/, keptId)
  // Another line may have taken it out again; the switch is for those who have it installed.
  if (/ native /.test(line)) shell('mcp-pruner install claude --native --yes')
  // Nobody is there to be asked.
  const { stderr } = shell(line.replace(/ install$/, ' install --yes'))
  expect(stderr).not.toContain('hint: mcp-pruner')
  expect(stderr).not.toContain('unknown command')
})
