import { setTimeout as sleep } from 'node:timers/promises'
import { TimeoutResultSchema } from '@jeeves/contracts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTimeLimiter, runWithTimeout, type ToolTimeoutError } from '../index.js'

const never = () => new Promise<never>(() => {})

afterEach(() => {
  vi.useRealTimers()
})

describe('a call that ends by itself', () => {
  test('INV-MCP-TIMEOUT-005: its result carries how long it took', async () => {
    vi.useFakeTimers()
    const pending = runWithTimeout(
      () => new Promise((resolve) => setTimeout(() => resolve('done'), 250)),
      { timeoutMs: 1000 },
    )
    await vi.advanceTimersByTimeAsync(250)
    expect(await pending).toEqual({ status: 'completed', result: 'done', durationMs: 250 })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a handler may answer without a promise', async () => {
    expect(await runWithTimeout(() => 7, { timeoutMs: 1000 })).toMatchObject({ result: 7 })
  })

  test.each([
    ['rejects', () => Promise.reject(new Error('no such table'))],
    [
      'throws',
      () => {
        throw new Error('no such table')
      },
    ],
  ])(
    'INV-MCP-TIMEOUT-005: a handler that %s gives an error, not an exception',
    async (_, handler) => {
      const result = await runWithTimeout(handler, { timeoutMs: 1000 })
      expect(result).toMatchObject({
        status: 'error',
        error: { code: 'OPERATION_FAILED', message: 'no such table' },
      })
      expect(TimeoutResultSchema.parse(result).status).toBe('error')
    },
  )

  test.each([
    [Object.assign(new Error('gone'), { code: 'ENOENT' }), 'ENOENT', 'gone'],
    [Object.assign(new Error('odd'), { code: 5 }), 'OPERATION_FAILED', 'odd'],
    ['text', 'OPERATION_FAILED', 'text'],
    [undefined, 'OPERATION_FAILED', 'The tool failed without a reason'],
  ])('keeps the code and message of what was thrown: %s', async (thrown, code, message) => {
    const result = await runWithTimeout(() => Promise.reject(thrown as Error), { timeoutMs: 1000 })
    expect(result).toMatchObject({ error: { code, message, cause: thrown } })
  })
})

describe('a grace after the limit', () => {
  test('lets a stopped handler hand over what it has, as the partial result of a timeout', async () => {
    vi.useFakeTimers()
    const pending = runWithTimeout(
      ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => setTimeout(() => resolve('half'), 20))
        }),
      { timeoutMs: 100, graceMs: 50 },
    )
    await vi.advanceTimersByTimeAsync(120)
    expect(await pending).toMatchObject({
      status: 'timeout',
      partialResult: 'half',
      error: { code: 'TOOL_TIMEOUT' },
      durationMs: 120,
    })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ends when the handler fails, and at its own end when the handler ignores the signal', async () => {
    vi.useFakeTimers()
    const failing = runWithTimeout(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')))
        }),
      { timeoutMs: 100, graceMs: 50 },
    )
    const deaf = runWithTimeout(never, { timeoutMs: 100, graceMs: 50 })
    await vi.advanceTimersByTimeAsync(150)
    expect(await failing).toMatchObject({ status: 'timeout', durationMs: 100 })
    expect(await failing).not.toHaveProperty('partialResult')
    expect(await deaf).toMatchObject({ status: 'timeout', durationMs: 150 })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a call that takes too long', () => {
  test('INV-MCP-TIMEOUT-001 INV-MCP-TIMEOUT-004: a handler that ignores its signal is abandoned', async () => {
    vi.useFakeTimers()
    const pending = runWithTimeout(never, { timeoutMs: 500 })
    await vi.advanceTimersByTimeAsync(500)
    const result = await pending
    expect(result).toEqual({
      status: 'timeout',
      timeoutMs: 500,
      error: { code: 'TOOL_TIMEOUT', message: 'The tool did not finish within 500 ms' },
      durationMs: 500,
    })
    expect(TimeoutResultSchema.parse(result)).toEqual(result)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('the handler is told to stop, with the reason', async () => {
    const reason = await new Promise<unknown>((told) => {
      void runWithTimeout(
        ({ signal }) =>
          sleep(10_000, undefined, { signal }).catch((error: Error) => told(error.cause)),
        { timeoutMs: 20 },
      )
    })
    expect((reason as ToolTimeoutError).code).toBe('TOOL_TIMEOUT')
  })

  test('partial results are kept', async () => {
    const result = await runWithTimeout(
      ({ reportPartial }) => {
        reportPartial(['a'])
        reportPartial(['a', 'b'])
        return never()
      },
      { timeoutMs: 20 },
    )
    expect(result).toMatchObject({ status: 'timeout', partialResult: ['a', 'b'] })
  })

  test('INV-MCP-TIMEOUT-001: a handler that blocked the event loop past its limit is late', async () => {
    let returned = false
    const result = await runWithTimeout(
      () => {
        for (const end = performance.now() + 40; performance.now() < end; );
        returned = true
        return 'late'
      },
      { timeoutMs: 20 },
    )
    expect([returned, result.status]).toEqual([true, 'timeout'])
  })

  test('a rejection after the limit is nobody’s unhandled rejection', async () => {
    const unhandled = vi.fn<() => void>()
    process.on('unhandledRejection', unhandled)
    try {
      const result = await runWithTimeout(
        ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => setTimeout(() => reject(new Error('late')), 5))
          }),
        { timeoutMs: 10 },
      )
      await sleep(40)
      expect([result.status, unhandled.mock.calls]).toEqual(['timeout', []])
    } finally {
      process.off('unhandledRejection', unhandled)
    }
  })

  test('a limit of more than 24.8 days is not a limit of 1 ms', async () => {
    vi.useFakeTimers()
    const month = 31 * 24 * 3_600_000
    let done = false
    const pending = runWithTimeout(never, { timeoutMs: month }).then((result) => {
      done = true
      return result
    })
    await vi.advanceTimersByTimeAsync(month - 1)
    expect(done).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await pending).toMatchObject({ status: 'timeout', durationMs: month })
  })
})

