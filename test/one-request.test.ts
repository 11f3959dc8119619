// src/ask alone calls an engine and alone writes the closing line: entry points that did so themselves drifted apart.
import { expect, test } from 'vitest'
import { readFiles } from './lib/workspace.js'

const sources = [...readFiles('.ts')].filter(
  ([file]) => file.startsWith('packages/mcp-pruner/src/') && !file.endsWith('.test.ts'),
)
const filesWith = (pattern: RegExp) =>
  sources.filter(([, text]) => pattern.test(text)).map(([file]) => file)

test('the engine is called in one file', () => {
  const importsPrune = /import \{[^}]*\bprune\b[^}]*\} from '@jeeves\/pruner'/
  expect(filesWith(importsPrune)).toEqual(['packages/mcp-pruner/src/ask/run-engine.ts'])
})

test('its scorer is loaded in src/ask', () => {
  const files = filesWith(/from '@jeeves\/pruner\/node'/)
  expect(files.filter((file) => !file.startsWith('packages/mcp-pruner/src/ask/'))).toEqual([])
})

test('the closing line is written in one file', () => {
  expect(filesWith(/lines cut`|recover_text prune_id=\$/)).toEqual([
    'packages/mcp-pruner/src/ask/closing-line.ts',
  ])
})
