// Texts on their way to the queue did not count, so that of a burst all were hashed and stored before most of them
// were refused.
import { expect, test } from 'vitest'
import { createAdmission } from './admission.js'

/** Two workers, an empty queue, and jobs of 10 ms. */
const load = {
  queued: 0,
  busy: 0,
  alive: 2,
  full: false,
  warning: undefined,
  wouldBeLate: (timeoutMs: number, ahead = 0) => ahead * 5 > timeoutMs,
}

function requests(maxQueue: number) {
  const admission = createAdmission(load, maxQueue)
  return (timeoutMs: number) => {
    const ended = new AbortController()
    const end = () => ended.abort()
    try {
      admission.admit(timeoutMs, ended.signal)
      return { outcome: 'taken in', end }
    } catch (error) {
      return { outcome: (error as { data?: unknown }).data, end }
    }
  }
}

test('a text is refused when those before it leave it too little time, and not after one of them is answered', () => {
  const request = requests(100)
  const taken = [1, 2, 3, 4, 5].map(() => request(10))
  expect(taken.map(({ outcome }) => outcome)).toEqual(Array(5).fill('taken in'))
  expect(request(10).outcome).toEqual({
    code: 'overloaded',
    reason: 'it could not be pruned within 10 ms',
    retry_after_ms: 1000,
  })
  expect(request(100).outcome).toBe('taken in')
  taken.slice(0, 2).forEach(({ end }) => end())
  expect(request(10).outcome).toBe('taken in')
})

test('no more wait than the queue holds', () => {
  const request = requests(1)
  const outcomes = [1, 2, 3, 4].map(() => request(10_000).outcome)
  expect(outcomes).toEqual([
    'taken in',
    'taken in',
    'taken in',
    { code: 'overloaded', reason: '1 texts are waiting already', retry_after_ms: 1000 },
  ])
})
