// `pnpm fuzz [--minutes N] [--target NAME] [--seed N]`: changed samples into everything that takes bytes from outside,
// until the time is up or something gives way. What fails is shrunk and written into the corpus, which the tests run.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { mutated } from './mutate.js'
import { TARGETS } from './targets.js'

const CORPUS = fileURLToPath(new URL('./corpus/', import.meta.url))
const RUNS_A_ROUND = 100

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    target: { type: 'string', multiple: true },
    seed: { type: 'string' },
  },
})
const names = values.target ?? Object.keys(TARGETS)
const unknown = names.filter((name) => !Object.hasOwn(TARGETS, name))
const minutes = Number(values.minutes)
if (unknown.length > 0 || !(minutes > 0)) {
  process.stderr.write(`use --minutes N and --target ${Object.keys(TARGETS).join('|')}\n`)
  process.exit(2)
}

const first = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const deadline = performance.now() + minutes * 60_000
const tried: Record<string, number> = {}
const found: string[] = []
for (let seed = first; performance.now() < deadline; seed++) {
  for (const name of names) await round(name, seed)
}
console.log(JSON.stringify({ minutes, seed: first, tried, found }))
process.exit(found.length > 0 ? 1 : 0)

async function round(name: string, seed: number): Promise<void> {
  const target = TARGETS[name]
  if (!target || performance.now() > deadline) return
  let open = await target.open()
  const property = fc.asyncProperty(mutated(target.samples), async (input) => {
    try {
      await open.attempt(input)
    } catch (error) {
      // What has failed once may fail at everything after.
      await open.close().catch(() => {})
      open = await target.open()
      throw error
    }
  })
  const result = await fc.check(property, { seed, numRuns: RUNS_A_ROUND, endOnFailure: false })
  tried[name] = (tried[name] ?? 0) + result.numRuns
  await open.close()
  const [input] = result.counterexample ?? []
  if (!input) return
  mkdirSync(join(CORPUS, name), { recursive: true })
  const hash = createHash('sha256').update(input).digest('hex').slice(0, 12)
  writeFileSync(join(CORPUS, name, hash), input)
  found.push(`${name}/${hash}`)
  const why = result.errorInstance instanceof Error ? result.errorInstance.stack : ''
  console.error(`${name}/${hash} (seed ${seed}): ${why}`)
}
