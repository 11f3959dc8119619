import { expect, test } from 'vitest'

test('workspace resolves', () => {
  expect(1 + 1).toBe(2)
})
