import { expect, test } from 'vitest'
import { engineTime, withinLimits } from './overhead-limit.js'

const never = () => new Promise<never>(() => {})
const LONG = 60_000

test('work that ends in time returns its result', async () => {
  const limits = { overheadMs: LONG, engineMs: LONG }
  expect(await withinLimits(limits, () => Promise.resolve('done'))).toBe('done')
  await expect(withinLimits(limits, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('work around the engine is told to stop at its limit, and abandoned', async () => {
  let told: AbortSignal | undefined
  const result = await withinLimits({ overheadMs: 1, engineMs: LONG }, (signal) => {
    told = signal
    return never()
  })
  expect(result).toBeUndefined()
  expect(told?.aborted).toBe(true)
})

test("the engine's own time does not count, and has a limit of its own", async () => {
  const slowly = () => new Promise<string>((resolve) => setTimeout(() => resolve('pruned'), 400))
  const work = () => engineTime(slowly)
  expect(await withinLimits({ overheadMs: 300, engineMs: LONG }, work)).toBe('pruned')
  expect(
    await withinLimits({ overheadMs: LONG, engineMs: 1 }, () => engineTime(never)),
  ).toBeUndefined()
})

test('only the remaining time is available after the engine', async () => {
  const result = await withinLimits({ overheadMs: 20, engineMs: LONG }, async () => {
    await engineTime(() => Promise.resolve())
    return never()
  })
  expect(result).toBeUndefined()
})

test('calls at the same time have their own clocks', async () => {
  const limits = { overheadMs: 1, engineMs: LONG }
  let finish = () => {}
  const engine = new Promise<void>((resolve) => {
    finish = resolve
  })
  const inEngine = withinLimits({ overheadMs: LONG, engineMs: LONG }, async () => {
    await engineTime(() => engine)
    return 'pruned'
  })
  expect(await withinLimits(limits, never)).toBeUndefined()
  finish()
  expect(await inEngine).toBe('pruned')
})

test('outside of a call the engine just works', async () => {
  expect(await engineTime(() => Promise.resolve(5))).toBe(5)
})
