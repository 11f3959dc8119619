// A store that cannot be used costs the way back to the cut lines, never the answer; and it is said.
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longSource, RawServer } from './raw-server.js'

const EMBEDDED = { PRUNER_URL: 'http://127.0.0.1:9/prune', PRUNER_FALLBACK: 'embedded' }
const PRUNED_READ = {
  file_path: 'long.ts',
  context_focus_question: 'How long is the delay between retries?',
}
let root: string
beforeAll(() => {
  root = makeTree({ 'long.ts': longSource() })
})
afterAll(() => removeTree(root))

async function prunedRead(env: Record<string, string | undefined>) {
  const server = new RawServer(root, { ...EMBEDDED, ...env })
  await server.initialize('any')
  const { result } = await server.call('read', PRUNED_READ)
  const { prune_id } = result.structuredContent.pruning
  const recovered =
    prune_id &&
    (await server.structured('recover_text', { prune_id })).raw_text.trimEnd() ===
      longSource().trimEnd()
  await server.end()
  return { text: result.content[0].text as string, prune_id, recovered, events: server.events }
}

test.skipIf(process.platform !== 'linux')(
  'a home that can hold no folder does not hold the answer; the lines are kept in memory',
  async () => {
    const { recovered, events } = await prunedRead({ MCP_PRUNER_STORE: 'disk', HOME: '/proc' })
    expect(recovered).toBe(true)
    expect(events.map(({ event }) => event)).toContain('store.degraded')
  },
)

test.skipIf(process.platform === 'win32')(
  'a folder that others can write to is not used, and a hint says what to do',
  async () => {
    const cache = makeTree()
    mkdirSync(join(cache, 'artifacts'))
    chmodSync(join(cache, 'artifacts'), 0o777)
    const env = { MCP_PRUNER_STORE: 'disk', MCP_PRUNER_CACHE_DIR: cache }
    const { recovered, events } = await prunedRead(env)
    expect(recovered).toBe(true)
    const degraded = events.find(({ event }) => event === 'store.degraded')
    expect(degraded?.data.message).toContain(`hint: chmod 700 ${cache}/artifacts`)
    removeTree(cache)
  },
)

// The question and the answer are stored with the text, for the page; they are not promised to anybody.
test('the note of a call does not evict the text from a store with just enough room for it', async () => {
  const full = makeTree({ 'long.ts': longSource().repeat(20).slice(0, 64_000) })
  const server = new RawServer(full, {
    ...EMBEDDED,
    MCP_PRUNER_STORE: 'memory',
    MCP_PRUNER_STORE_MAX_BYTES: '65536',
    MCP_PRUNER_LEDGER: 'on',
    HOME: full,
  })
  await server.initialize('any')
  const { pruning } = await server.structured('read', PRUNED_READ)
  expect(pruning).toMatchObject({ applied: true, raw_bytes: 64_000 })
  const { raw_text } = await server.structured('recover_text', { prune_id: pruning.prune_id })
  expect(raw_text).toHaveLength(64_000)
  await server.end()
  removeTree(full)
})

test('lines that could not be kept are not cut, with a note where the model looks', async () => {
  // More than the store's whole bound, on the disk and in memory.
  const big = makeTree({
    'long.ts':
      longSource() + Array.from({ length: 4000 }, (_, i) => `// ${Math.sin(i)}`).join('\n'),
  })
  const env = { ...EMBEDDED, MCP_PRUNER_STORE_MAX_BYTES: '65536' }
  const server = new RawServer(big, env)
  await server.initialize('any')
  const { result } = await server.call('read', PRUNED_READ)
  expect(result.structuredContent.pruning.prune_id).toBeUndefined()
  expect(result.structuredContent.pruning).toMatchObject({
    applied: false,
    reason: 'pruner_error',
    error: { code: 'recovery_unavailable' },
  })
  const lines = (result.content[0].text as string).split('\n')
  expect(lines.at(-1)).toBe('[not pruned: what would be cut could not be kept for recovery]')
  expect(lines.length).toBeGreaterThan(4000)
  await server.event('store.unavailable')
  await server.end()
  removeTree(big)
})
