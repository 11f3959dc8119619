import { expect, test } from 'vitest'
import { object, string } from 'zod'
import { ConfigError, resolveConfig } from './resolve-config.js'

const schema = object({ nested: object({ name: string() }).prefault({ name: 'default' }) })

test('fills in defaults', () => {
  expect(resolveConfig('test', schema, {})).toEqual({ nested: { name: 'default' } })
})

test('names the part, the place and the fault, and keeps the cause', () => {
  let error: unknown
  try {
    resolveConfig('test', schema, { nested: { name: 5 } })
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(ConfigError)
  expect(error).toMatchObject({
    code: 'INVALID_CONFIG',
    message:
      'Invalid test options:\n✖ Invalid input: expected string, received number\n  → at nested.name',
    cause: { issues: [{ path: ['nested', 'name'] }] },
  })
})
