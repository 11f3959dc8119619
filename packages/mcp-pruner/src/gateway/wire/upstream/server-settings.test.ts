import { expect, test } from 'vitest'
import { isOffered, readServerSettings } from './server-settings.js'

test.each([
  [undefined, true],
  [{}, true],
  [{ allow: ['get_*'] }, true],
  [{ allow: ['set_*', 'get_user'] }, true],
  [{ allow: ['set_*'] }, false],
  [{ allow: [] }, false],
  [{ deny: ['get_*'] }, false],
  [{ deny: ['set_*'] }, true],
  [{ allow: ['get_*'], deny: ['get_user'] }, false],
])('get_user with %j is offered: %s', (settings, isOne) => {
  expect(isOffered('get_user', settings)).toBe(isOne)
})

const read = (value: unknown) =>
  readServerSettings(value, (key, problem) => new Error(`${key} ${problem}`))

test('settings are read', () => {
  expect(read(undefined)).toBeUndefined()
  const settings = { allow: ['a'], rename: { a: 'b' }, timeoutMs: 1, maxBytes: 1024 }
  expect(read(settings)).toEqual(settings)
})

test.each([
  [[], 'mcpPruner must be an object'],
  [
    { alow: [] },
    'mcpPruner.alow is not known; use allow, deny, rename, describe, timeoutMs, maxBytes',
  ],
  [{ allow: 'a' }, 'mcpPruner.allow must be a list of tool names, which may hold "*"'],
  [{ rename: { a: '' } }, 'mcpPruner.rename must be an object of texts, by tool name'],
  [{ timeoutMs: 0 }, 'mcpPruner.timeoutMs must be a whole number, 1 or greater'],
  [{ maxBytes: 1023 }, 'mcpPruner.maxBytes must be a whole number, 1024 or greater'],
  [{ maxBytes: 2000.5 }, 'mcpPruner.maxBytes must be a whole number, 1024 or greater'],
])('%j is refused', (value, problem) => {
  expect(() => read(value)).toThrow(problem)
})
