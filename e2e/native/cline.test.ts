// Cline's plugin, as `install --native` writes it.
import { expect, test } from 'vitest'
import { cline } from '../clients/cline.js'
import { FILES, LARGE_SOURCE, WHERE, WHY } from './long-texts.js'
import { RAW_TEST_LINE, UNTIL_SERVER } from './native.case.js'
import { runAgent } from './run-agent.js'

test('what Cline runs and reads reaches its model pruned, and an uninstall leaves nothing', async () => {
  const outcome = await runAgent({
    program: cline,
    files: FILES,
    script: ({ project }) => [
      { say: 'Wait.', ...cline.shell(UNTIL_SERVER, 'Wait') },
      { say: WHY, ...cline.shell('node tests.mjs', 'Run the tests') },
      { say: WHERE, use: 'read_files', input: { files: [{ path: `${project}/large.ts` }] } },
      { say: WHY, ...cline.shell('node tests.mjs # raw', 'Run the tests') },
      {
        say: WHERE,
        ...cline.prunerTool('read', { file_path: 'large.ts', context_focus_question: WHERE }),
      },
    ],
  })
  const [, tests = '', source = '', raw = '', own = ''] = outcome.results
  expect(tests).toContain('not ok 401 - reorder quantity is rounded up')
  expect(tests).toContain('[Command exited with code 3]\\n…401:\\nnot ok 401')
  expect(tests).not.toContain(RAW_TEST_LINE)
  expect(tests).toMatch(/recover_text prune_id=prn_[0-9A-Z]{26}/)
  expect(source).toContain('602 |   return Math.floor(demand - stock) // rounds down')
  expect(source.length).toBeLessThan(LARGE_SOURCE.length / 4)
  expect(raw).toContain(RAW_TEST_LINE)
  // It shows its model the whole result of a server's tool.
  expect(own).toContain('Math.floor(demand - stock)')
  expect(own).not.toMatch(/_meta|raw_bytes|attempted/)
  // The client rewrites its own settings.
  expect(Object.keys(outcome.after)).toEqual(Object.keys(outcome.before))
}, 600_000)
