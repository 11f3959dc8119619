import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AGENT_CLIENTS } from './registry.js'

// For Cursor, the document and the program gave different reasons.
test('docs/install.md says what is pruned of every client, in the words of the program', () => {
  const docs = readFileSync(new URL('../../../../docs/install.md', import.meta.url), 'utf8')
  const rows = [...docs.matchAll(/^\| [^|]+ \| `(\w+)` +\| ([^|]+?) +\|$/gm)]
  const documented = Object.fromEntries(rows.map(([, name = '', reach = '']) => [name, reach]))
  const declared = Object.values(AGENT_CLIENTS).map(({ name, native, nativeReach }) => [
    name,
    native ? nativeReach : `nothing: ${nativeReach}`,
  ])
  expect(documented).toMatchObject(Object.fromEntries(declared))
})
