import { expect, test } from 'vitest'
import type { HookInput } from './hook-input.js'
import { PendingCalls } from './pending-calls.js'

const call = (callId: string) => ({ callId }) as HookInput

test('a call is taken by its token once, and stays known as wrapped', () => {
  const pending = new PendingCalls()
  const token = pending.add(call('a'))
  expect(token).toMatch(new RegExp(`^${process.pid}t[0-9a-z]{12}$`))
  expect(pending.claim('1tabc')).toBeUndefined()
  expect(pending.claim(token)).toEqual({ callId: 'a' })
  expect(pending.claim(token)).toBeUndefined()
  expect([pending.isWrapped('a'), pending.isWrapped('b')]).toEqual([true, false])
})

test('of calls that never end only the last 500 are kept', () => {
  const pending = new PendingCalls()
  const tokens = Array.from({ length: 501 }, (_, index) => pending.add(call(`c${index}`)))
  expect(new Set(tokens).size).toBe(501)
  expect(pending.claim(tokens[0] ?? '')).toBeUndefined()
  expect(pending.claim(tokens[1] ?? '')).toEqual({ callId: 'c1' })
  expect([pending.isWrapped('c0'), pending.isWrapped('c1')]).toEqual([false, true])
})
