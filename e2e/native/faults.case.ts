// Whatever goes wrong with the pruner, a client's own tools return the same as without it.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AgentProgram } from '../clients/agent-program.js'
import { FILES, WHY } from './long-texts.js'
import { RAW_TEST_LINE, UNTIL_SERVER } from './native.case.js'
import { type AgentRun, runAgent } from './run-agent.js'

const SERVER = '$(basename ~/.local/share/mcp-pruner/native/run/*.addr .addr)'
const TESTS = 'node tests.mjs'

export function describeFaults(program: AgentProgram): void {
  const shell = (command: string) => ({ say: WHY, ...program.shell(command, 'Run the tests') })
  const run = (commands: readonly string[], more: Partial<AgentRun> = {}) =>
    runAgent({
      program,
      files: FILES,
      script: () => [UNTIL_SERVER, ...commands].map(shell),
      ...more,
    })
  const RAW = { hasNoise: true, isPruned: false, hasExitCode: true }
  const seen = (output = '') => ({
    hasNoise: output.includes(RAW_TEST_LINE),
    isPruned: output.includes('recover_text'),
    hasExitCode: (program.exitCode ?? /./).test(output),
  })

  describe(`${program.name} gets the raw output`, () => {
    test('of a huge one, of one whose server dies, and of one whose hook is never answered', async () => {
      const { results } = await run([
        TESTS,
        'node huge.mjs',
        `kill -STOP ${SERVER}`,
        TESTS,
        `kill -CONT ${SERVER}`,
        `kill -9 ${SERVER}; ${TESTS}`,
      ])
      expect(results[1]).toContain('recover_text')
      // Of a failing command Claude Code itself shows 10,000 characters, however many there were.
      const raw = program.shortensFailures ? [4, 6] : [2, 4, 6]
      for (const at of raw) expect(seen(results[at])).toEqual(RAW)
      for (const at of [4, 6]) expect(results[at]).toContain('AssertionError: expected 12 to be 13')
    })

    test('when the store has no room for what would be cut', async () => {
      const { results } = await run([TESTS], {
        // A file where the store's folder would be: nobody, not even root, can write into it.
        spoil: ({ home }) => {
          mkdirSync(join(home, '.cache'), { recursive: true })
          writeFileSync(join(home, '.cache/mcp-pruner'), '')
        },
      })
      expect(seen(results[1])).toEqual(RAW)
    })

    test('when the settings are broken', async () => {
      const { results } = await run([TESTS, 'cat large.ts'], {
        spoil: ({ home }) =>
          writeFileSync(join(home, '.local/share/mcp-pruner/native/settings.json'), '{"on": tr'),
      })
      expect(seen(results[1])).toEqual(RAW)
      expect(results[2]).toContain('export const shade20 = mixColours(20, 6)')
      expect(results[2]).not.toContain('recover_text')
    })
  })
}
