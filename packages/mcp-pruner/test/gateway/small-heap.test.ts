// The gateway with a small heap and answers that do not fit in it: refused with words, one by one. It used to run
// out of memory, which ends every call that is under way.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RawClient } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { AWKWARD, COMMAND } from './wrapped.js'

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-heap-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['text', 'huge_text', { lines: 130_000 }],
  ['data in a text', 'huge_json', { items: 90_000, width: 40 }],
  ['a structured value', 'structured', { rows: 60_000, width: 40 }],
])('%s of ten megabytes, four at once', { timeout: 120_000 }, async (_, tool, args) => {
  const wire = new RawClient(
    process.execPath,
    ['--max-old-space-size=64', COMMAND, 'wrap', '--', ...AWKWARD],
    { ...process.env, MCP_PRUNER_CACHE_DIR: folder, MCP_PRUNER_LOG_LEVEL: 'error' },
  )
  await wire.initialize()
  const ids = [1, 2, 3, 4].map(() => wire.start(tool, args))
  const answers = await Promise.all(ids.map((id) => wire.answerTo(id)))
  for (const { error } of answers) {
    expect(error?.message).toMatch(
      /^a message of \d{7,8} bytes does not fit in the memory that is left; ask for less, or give Node more/,
    )
  }
  const { result } = await wire.call('echo', { text: 'still here' })
  expect(result.content).toEqual([{ type: 'text', text: 'still here' }])
  expect(await wire.end()).toEqual({ code: 0, signal: null })
})
