// What a client's own tools return once the pruner is installed with --native, the same for every client.

import { describe, expect, test } from 'vitest'
import type { AgentProgram } from '../clients/agent-program.js'
import { FILES, LARGE_SOURCE, WHERE, WHY } from './long-texts.js'
import { type AgentOutcome, type AgentRun, runAgent } from './run-agent.js'

/** Near the start: clients cut the middle of long outputs themselves. */
export const RAW_TEST_LINE = 'ok 20 - colours are mixed by shade 20 in 6 ms'

/** Some clients start their servers while they already work; before there is one, outputs are raw. */
export const UNTIL_SERVER =
  'for i in $(seq 300); do ls ~/.local/share/mcp-pruner/native/run/*.addr && break; sleep 0.1; done'

export function describeNative(program: AgentProgram): void {
  const script: AgentRun['script'] = ({ project, native }) => [
    { say: 'Wait.', ...program.shell(native ? UNTIL_SERVER : 'true', 'Wait') },
    { say: WHY, ...program.shell('node tests.mjs', 'Run the tests') },
    { say: WHERE, ...program.shell('cat large.ts', 'Show the source') },
    { say: WHY, ...program.shell('node tests.mjs # raw', 'Run the tests') },
    { say: WHY, ...program.shell('cd /tmp && export X=7 && echo $X && pwd', 'Go there') },
    { say: 'Small.', ...program.shell('cat small.txt', 'Look') },
    ...(program.read ? [{ say: WHERE, ...program.read(`${project}/other.ts`) }] : []),
    ...(program.search ? [{ say: WHERE, ...program.search('shade11|reorder', project) }] : []),
  ]

  describe(`${program.name} with its own tools`, () => {
    let done: Promise<AgentOutcome> | undefined
    const outcome = () => {
      done ??= runAgent({ program, script, files: FILES })
      return done
    }

    test('a failing test run reaches the model pruned, with the failing test and its exit code', async () => {
      const [, tests = ''] = (await outcome()).results
      expect(tests).toContain('not ok 401 - reorder quantity is rounded up')
      expect(tests).toContain('AssertionError: expected 12 to be 13')
      expect(tests).not.toContain(RAW_TEST_LINE)
      expect(tests).toMatch(/recover_text (?:prune_id=)?prn_[0-9A-Z]{26}/)
      expect(tests).toMatch(program.exitCode ?? /./)
    })

    test('a long output reaches the model pruned', async () => {
      const source = (await outcome()).results[2] ?? ''
      expect(source).toContain('return Math.floor(demand - stock) // rounds down')
      expect(source).not.toContain('shade1100 =')
      expect(source.length).toBeLessThan(LARGE_SOURCE.length / 4)
    })

    test('a command that ends in # raw, a small output and the state of the shell are as without', async () => {
      const { results } = await outcome()
      expect(results[3]).toContain(RAW_TEST_LINE)
      expect(results[4]).toMatch(/7\n\/tmp/)
      expect(results[5]).toContain('hello')
    })

    test.runIf(program.read)(
      'a read of a large file is narrowed, with true line numbers',
      async () => {
        const source = (await outcome()).results[6] ?? ''
        expect(source).toContain('return Math.floor(demand - stock) // rounds down')
        expect(source).not.toContain('tint1100 =')
        expect(source.length).toBeLessThan(LARGE_SOURCE.length / 2)
      },
    )

    test.runIf(program.search)('a search reaches the model pruned', async () => {
      const found = (await outcome()).results[7] ?? ''
      expect(found).toContain('reorderQuantity')
      expect(found.split('\n').length).toBeLessThan(60)
    })

    test('after the uninstall everything is byte for byte as before', async () => {
      const { before, after } = await outcome()
      const { ownWrites = /^$/ } = program
      const restored = Object.entries(after).map(([name, text]) => [
        name,
        text.replace(ownWrites, ''),
      ])
      expect(Object.fromEntries(restored)).toEqual(before)
    })

    test('control: without the pruner the same run is raw', async () => {
      const { results } = await runAgent({ program, script, files: FILES, native: false })
      expect(results[1]).toContain(RAW_TEST_LINE)
    })
  })
}
