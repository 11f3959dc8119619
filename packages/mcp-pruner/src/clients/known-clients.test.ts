import { expect, test } from 'vitest'
import { callingAgent, clientFamily, knownClient, limitFor } from './known-clients.js'
import {
  hidesErrorData,
  listAsShown,
  outputModeFor,
  shownBy,
  withoutShownMeta,
} from './output-mode.js'

test.each([
  ['claude-code', 'claude-code'],
  ['claude-code (pruner)', 'claude-code'],
  ['claude-codex', undefined],
  ['kilo', 'kilo'],
  ['kilo-vscode', 'kilo'],
  ['kilogram', undefined],
  ['my-claude-code', undefined],
  ['@cline/core', '@cline/core'],
  [undefined, undefined],
])('%s is %s', (name, prefix) => {
  expect(knownClient(name)?.prefix).toBe(prefix)
})

test('one agent under several names', () => {
  expect(['claude-code', 'Claude', '@cline/core', 'copilot-cli'].map(clientFamily)).toEqual([
    'claude',
    'claude',
    'cline',
    'copilot',
  ])
})

test('what a client shows of a long output', () => {
  expect(limitFor('claude', 'shell')).toEqual({ characters: 30_000, head: 2048 })
  expect(limitFor('claude-code', 'read')).toEqual({
    lines: 2000,
    characters: 100_000,
    head: 100_000,
  })
  expect(limitFor('claude', 'mcp')).toEqual({ characters: 50_000, head: 2048 })
  expect(limitFor('copilot', 'read')).toEqual({ characters: 20_000, head: 20_000 })
  expect(limitFor('copilot', 'shell')).toEqual({ characters: 30_000, head: 2048 })
  expect(limitFor('opencode', 'shell')).toEqual({ characters: 51_200, tail: 51_200 })
  expect(limitFor('gemini', 'shell')).toEqual({ characters: 40_000, head: 8000, tail: 32_000 })
  expect(limitFor('unknown', 'shell')).toBeUndefined()
  expect(limitFor(undefined, 'shell')).toBeUndefined()
})

test('the agent whose shell started a command', () => {
  expect(callingAgent({ CLAUDECODE: '1' })).toBe('claude-code')
  expect(callingAgent({ CODEX_SANDBOX: 'x' })).toBe('codex-mcp-client')
  expect(callingAgent({ GEMINI_CLI: '' })).toBeUndefined()
  expect(callingAgent({ PATH: '/bin' })).toBeUndefined()
})

test('agents get text, programs both, unless a setting says otherwise', () => {
  expect(outputModeFor('auto', 'opencode')).toBe('text')
  expect(outputModeFor('auto', 'program')).toBe('structured')
  expect(outputModeFor('structured', 'opencode')).toBe('structured')
  expect(outputModeFor('text', 'program')).toBe('text')
})

test('invalid arguments are told in words where the model would not see them', () => {
  expect(hidesErrorData('auto', 'claude-code')).toBe(true)
  expect(hidesErrorData('auto', 'codex-mcp-client')).toBe(false)
  expect(hidesErrorData('auto', 'program')).toBe(false)
  expect(hidesErrorData('text', 'claude-code')).toBe(false)
})

test('metadata that a model would be shown are not sent', () => {
  const result = { content: [], _meta: { a: 1 } }
  const failed = { ...result, isError: true }
  expect(withoutShownMeta(result, 'claude-code')).toBe(result)
  expect(withoutShownMeta(result, '@cline/core')).toEqual({ content: [] })
  expect(withoutShownMeta(result, 'gemini-cli-mcp-client')).toBe(result)
  expect(withoutShownMeta(failed, 'gemini-cli-mcp-client')).toEqual({ content: [], isError: true })
  expect(withoutShownMeta(failed, 'program')).toBe(failed)
})

test('which part a model is shown, and what a list costs it', () => {
  expect(['claude-code', 'kilo', 'copilot-cli', 'program'].map(shownBy)).toEqual([
    'structured',
    'content',
    'both',
    'unknown',
  ])
  const tools = [{ name: 'read' }]
  expect(listAsShown('program', tools, 'I')).toBe('[{"name":"read"}]')
  expect(listAsShown('copilot-cli', tools, 'I')).toBe('[{"name":"read"}]\nmcp__pruner__read')
  expect(listAsShown('kilo', tools, 'I')).toBe(
    '[{"name":"read"}]\nmcp__pruner__read\n# MCP Server Instructions\n## pruner\nI',
  )
})
