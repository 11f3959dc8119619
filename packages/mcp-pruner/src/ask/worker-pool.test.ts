import { afterEach, expect, test } from 'vitest'
import { type PoolOptions, WorkerPool } from './worker-pool.js'

type Job = Readonly<Record<string, unknown>> & { readonly action: string }

const worker = (name: string) => new URL(`../../test/http/workers/${name}.mjs`, import.meta.url)
const pools: WorkerPool<Job, unknown>[] = []
const lost: string[] = []

function open(options: Partial<PoolOptions> = {}): WorkerPool<Job, unknown> {
  const pool = new WorkerPool<Job, unknown>({
    workerUrl: worker('obedient'),
    size: 2,
    maxQueue: 4,
    overrunGraceMs: 20,
    onWorkerLost: (reason) => lost.push(reason),
    ...options,
  })
  pools.push(pool)
  return pool
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
  lost.length = 0
})

async function bothReady(pool: WorkerPool<Job, unknown>): Promise<void> {
  await expect.poll(() => pool.alive).toBe(2)
}

const SMALL = { timeoutMs: 20_000, large: false }
const LARGE = { timeoutMs: 20_000, large: true }
const sleep = (ms: number): Job => ({ action: 'sleep', ms })
/** A job that runs until it is told to stop. */
function held(pool: WorkerPool<Job, unknown>, options = SMALL) {
  const caller = new AbortController()
  const ended = pool
    .run({ action: 'untilStopped' }, { ...options, signal: caller.signal })
    .catch(() => undefined)
  return {
    release: () => {
      caller.abort()
      return ended
    },
  }
}
const echo = (value: unknown): Job => ({ action: 'echo', value })

test('answers each job with its own reply', async () => {
  const pool = open()
  const values = ['a', 'b', 'c', 'd']
  const replies = await Promise.all(values.map((value) => pool.run(echo(value), SMALL)))
  expect(replies).toEqual(values)
})

test('a job that throws fails alone, and its worker continues', async () => {
  const pool = open()
  await expect(pool.run({ action: 'throw' }, SMALL)).rejects.toMatchObject({
    code: 'job_failed',
    message: 'the job said so',
  })
  expect(await pool.run(echo(1), SMALL)).toBe(1)
  expect(lost).toEqual([])
})

test('a job over the queue is refused at once, and the others are not lost', async () => {
  const pool = open()
  await bothReady(pool)
  const accepted = Array.from({ length: 6 }, () => pool.run(sleep(100), SMALL))
  await expect(pool.run(echo(1), SMALL)).rejects.toMatchObject({ code: 'overloaded' })
  expect(await Promise.all(accepted)).toHaveLength(6)
})

// 400 at once with 2 s each: the first burst filled the queue, and most answers came too late.
test('of a first burst only as many are accepted as can finish in time', async () => {
  const pool = open({ maxQueue: 256 })
  await bothReady(pool)
  const jobs = Array.from({ length: 200 }, () =>
    pool.run(sleep(1), { timeoutMs: 1000, large: false }).catch(() => undefined),
  )
  // Two run; the others would wait 10 ms each.
  expect(pool.queued).toBe(76)
  await Promise.all(jobs)
})

test('large jobs leave a worker for small ones', async () => {
  const pool = open({ overrunGraceMs: 60_000 })
  await bothReady(pool)
  const large = Array.from({ length: 3 }, () => held(pool, LARGE))
  expect(await pool.run(echo('small'), SMALL)).toBe('small')
  expect(pool.busy).toBe(1)
  await Promise.all(large.map(({ release }) => release()))
})

test('small jobs do not starve a large one that came first', async () => {
  const pool = open({ maxQueue: 100, overrunGraceMs: 60_000 })
  await bothReady(pool)
  const order: string[] = []
  const note = (name: string) => () => order.push(name)
  const [one, other] = [held(pool), held(pool)]
  const large = pool.run(echo(1), LARGE).then(note('large'))
  const small = Array.from({ length: 5 }, () => pool.run(echo(2), SMALL).then(note('small')))
  // One worker alone does them all, so that their order is the order in which they were begun.
  await one.release()
  await Promise.all([large, ...small])
  expect(order).toEqual(['large', 'small', 'small', 'small', 'small', 'small'])
  await other.release()
})

