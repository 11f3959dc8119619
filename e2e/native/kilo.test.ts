// Kilo loads opencode's plugin. Each of its steps takes long, so that it is driven once, with few.
import { expect, test } from 'vitest'
import { kilo } from '../clients/kilo.js'
import { FILES, LARGE_SOURCE, WHERE, WHY } from './long-texts.js'
import { RAW_TEST_LINE, UNTIL_SERVER } from './native.case.js'
import { runAgent } from './run-agent.js'

test('Kilo’s commands and reads reach its model pruned, and an uninstall leaves nothing', async () => {
  const { results, before, after } = await runAgent({
    program: kilo,
    files: FILES,
    script: ({ project }) => [
      { say: 'Wait.', ...kilo.shell(UNTIL_SERVER, 'Wait') },
      { say: WHY, ...kilo.shell('node tests.mjs', 'Run the tests') },
      { say: WHERE, use: 'read', input: { filePath: `${project}/large.ts` } },
    ],
  })
  const [, tests = '', source = ''] = results
  expect(tests).toContain('not ok 401 - reorder quantity is rounded up')
  expect(tests).not.toContain(RAW_TEST_LINE)
  expect(tests).toMatch(/recover_text prune_id=prn_[0-9A-Z]{26}/)
  expect(source).toContain('602:   return Math.floor(demand - stock) // rounds down')
  expect(source.length).toBeLessThan(LARGE_SOURCE.length / 4)
  expect(after).toEqual(before)
}, 600_000)
