import { RESPONSE_PROFILES } from '@jeeves/contracts'
import { expect, test } from 'vitest'
import type { Failure } from '../../call/tool.js'
import { explained, failureAnswer } from './failure-answer.js'

const LIMITS = RESPONSE_PROFILES['claude-safe']
function answered(failure: Failure, durationMs = 7) {
  const { content, isError } = failureAnswer(failure, LIMITS, durationMs) as {
    content: [{ type: string; text: string }]
    isError: boolean
  }
  expect([content.length, content[0].type, isError]).toEqual([1, 'text', true])
  return JSON.parse(content[0].text) as { success: boolean; error: object; metadata: object }
}

test('a failure is an envelope in a text', () => {
  expect(answered({ code: 'NOT_FOUND', message: 'no such page' })).toMatchObject({
    success: false,
    error: { code: 'NOT_FOUND', message: 'no such page' },
    metadata: { durationMs: 7, truncated: false },
  })
})

test.each([
  ['timeout', 'TOOL_TIMEOUT', false],
  ['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE', true],
  ['something', 'OPERATION_FAILED', false],
])('%s is %s, which may be repeated: %s', (code, shown, retryable) => {
  expect(answered({ code, message: 'm' }).error).toMatchObject({ code: shown, retryable })
})

test('what may have been done is not to be repeated', () => {
  const { error } = answered({ code: 'SERVICE_UNAVAILABLE', message: 'm', mayHaveRun: true })
  expect(answered({ code: 'SERVICE_UNAVAILABLE', message: 'm' }).error).toHaveProperty(
    'retryAfterMs',
  )
  expect(error).toMatchObject({ retryable: false })
  expect(error).not.toHaveProperty('retryAfterMs')
})

test('figures of a refusal are fields, all of them and at any depth', () => {
  const errors = Array.from({ length: 12 }, (_, at) => ({
    code: 'ARRAY_TOO_LARGE',
    path: ['a', { deep: { deeper: { deepest: at } } }],
    limit: 100,
    actual: 101 + at,
  }))
  const { error } = answered({ code: 'REQUEST_INVALID', message: 'm', context: { errors } })
  expect(error).toMatchObject({ context: { errors } })
})

test('a refusal names the setting of its limit', () => {
  const refused = (code: string) =>
    explained({ code: 'c', message: 'Too much', context: { errors: [{ code }] } }).message
  expect(
    ['REQUEST_TOO_LARGE', 'ARRAY_TOO_LARGE', 'STRING_TOO_LONG', 'TOO_DEEP', 'ELSE'].map(refused),
  ).toEqual(
    ['maxRequestBytes', 'maxArraySize', 'maxStringLength', 'maxObjectDepth', 'requestLimits'].map(
      (name) => `Too much. ${name} in a preset's requestLimits sets it`,
    ),
  )
})

test('other failures explain themselves, and one without a reason says so', () => {
  const failure = { code: 'c', message: 'why', context: { errors: [] } }
  expect(explained(failure)).toBe(failure)
  expect(explained()).toEqual({
    code: 'OPERATION_FAILED',
    message: 'The call failed without a reason',
  })
})
