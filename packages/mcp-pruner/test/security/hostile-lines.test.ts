// A line of a file must not stop the program: patterns that try every way to split it would take years.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ENTRY } from '../stdio/raw-server.js'

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const OTHER_LINES = Array.from(
  { length: 60 },
  (_, i) => `valve ${i} of the pump turned to ${i * 7}`,
)

/** Long after the work is done, and long before a pattern would end. */
const HANGS_AFTER_MS = 120_000

test.each([
  ['rows of a table', 'pump.txt', 'Which rows have status open?', `${'-'.repeat(400)} x`],
  ['constants', 'pump.cpp', 'List all constants', `${'public\tconst\t'.repeat(60)}!`],
  ['sections', 'pump.md', 'What does the section about valves say?', `# ${'\t'.repeat(3000)}x`],
  ['methods', 'pump.go', 'List all methods of Pump', `func (${' '.repeat(3000)}0`],
  ['keys', 'pump.toml', 'What does pump contain?', `[${'\t'.repeat(3000)}x`],
])('%s', (_, name, question, line) => {
  const file = join(folder, name)
  writeFileSync(file, [...OTHER_LINES.slice(0, 3), line, ...OTHER_LINES].join('\n'))
  const { status, signal, stderr } = spawnSync(process.execPath, [ENTRY, 'prune', question, file], {
    encoding: 'utf8',
    timeout: HANGS_AFTER_MS,
  })
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' })
})