test('the time limit includes the wait in the queue, and expired jobs leave the queue', async () => {
  const pool = open({ overrunGraceMs: 60_000 })
  await bothReady(pool)
  const busy = [held(pool), held(pool)]
  const late = pool.run(echo(1), { timeoutMs: 30, large: false })
  await expect(late).rejects.toMatchObject({ code: 'timeout' })
  expect(pool.queued).toBe(0)
  const waited = pool.run({ action: 'time' }, { timeoutMs: 10_000, large: false })
  await new Promise((resolve) => setTimeout(resolve, 150))
  await Promise.all(busy.map(({ release }) => release()))
  expect(await waited).toBeLessThan(9_900)
  expect(lost).toEqual([])
})

test('a worker that overruns and does not stop is replaced', async () => {
  const pool = open()
  await bothReady(pool)
  const stuck = pool.run({ action: 'hang' }, { timeoutMs: 50, large: false })
  await expect(stuck).rejects.toMatchObject({ code: 'timeout' })
  await expect.poll(() => lost).toEqual(['it exceeded its time limit and did not stop'])
  await expect.poll(() => pool.alive).toBe(2)
  const replies = [1, 2, 3].map((value) => pool.run(echo(value), SMALL))
  expect(await Promise.all(replies)).toEqual([1, 2, 3])
})

test('a dying worker fails only its own job, and is replaced', async () => {
  const pool = open()
  await bothReady(pool)
  const dying = pool.run({ action: 'exit' }, SMALL)
  const other = pool.run(echo('safe'), SMALL)
  await expect(dying).rejects.toMatchObject({ code: 'worker_died' })
  expect(await other).toBe('safe')
  await expect.poll(() => pool.alive).toBe(2)
})

test('jobs survive the death of every worker', async () => {
  const pool = open({ maxQueue: 100 })
  await bothReady(pool)
  const dying = Array.from({ length: 4 }, () => pool.run({ action: 'exit' }, SMALL).catch(() => 0))
  const waiting = Array.from({ length: 10 }, (_, i) => pool.run(echo(i), SMALL))
  await Promise.all(dying)
  expect(await Promise.all(waiting)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a job whose caller disconnected is not run', async () => {
  const pool = open()
  await bothReady(pool)
  const busy = [pool.run(sleep(100), SMALL), pool.run(sleep(100), SMALL)]
  const caller = new AbortController()
  const job = pool.run({ action: 'exit' }, { ...SMALL, signal: caller.signal })
  caller.abort()
  await expect(job).rejects.toMatchObject({ code: 'aborted' })
  await Promise.all(busy)
  expect(await pool.run(echo(1), SMALL)).toBe(1)
  expect(lost).toEqual([])
})

test('a worker that cannot start is reported, and waiting jobs fail', async () => {
  const pool = open({ workerUrl: worker('broken') })
  await expect(pool.ready).rejects.toThrow('this worker cannot start')
  const waiting = pool.run(echo(1), SMALL)
  await expect(waiting).rejects.toMatchObject({ code: 'worker_died' })
  expect(lost.length).toBeLessThan(10)
})

test('a running job is told to stop when its caller disconnects, and its worker continues', async () => {
  const pool = open({ overrunGraceMs: 60_000 })
  await bothReady(pool)
  const caller = new AbortController()
  const job = pool.run({ action: 'untilStopped' }, { ...SMALL, signal: caller.signal })
  await expect.poll(() => pool.busy).toBe(1)
  caller.abort()
  await expect(job).rejects.toMatchObject({ code: 'aborted' })
  await expect.poll(() => pool.busy).toBe(0)
  expect(lost).toEqual([])
})

test('a lazy worker starts with the first job, and again after it died', async () => {
  const pool = open({ size: 1, lazy: true })
  expect(pool.alive).toBe(0)
  expect(await pool.run(echo(1), LARGE)).toBe(1)
  await expect(pool.run({ action: 'exit' }, SMALL)).rejects.toMatchObject({ code: 'worker_died' })
  expect(await pool.run(echo(2), SMALL)).toBe(2)
})

test('closing fails waiting jobs', async () => {
  const pool = open()
  await bothReady(pool)
  const jobs = Array.from({ length: 4 }, () => pool.run(sleep(10_000), SMALL))
  const outcomes = Promise.allSettled(jobs)
  await pool.close()
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'aborted' } })
  }
})
