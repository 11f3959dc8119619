// Questions about what the text does not contain, and sentences that ask for nothing.
import { describe, expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

test('a commit message is no question', () => {
  const text = filler(
    80,
    (i) => `export function step${i}(input) {\n  return input + ${i}\n}`,
  ).join('\n')
  const { lines } = answer({
    text,
    goal: 'refactor: use protected methods instead of exports',
    fileName: 'steps.js',
  })
  expect(lines.filter((line) => line.startsWith('  return')).length).toBeGreaterThan(0)
})

describe('what the text does not contain', () => {
  test.each([
    'Where is the zookeeper quorum configured?',
    'kubernetes migrations?',
    'does this mention video transcoding?',
    'print the zookeeper quorum code',
    'which lines mention OCaml bindings',
    'I need to know about Kerberos tickets',
    'anything on video transcoding',
  ])('shows little: %s', (goal) => {
    const rows = filler(600, (i) => `id=${i} state=${i % 9 === 0 ? 'error' : 'ok'} took=${i % 70}`)
    const { lines } = answer({ text: rows.join('\n'), goal, fileName: 'app.log' })
    expect(lines.length).toBeLessThan(12)
  })
})
