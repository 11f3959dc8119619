// Answers that the documents show are what the program prints now: a comment `<!-- prune: FILE :: QUESTION -->`
// before a block of text says which. Only the id may differ, which is the text's own.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { ROOT, readFiles } from './lib/workspace.js'

const SAMPLE = /^<!-- prune: (\S+) :: (.+) -->\n+```text\n([^]*?)^```$/gm
const home = makeTree()
afterAll(() => removeTree(home))

const samples = [...readFiles('.md')].flatMap(([page, text]) =>
  [...text.matchAll(SAMPLE)].map(([, file = '', question = '', shown = '']) => ({
    page,
    file,
    question,
    shown,
  })),
)
const withoutId = (text: string) =>
  text.replace(/prn_[0-9A-Z]{26}/, 'prn_').replace('mcp-pruner recover', 'recover_text')

test('there is a sample', () => expect(samples.length).toBeGreaterThan(0))

test.each(samples)('$page shows what is printed for $file', ({ file, question, shown }) => {
  const entry = join(ROOT, 'packages/mcp-pruner/dist/index.js')
  const { stdout } = spawnSync(process.execPath, [entry, 'prune', question, file], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: home },
    encoding: 'utf8',
  })
  expect(withoutId(stdout)).toBe(withoutId(shown))
})
