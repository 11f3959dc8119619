import { expect, test } from 'vitest'
import { Canceller, signalOf } from '../index.js'

test('tells its listeners once, with the first reason', () => {
  const canceller = new Canceller()
  const told: unknown[] = []
  const removed = () => told.push('removed')
  canceller.addEventListener('abort', () => told.push(canceller.reason))
  canceller.addEventListener('abort', removed)
  canceller.removeEventListener('abort', removed)
  canceller.abort('first')
  canceller.abort('second')
  expect([canceller.aborted, told]).toEqual([true, ['first']])
})

test('a signal made of it aborts with it, and has aborted if it had', () => {
  const before = new Canceller()
  const signal = signalOf(before)
  expect(signal).toBeInstanceOf(AbortSignal)
  expect(signal.aborted).toBe(false)
  before.abort('gone')
  expect([signal.aborted, signal.reason]).toEqual([true, 'gone'])
  expect(signalOf(before)).toBe(signal)

  const after = new Canceller()
  after.abort('late')
  expect([signalOf(after).aborted, signalOf(after).reason]).toEqual([true, 'late'])
})

test('a real signal is used as it is', () => {
  const { signal } = new AbortController()
  expect(signalOf(signal)).toBe(signal)
})
