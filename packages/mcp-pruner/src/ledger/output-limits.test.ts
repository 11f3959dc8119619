import { expect, test } from 'vitest'
import { clientFamily } from '../clients/known-clients.js'
import { asClientShows, sourceOf } from './output-limits.js'

const text = (characters: number) => 'x'.repeat(characters)
const shown = (client: string, tool: string, output: string) =>
  asClientShows(client, sourceOf(tool), output).length

// A cat of 50 KB counted as 50 KB saved, although Claude Code shows only a preview of 2 KB.
test('of a long output only what the client shows without us', () => {
  expect(shown('claude-code', 'bash', text(30_000))).toBe(30_000)
  expect(shown('claude-code', 'bash', text(50_000))).toBe(2048)
  expect(shown('claude', 'native Bash', text(50_000))).toBe(2048)
  expect(shown('claude-code', 'read', 'line\n'.repeat(3000))).toBe(2000 * 5 - 1)
  expect(shown('claude-code', 'grep', 'a.ts:1:x\n'.repeat(400))).toBe(250 * 9 - 1)
  expect(shown('codex-mcp-client', 'bash', text(241_893))).toBe(40_000)
  expect(shown('gemini-cli-mcp-client', 'read', text(60_000))).toBe(40_000)
  expect(shown('copilot-cli', 'read', text(60_000))).toBe(20_000)
  expect(shown('@cline/core', 'bash', text(60_000))).toBe(8000)
  expect(shown('some-program', 'bash', text(900_000))).toBe(900_000)
})

test('either the middle or the beginning is cut', () => {
  const numbered = Array.from({ length: 9000 }, (_, i) => String(i)).join('\n')
  expect(asClientShows('codex', 'shell', numbered)).toMatch(/^0\n1\n[^]*8998\n8999$/)
  expect(asClientShows('opencode', 'shell', text(60_000) + 'end')).toMatch(/end$/)
})

test.each([
  ['claude-code', 'claude'],
  ['@cline/core', 'cline'],
  ['qwen-cli-mcp-client-pruner', 'qwen'],
  ['shell', 'shell'],
])('%s is of %s', (name, family) => expect(clientFamily(name)).toBe(family))
