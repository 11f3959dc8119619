// The tests as `pnpm test` runs them, each file in a process of its own: a mutant may be in what is imported once.
import { defineConfig } from 'vitest/config'
import quick from '../../vitest.config.js'

export default defineConfig({
  ...quick,
  test: {
    ...quick.test,
    isolate: true,
    include: ['packages/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['./scripts/mutate/setup.mjs'],
    maxWorkers: Number(process.env.MUTATE_WORKERS ?? 3),
    // A mutant that hangs is noticed too.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
