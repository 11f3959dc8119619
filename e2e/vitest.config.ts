import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts', 'native/*.test.ts'],
    // Every test starts an agent client and waits for its end; nothing asserts how long it takes.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // One client each, which waits for its model and its tools a good part of the time.
    maxWorkers: 3,
  },
})
