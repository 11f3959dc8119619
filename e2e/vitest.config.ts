import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts', 'native/*.test.ts'],
    // Every test starts an agent client and waits for its end; nothing asserts how long it takes.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // One client each.
    maxWorkers: 2,
  },
})
