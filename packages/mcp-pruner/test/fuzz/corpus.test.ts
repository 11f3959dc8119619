// Findings of the fuzzer, and a few more inputs from a fixed seed. `pnpm fuzz` continues from there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mutated } from './mutate.js'
import type { OpenTarget } from './target.js'
import { TARGETS } from './targets.js'

const CORPUS = fileURLToPath(new URL('./corpus/', import.meta.url))
const RUNS = 40

describe.each(Object.entries(TARGETS))('%s', (name, target) => {
  let open: OpenTarget
  beforeAll(async () => {
    open = await target.open()
  })
  afterAll(() => open.close())

  const folder = join(CORPUS, name)
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    test(`found before: ${file}`, async () => {
      await expect(open.attempt(readFileSync(join(folder, file)))).resolves.toBeUndefined()
    })
  }

  test('changed samples', async () => {
    const property = fc.asyncProperty(mutated(target.samples), (input) => open.attempt(input))
    await expect(fc.assert(property, { seed: 7, numRuns: RUNS })).resolves.toBeUndefined()
  })
})
