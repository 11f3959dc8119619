import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilBack } from './backoff.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<never>(() => {})

test('a server that comes back is waited for, and nothing is left waiting', async () => {
  const { signal } = new AbortController()
  const removed = vi.spyOn(signal, 'removeEventListener')
  expect(await untilBack(Promise.resolve('peer'), signal)).toBe('peer')
  expect(removed).toHaveBeenCalledOnce()
})

test('one that fails to start says why', async () => {
  await expect(untilBack(Promise.reject(new Error('no such program')))).rejects.toThrow(
    'no such program',
  )
})

test('a caller that gives up is not held, and told the reason', async () => {
  const caller = new AbortController()
  const waiting = untilBack(never, caller.signal)
  caller.abort('the user pressed escape')
  await expect(waiting).rejects.toThrow('the user pressed escape')
})
