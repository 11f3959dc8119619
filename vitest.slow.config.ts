// What is too slow or too large for `pnpm test`; see the lists in vitest.config.ts.
import { defineConfig } from 'vitest/config'
import quick, { SAMPLED, SLOW } from './vitest.config.js'

const { projects: _, ...options } = quick.test ?? {}

export default defineConfig({
  ...quick,
  test: {
    ...options,
    include: [...SLOW, ...SAMPLED],
    exclude: ['**/node_modules/**'],
    env: { ALL_CASES: '1' },
    testTimeout: 900_000,
  },
})
