import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { allowing, claude } from '../clients/claude.js'
import { subagentOf } from '../stand-ins/agent-api.js'
import { describeFaults } from './faults.case.js'
import { FILES, WHERE, WHY } from './long-texts.js'
import { describeNative, RAW_TEST_LINE, UNTIL_SERVER } from './native.case.js'
import { runAgent } from './run-agent.js'

describeNative(claude)
describeFaults(claude)

describe('Claude Code after a narrowed Read', () => {
  const edit = (file: string, old_string: string, new_string: string) => ({
    use: 'Edit',
    input: { file_path: file, old_string, new_string },
  })

  test('edits lines that it was shown and lines that it was not, and numbers are right', async () => {
    const { results } = await runAgent({
      program: claude,
      files: FILES,
      script: ({ project }) => [
        { say: 'Wait.', ...claude.shell(UNTIL_SERVER, 'Wait') },
        { say: WHERE, use: 'Read', input: { file_path: `${project}/large.ts` } },
        {
          say: 'It should round up.',
          ...edit(
            `${project}/large.ts`,
            'Math.floor(demand - stock) // rounds down',
            'Math.ceil(1)',
          ),
        },
        {
          say: 'And this one.',
          ...edit(`${project}/large.ts`, 'shade1100 = mixColours', 'shade1100 = mixPaints'),
        },
        { say: 'Look.', ...claude.shell("sed -n '602p;1104p' large.ts", 'Look') },
      ],
    })
    const [, read = '', first = '', second = '', after = ''] = results
    expect(read).not.toContain('shade1100 =')
    expect(read).toMatch(/^\s*601\W+export function reorderQuantity/m)
    expect(read).toMatch(/^\s*602\W+return Math\.floor/m)
    expect(first).toContain('has been updated')
    expect(second).toContain('has been updated')
    expect(after).toContain('return Math.ceil(1)\nexport const shade1100 = mixPaints(1100, 1)')
  })
})

test.runIf(existsSync('/usr/bin/zsh'))('in zsh a failing test run is pruned too', async () => {
  const { results } = await runAgent({
    program: claude,
    files: FILES,
    env: { SHELL: '/usr/bin/zsh' },
    script: () => [
      { say: 'Wait.', ...claude.shell(UNTIL_SERVER, 'Wait') },
      { say: WHY, ...claude.shell('node tests.mjs', 'Run the tests') },
      {
        say: 'Go.',
        ...claude.shell('cd /tmp && export X=7; node -e 1; echo $X $ZSH_NAME; pwd', 'Go there'),
      },
    ],
  })
  const [, tests = '', went = ''] = results
  expect(tests).toContain('not ok 401 - reorder quantity is rounded up')
  expect(tests).toMatch(/^Exit code 3$/m)
  expect(tests).not.toContain(RAW_TEST_LINE)
  expect(went).toMatch(/7 zsh\n\/tmp/)
})

test('the tools of a subagent of Claude Code are pruned too', async () => {
  const { requests } = await runAgent({
    program: allowing(claude, 'Task,Agent'),
    files: FILES,
    script: () => [
      { say: 'Wait.', ...claude.shell(UNTIL_SERVER, 'Wait') },
      {
        say: 'Somebody else may look.',
        use: 'Task',
        input: {
          description: 'Look at the tests',
          prompt: 'SUBTASK: find out which test fails.',
          subagent_type: 'general-purpose',
        },
      },
    ],
    subagents: {
      SUBTASK: [
        { say: WHY, ...claude.shell('node tests.mjs', 'Run the tests') },
        { say: WHERE, ...claude.shell('cat large.ts', 'Show the source') },
      ],
    },
  })
  const own = requests.filter((request) => subagentOf(request, ['SUBTASK']) === 'SUBTASK')
  const [tests = '', source = ''] = own.at(-1)?.results ?? []
  expect(tests).toContain('not ok 401 - reorder quantity is rounded up')
  expect(tests).toMatch(/^Exit code 3$/m)
  expect(tests).not.toContain(RAW_TEST_LINE)
  expect(source).toContain('return Math.floor(demand - stock) // rounds down')
  expect(source).not.toContain('shade1100 =')
})