test('a call that extends its limit may take longer, up to a limit in all', async () => {
  vi.useFakeTimers()
  const pending = runWithTimeout(
    ({ extend }) => {
      setInterval(extend, 60).unref()
      return never()
    },
    { timeoutMs: 100, maxMs: 250 },
  )
  await vi.advanceTimersByTimeAsync(249)
  expect(await Promise.race([pending, Promise.resolve('goes on')])).toBe('goes on')
  await vi.advanceTimersByTimeAsync(1)
  expect(await pending).toMatchObject({ status: 'timeout', timeoutMs: 250, durationMs: 250 })
})

test('a limit that cannot be extended ends the call all the same', async () => {
  vi.useFakeTimers()
  const pending = runWithTimeout(
    ({ extend }) => {
      setTimeout(extend, 60)
      return never()
    },
    { timeoutMs: 100 },
  )
  await vi.advanceTimersByTimeAsync(100)
  expect(await pending).toMatchObject({ status: 'timeout', timeoutMs: 100, durationMs: 100 })
})

describe('a call that its caller cancels', () => {
  test('answers at once and stops the handler', async () => {
    const caller = new AbortController()
    let stopped = false
    const pending = runWithTimeout(
      ({ signal }) => {
        signal.addEventListener('abort', () => {
          stopped = signal.reason === 'changed my mind'
        })
        return never()
      },
      { timeoutMs: 60_000, signal: caller.signal },
    )
    caller.abort('changed my mind')
    const result = await pending
    expect(result).toMatchObject({
      status: 'error',
      error: { code: 'CANCELLED', message: 'changed my mind' },
    })
    expect(stopped).toBe(true)
  })

  test('does not start when it was cancelled before', async () => {
    const handler = vi.fn<() => void>()
    const result = await runWithTimeout(handler, { timeoutMs: 50, signal: AbortSignal.abort() })
    expect(result).toMatchObject({ error: { code: 'CANCELLED' } })
    expect(handler).not.toHaveBeenCalled()
  })

  test('a call that ended leaves no listener on the caller’s signal', async () => {
    const { signal } = new AbortController()
    const removed = vi.spyOn(signal, 'removeEventListener')
    await runWithTimeout(() => 1, { timeoutMs: 1000, signal })
    expect(removed).toHaveBeenCalledTimes(1)
  })
})

test('a limiter runs each tool under its own limit', async () => {
  const limiter = createTimeLimiter({ defaultTimeoutMs: 60_000, toolOverrides: { slow: 10 } })
  expect(await limiter.run('slow', never)).toMatchObject({ status: 'timeout', timeoutMs: 10 })
  expect(await limiter.run('other', () => 1)).toMatchObject({ status: 'completed' })
})

test('a limiter refuses limits that are none', () => {
  expect(() => createTimeLimiter({ defaultTimeoutMs: 0 })).toThrow(
    /Invalid timeout options[^]*defaultTimeoutMs/,
  )
})
