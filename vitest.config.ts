import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Unit tests run against the sources; suites that spawn the command use the built dist/.
  resolve: { conditions: ['@jeeves/source'] },
  ssr: { resolve: { conditions: ['@jeeves/source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['packages/**/src/**/*.test.ts', 'packages/**/test/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', './scripts/plain-summary.mjs'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['packages/**/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.case.ts'],
      // The layers that others build on.
      thresholds: {
        'packages/contracts/src/**': { branches: 90 },
        'packages/core/mcp-runtime/src/**': { branches: 90 },
        'packages/guard/src/**': { branches: 90 },
      },
    },
  },
})
