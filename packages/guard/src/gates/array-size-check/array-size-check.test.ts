import { MCPRequestLimitsSchema } from '@jeeves/contracts'
import { arraySizeViolations, validateRequest } from '@jeeves/mcp-runtime'
import { expect, test } from 'vitest'
import { arraySizeCheck } from './array-size-check.js'

const violationsOf = (request: unknown) =>
  arraySizeViolations(validateRequest(request, MCPRequestLimitsSchema.parse({ maxArraySize: 2 })))

test('names every array that is too long', async () => {
  const violations = violationsOf({ ids: [1, 2, 3], edits: [{ lines: [1, 2, 3, 4] }] })
  expect(await arraySizeCheck.check({ arraySizeViolations: violations })).toEqual({
    passed: false,
    reason: 'Array size violations: ids has 3 items (max: 2), edits[0].lines has 4 items (max: 2)',
    recommendation: 'Reduce array sizes or paginate requests',
  })
})

test('passes when there is none', async () => {
  const violations = violationsOf({ ids: [1, 2] })
  expect(await arraySizeCheck.check({ arraySizeViolations: violations })).toEqual({ passed: true })
  expect(await arraySizeCheck.check({})).toEqual({ passed: true })
})
