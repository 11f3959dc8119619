import { expect, test } from 'vitest'
import { timeoutAudit } from './timeout-audit.js'

test('records a call that took more than 80 % of its time', async () => {
  const context = { toolName: 'scan', durationMs: 8123, timeoutMs: 10_000 }
  expect(await timeoutAudit.check(context)).toEqual({
    passed: true,
    audit: {
      event: 'near_timeout',
      tool: 'scan',
      durationMs: 8123,
      timeoutMs: 10_000,
      ratio: '81.2%',
    },
  })
})

test.each([
  ['80 % exactly', { durationMs: 8000, timeoutMs: 10_000 }],
  ['before the call has run', { timeoutMs: 10_000 }],
  ['no limit', { durationMs: 8000 }],
])('records nothing: %s', async (_, context) => {
  expect(await timeoutAudit.check(context)).toEqual({ passed: true })
})
