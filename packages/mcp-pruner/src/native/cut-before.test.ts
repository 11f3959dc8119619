import { expect, test } from 'vitest'
import { CutBefore } from './cut-before.js'
import { readHookInput } from './hook-input.js'

const hook = (tool: string, input: object, more: object = {}) =>
  readHookInput({ client: 'claude', tool_name: tool, tool_input: input, session_id: 's', ...more })!

test('a file or a search that was cut is known again, in the same session of the same agent', () => {
  const cut = new CutBefore()
  cut.add(hook('Read', { file_path: '/a' }))
  cut.add(hook('Grep', { pattern: 'x', path: '/a' }))
  expect(cut.has(hook('Read', { file_path: '/a', offset: 5 }))).toBe(true)
  expect(cut.has(hook('Read', { file_path: '/b' }))).toBe(false)
  expect(cut.has(hook('Read', { file_path: '/a' }, { session_id: 't' }))).toBe(false)
  expect(cut.has(hook('Read', { file_path: '/a' }, { agent_id: 'sub' }))).toBe(false)
  expect(cut.has(hook('Read', { file_path: '/a' }, { client: 'gemini' }))).toBe(false)
  expect(cut.has(hook('Grep', { pattern: 'x', path: '/a' }))).toBe(true)
  expect(cut.has(hook('Grep', { pattern: 'y', path: '/a' }))).toBe(false)
})

test('a command may print something new', () => {
  const cut = new CutBefore()
  cut.add(hook('Bash', { command: 'make' }))
  expect(cut.has(hook('Bash', { command: 'make' }))).toBe(false)
})

test('a thousand are remembered, the newest ones', () => {
  const cut = new CutBefore()
  for (let i = 0; i <= 1000; i++) cut.add(hook('Read', { file_path: `/${i}` }))
  expect(cut.has(hook('Read', { file_path: '/0' }))).toBe(false)
  expect(cut.has(hook('Read', { file_path: '/1' }))).toBe(true)
  expect(cut.has(hook('Read', { file_path: '/1000' }))).toBe(true)
})
