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

// Errors that were shown beside it counted as an answer, so that nothing said what the log lacks.
test('a log with errors says which words it lacks', () => {
  const text = filler(600, (i) => {
    const time = `2026-05-01 10:${String(Math.floor(i / 60)).padStart(2, '0')}:07`
    return i % 4 === 1 ? `${time} ERROR valve ${i} jammed` : `${time} INFO pump ${i} ran`
  }).join('\n')
  const { lines, closing } = answer({ text, goal: 'kubernetes migrations with zookeeper' })
  expect(lines.length).toBeLessThan(10)
  expect(closing).toContain('not in this text: kubernetes, migrations, zookeeper')
})

// Lines with another form of a word were counted as lines with the word.
test('a word is counted only where it is written', () => {
  const text = filler(600, (i) =>
    i % 50 === 0 ? `Part ${i} drained its basin at night.` : `Part ${i} turned gear ${i % 9}.`,
  ).join('\n\n')
  const { closing } = answer({
    text,
    goal: 'How can drains be built?',
    fileName: 'a.md',
    maxTokens: 60,
  })
  expect(closing).not.toContain('drains appears')
})

test('a word is counted in one way: whole and as written, like `grep -cw`', () => {
  const text = filler(600, (i) =>
    i % 50 === 0 ? `Part ${i} has one drain.` : `Part ${i} has ${i % 25 ? 'gears' : 'drains'}.`,
  ).join('\n\n')
  const { closing } = answer({
    text,
    goal: 'How can a drain be built?',
    fileName: 'a.md',
    maxTokens: 60,
  })
  expect(closing).toContain('drain appears on 12 lines')
})

test('a plural is not missing where its singular is there', () => {
  const text = filler(80, (i) => `  /v1/part${i}:\n    get:\n      operationId: op${i}`).join('\n')
  const goal = 'list all operationIds'
  const { closing } = answer({ text: `paths:\n${text}`, goal, fileName: 'a.yml' })
  expect(closing).not.toContain('not in this text')
})
