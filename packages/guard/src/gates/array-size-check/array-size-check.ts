import type { GuardGate } from '../../types.js'

export const arraySizeCheck: GuardGate = {
  id: 'array-size-check',
  name: 'Array Size Check',
  description: 'Rejects requests with oversized arrays',
  check: ({ arraySizeViolations = [] }) => {
    if (arraySizeViolations.length === 0) return { passed: true }
    const violations = arraySizeViolations.map(
      ({ path, actual, limit }) => `${path} has ${actual} items (max: ${limit})`,
    )
    return {
      passed: false,
      reason: `Array size violations: ${violations.join(', ')}`,
      recommendation: 'Reduce array sizes or paginate requests',
    }
  },
}
