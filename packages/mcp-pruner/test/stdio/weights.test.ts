// The command without its weights: still prunes, and says that it does so with less.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { ENTRY, RawServer } from './raw-server.js'

const copy = mkdtempSync(join(tmpdir(), 'mcp-pruner-weights-'))
const repository = fileURLToPath(new URL('../../../..', import.meta.url))

afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('a missing weights file is reported by an event, and the hand-written scorer prunes', async () => {
  const isWeights = (path: string) => path.endsWith('.bin')
  cpSync(dirname(ENTRY), copy, { recursive: true, filter: (path) => !isWeights(path) })
  const server = new RawServer(
    repository,
    { PRUNER_FALLBACK: 'embedded' },
    [],
    join(copy, 'index.js'),
  )
  const { result } = await server.call('read', {
    file_path: 'packages/mcp-pruner/test/http/rpc.test.ts',
    context_focus_question: 'What is answered to an empty batch?',
  })
  expect(result.structuredContent.pruning).toMatchObject({ applied: true, engine: 'embedded' })
  expect(result.structuredContent.content).toContain("['an empty batch', '[]', -32600],")
  const { data } = await server.event('pruner.warning')
  expect(data).toEqual({ tool: 'read', warnings: ['scorer_unavailable'] })
  server.child.kill()
  await server.exited
})
