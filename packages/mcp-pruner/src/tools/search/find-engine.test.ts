import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { bundledRg, findEngine } from './find-engine.js'
import { MatchCollector } from './match-collector.js'
import type { Engine } from './search.js'

const path = JSON.stringify({ text: './a.txt' })
const found = JSON.stringify({ text: 'found by the one on the PATH\n' })
const root = makeTree({
  'a.txt': 'needle\n',
  'bin/rg': `#!/bin/sh
cat <<'EOF'
{"type":"begin","data":{"path":${path}}}
{"type":"match","data":{"path":${path},"lines":${found},"line_number":1,"submatches":[{"start":0}]}}
EOF
`,
  'broken/rg': `#!/bin/sh
echo '{"type":"begin","data":{"path":'
`,
})
for (const folder of ['bin', 'broken']) chmodSync(join(root, folder, 'rg'), 0o755)
afterAll(() => removeTree(root))

async function searchBy(engine: Engine) {
  const matches = new MatchCollector(10, 1000)
  const search = { patterns: ['needle'], fixedString: true, caseSensitive: true }
  const target = { path: root, realPath: root, isDirectory: true, name: '' }
  const outcome = await engine.search(search, target, matches, new AbortController().signal)
  return { ...outcome, texts: matches.finish().matches.map(({ text }) => text) }
}

test.skipIf(process.platform === 'win32')(
  'ripgrep from the PATH comes before the one that is bundled',
  async () => {
    const engine = await findEngine(join(root, 'bin'))
    expect(engine.name).toBe('rg')
    expect((await searchBy(engine)).texts).toEqual(['found by the one on the PATH'])
  },
)

// An error thrown by a listener of its output is caught by nobody: it ended the server.
test.skipIf(process.platform === 'win32')(
  'one that writes nonsense is a failed search, not the end of the server',
  async () => {
    const engine = await findEngine(join(root, 'broken'))
    expect(await searchBy(engine)).toEqual({
      texts: [],
      failure: {
        code: 'rg_error',
        message: 'the search program wrote something that is not a search result',
        exit_code: 2,
      },
    })
  },
)

test('without one on the PATH there is the bundled one, else the system’s grep', async () => {
  const engine = await findEngine(join(root, 'no-such-folder'))
  expect(engine.name).toBe((await bundledRg()) === undefined ? 'grep' : 'rg')
  expect((await searchBy(engine)).texts).toEqual(['needle'])
})
