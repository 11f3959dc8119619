// Cline is not among the clients that are installed for every run: it weighs 440 MB and leaves a daemon behind. With it
// (`pnpm --dir e2e add cline@3.0.65`) this drives the plugin as `install --native` writes it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cline } from '../clients/cline.js'
import { FILES, LARGE_SOURCE, WHERE, WHY } from './long-texts.js'
import { RAW_TEST_LINE, UNTIL_SERVER } from './native.case.js'
import { runAgent } from './run-agent.js'

const isInstalled = existsSync(join(import.meta.dirname, '../node_modules/.bin/cline'))

/** It has the home of this run alone. */
function endDaemon(home: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const isDaemon = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--cline-hub-daemon')
      const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${home}\0`)
      if (isDaemon && isOurs) process.kill(Number(pid))
    } catch {
      // It has ended.
    }
  }
}

test.runIf(isInstalled)(
  'what Cline runs, reads and searches reaches its model pruned, and an uninstall leaves nothing',
  async () => {
    const outcome = await runAgent({
      program: cline,
      files: FILES,
      script: ({ project }) => [
        { say: 'Wait.', ...cline.shell(UNTIL_SERVER, 'Wait') },
        { say: WHY, ...cline.shell('node tests.mjs', 'Run the tests') },
        { say: WHERE, use: 'read_files', input: { files: [{ path: `${project}/large.ts` }] } },
        { say: WHY, ...cline.shell('node tests.mjs # raw', 'Run the tests') },
      ],
    })
    endDaemon(outcome.place.home)
    const [, tests = '', source = '', raw = ''] = outcome.results
    expect(tests).toContain('not ok 401 - reorder quantity is rounded up')
    expect(tests).toContain('[Command exited with code 3]\\n…401:\\nnot ok 401')
    expect(tests).not.toContain(RAW_TEST_LINE)
    expect(tests).toMatch(/recover_text prune_id=prn_[0-9A-Z]{26}/)
    expect(source).toContain('602 |   return Math.floor(demand - stock) // rounds down')
    expect(source.length).toBeLessThan(LARGE_SOURCE.length / 4)
    expect(raw).toContain(RAW_TEST_LINE)
    // The client writes its own settings anew.
    expect(Object.keys(outcome.after)).toEqual(Object.keys(outcome.before))
  },
  600_000,
)
