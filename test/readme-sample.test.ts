// Answers in the documents equal those of the tool that they name, character by character: a comment
// `<!-- read: FILE :: QUESTION -->` before a block of text says which.
import { join } from 'node:path'
import { makeTree, RawClient, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT, readFiles } from './lib/workspace.js'

const SAMPLE = /^<!-- read: (\S+) :: (.+) -->\n+```text\n([^]*?)\n```$/gm
const home = makeTree()
const env = {
  PATH: process.env['PATH'],
  HOME: home,
  MCP_PRUNER_CWD: ROOT,
  // On a busy machine a store may be slow.
  MCP_PRUNER_STORE_WAIT_MS: '60000',
}
const server = new RawClient(
  process.execPath,
  [join(ROOT, 'packages/mcp-pruner/dist/index.js')],
  env,
)
beforeAll(() => server.initialize('claude-code'))
afterAll(async () => {
  await server.end()
  removeTree(home)
})

const samples = [...readFiles('.md')].flatMap(([page, text]) =>
  [...text.matchAll(SAMPLE)].map(([, file = '', question = '', shown = '']) => ({
    page,
    file,
    question,
    shown,
  })),
)

test('there is a sample', () => expect(samples.length).toBeGreaterThan(0))

test.each(samples)(
  '$page shows the answer of read for $file',
  async ({ file, question, shown }) => {
    const asked = { file_path: file, context_focus_question: question }
    const { result } = await server.call('read', asked)
    expect(result.content[0].text).toBe(shown)
  },
)
