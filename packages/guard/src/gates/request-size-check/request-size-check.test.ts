import { expect, test } from 'vitest'
import { requestSizeCheck } from './request-size-check.js'

const limits = { maxRequestBytes: 1000 }

test.each([0, 1000])('a request of %i bytes passes a limit of 1000', async (requestSizeBytes) => {
  expect(await requestSizeCheck.check({ requestSizeBytes, limits })).toEqual({ passed: true })
})

test('a request over the limit is refused with both figures', async () => {
  expect(await requestSizeCheck.check({ requestSizeBytes: 1001, limits })).toEqual({
    passed: false,
    reason: 'Request size (1001 bytes) exceeds limit (1000 bytes)',
    recommendation: 'Reduce request payload size',
  })
})

test('a size that is not a number does not pass', async () => {
  const result = await requestSizeCheck.check({ requestSizeBytes: Number.NaN, limits })
  expect(result.passed).toBe(false)
})

test('without a size or a limit there is nothing to check', async () => {
  expect(await requestSizeCheck.check({ limits })).toEqual({ passed: true })
  expect(await requestSizeCheck.check({ requestSizeBytes: 1e9 })).toEqual({ passed: true })
})
