// What is too slow or too large for `pnpm test`; see the lists in vitest.config.ts.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import quick, { SAMPLED, SLOW } from './vitest.config.js'

/** Those that take longest come first, so that none is left alone at the end. */
const MAX_LENGTH = [
  'gateway/limits',
  'artifacts/disk-kill',
  'ask/entry-points',
  'stdio/exit-at-once',
]

function rank({ moduleId }: TestSpecification): number {
  const at = MAX_LENGTH.findIndex((name) => moduleId.endsWith(`${name}.test.ts`))
  return at < 0 ? MAX_LENGTH.length : at
}

class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve([...files].sort((a, b) => rank(a) - rank(b)))
  }
}

export default defineConfig({
  ...quick,
  test: {
    ...quick.test,
    isolate: true,
    include: [...SLOW, ...SAMPLED],
    exclude: ['**/node_modules/**'],
    env: { ALL_CASES: '1' },
    testTimeout: 900_000,
    // Most of them keep the cores busy themselves.
    maxWorkers: Math.max(3, availableParallelism()),
    sequence: { sequencer: LongestFirst },
  },
})
