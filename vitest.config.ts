import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Slow or large by nature: only `pnpm test:slow` runs them, and `.ci/run` through it. */
export const SLOW = [
  'packages/core/mcp-runtime/src/artifacts/redis-deployments.test.ts',
  'packages/mcp-pruner/test/gateway/limits.test.ts',
  'packages/mcp-pruner/test/gateway/small-heap.test.ts',
  'packages/mcp-pruner/test/http/answers-under-pressure.test.ts',
  'packages/mcp-pruner/test/team/team.test.ts',
  'packages/mcp-pruner/test/ui/page-figures.test.ts',
  'packages/mcp-pruner/test/ui/page.test.ts',
]

/** `pnpm test` runs a sample of their cases, `pnpm test:slow` all of them (`sampled` of packages/testing). */
export const SAMPLED = [
  'packages/core/mcp-runtime/src/artifacts/disk-kill.test.ts',
  'packages/core/mcp-runtime/src/response/shape-value.property.test.ts',
  'packages/core/pruner/test/properties.test.ts',
  'packages/mcp-pruner/test/ask/entry-points.test.ts',
  'packages/mcp-pruner/test/ask/implicit-entry-points.test.ts',
  'packages/mcp-pruner/test/ask/service-entry-points.test.ts',
  'packages/mcp-pruner/test/gateway/generated-truths.test.ts',
  'packages/mcp-pruner/test/gateway/tool-list.test.ts',
  'packages/mcp-pruner/test/http/readiness.test.ts',
  'packages/mcp-pruner/test/install/killed-install.test.ts',
  'packages/mcp-pruner/test/native/odd-commands.test.ts',
  'packages/mcp-pruner/test/stdio/exit-at-once.test.ts',
  'packages/mcp-pruner/test/stdio/known-clients.test.ts',
  'packages/mcp-pruner/test/stdio/search-limits.test.ts',
]

/** Set by `.ci/run` after `pnpm test:slow`, which has run all cases of the sampled suites: a sample adds nothing. */
const LEFT_OUT = process.env['SLOW_TESTS_PASSED'] === '1' ? [...SLOW, ...SAMPLED] : SLOW

export default defineConfig({
  // Unit tests run against the sources; suites that spawn the command use the built dist/.
  resolve: { conditions: ['@jeeves/source'] },
  ssr: { resolve: { conditions: ['@jeeves/source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['packages/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...LEFT_OUT],
    // They share what they import: a process for each file would load it again, 0.3 to 0.5 s of processor time a file.
    // Hooks belong to files, so a module that they share offers a function that sets them.
    isolate: false,
    reporters: ['default', './scripts/plain-summary.mjs'],
    globalSetup: './scripts/test-home.mjs',
    // Most tests wait for processes that they started: a worker for each core would leave cores idle.
    maxWorkers: availableParallelism() + 3,
    // For tests that hang; a busy machine must not fail one that works.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A test that fails now and then has found something.
    retry: 0,
    expect: { poll: { timeout: 180_000 } },
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
