// Claude Code of a version that runs hooks modules, where ours does not run: a module that fails to load stands for a
// policy and for a switch of the vendor's. Nobody runs `install` or `doctor` again.
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ProgramPlace } from '../clients/agent-program.js'
import { claude, claudeVersion } from '../clients/claude.js'
import { FILES, WHERE, WHY } from './long-texts.js'
import { UNTIL_SERVER } from './native.case.js'
import { type AgentRun, runAgent } from './run-agent.js'

const PLUGIN = '.claude/skills/mcp-pruner/hooks'
const breakModule = ({ home }: ProgramPlace) =>
  writeFileSync(`${home}/${PLUGIN}/register.js`, 'export const register = (on) => {')
const hasOlderHooks = ({ home }: ProgramPlace) =>
  /native_hook/.test(readFileSync(`${home}/${PLUGIN}/hooks.json`, 'utf8'))
const prunedBy = ({ home }: ProgramPlace) =>
  readFileSync(`${home}/.local/share/mcp-pruner/native/claude-pruned-by`, 'utf8').trim()

const script: AgentRun['script'] = ({ project }) => [
  { say: 'Wait.', ...claude.shell(UNTIL_SERVER, 'Wait') },
  { say: WHY, ...claude.shell('node tests.mjs', 'Run the tests') },
  { say: WHERE, ...claude.shell('cat large.ts', 'Show the source') },
  { say: WHERE, ...claude.read?.(`${project}/other.ts`) },
]

function expectPruned([, tests = '', source = '', file = '']: readonly string[]): void {
  expect(tests).toContain('not ok 401 - reorder quantity is rounded up')
  expect(tests).toMatch(/^Exit code 3$/m)
  expect(tests.match(/recover_text/g)).toHaveLength(1)
  expect(source).toContain('return Math.floor(demand - stock) // rounds down')
  expect(source).not.toContain('shade1100 =')
  expect(source.match(/recover_text/g)).toHaveLength(1)
  expect(file).toMatch(/^\s*601\W+export function reorderQuantity/m)
  expect(file).not.toContain('shade1100 =')
}

describe.each([
  ['the newest', claude],
  ['2.1.300', claudeVersion('2.1.300')],
])('Claude Code, %s, which does not run our module', (_name, program) => {
  test('prunes from its first session on', async () => {
    const { results } = await runAgent({ program, files: FILES, script, spoil: breakModule })
    expect(results).toHaveLength(4)
    expectPruned(results)
  })

  test('prunes from the second session on where the module ran before', async () => {
    // The server may end a moment after its client.
    const isSoon = async (place: ProgramPlace, wanted: readonly [boolean, string]) => {
      const state = () => [hasOlderHooks(place), prunedBy(place)]
      await expect.poll(state, { timeout: 5000 }).toEqual(wanted)
    }
    const { earlier, results } = await runAgent({
      program,
      files: FILES,
      script,
      later: [
        async (place) => {
          await isSoon(place, [false, 'module'])
          breakModule(place)
        },
        (place) => isSoon(place, [true, 'nothing']),
      ],
    })
    expectPruned(earlier[0] ?? [])
    expectPruned(results)
  })
})
