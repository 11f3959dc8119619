// Runs before each test file in an instrumented copy: tells the mutants whose turn it is, and ends a file at its first
// failure.
import { appendFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'

const COPY = fileURLToPath(new URL('../..', import.meta.url))
const file = relative(COPY, expect.getState().testPath)
const begun = performance.now()
globalThis.testFileOfMutants = file
process.env.MUTATE_TEST = file
writeFileSync(`${COPY}/build/worker-${process.pid}`, file)

// A loop without end leaves no other thread the time to fail.
const watchdog = new Worker(
  `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${Number(process.env.MUTATE_LIMIT_MS ?? 300_000)})`,
  { eval: true },
)
watchdog.unref()

let hasFailed = false
beforeEach(({ skip }) => skip(hasFailed))
afterEach(({ task }) => {
  hasFailed ||= task.result?.state === 'fail'
})
afterAll(async () => {
  await watchdog.terminate()
  appendFileSync(`${COPY}/build/times`, `${file}\t${Math.round(performance.now() - begun)}\n`)
})
