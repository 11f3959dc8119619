import { expect, test } from 'vitest'
import { countFeatures } from './features.js'

const counted = (text: string) =>
  Object.fromEntries(Object.entries(countFeatures(text)).filter(([, count]) => count > 0))

test('words, case changes, groups of digits, runs of marks and of blanks', () => {
  expect(counted('    const retryDelay = 12345  \t// later\n')).toEqual({
    words: 3,
    caseChanges: 1,
    digitGroups: 2,
    marks: 3,
    markRuns: 2,
    newlines: 1,
    blanks: 2,
  })
})

test('long words, capitals, and runs too long to be words', () => {
  expect(counted('deadbeefdeadbeefdeadbeefdeadbeefXY12 internationalisation HTTPServer\n')).toEqual(
    { words: 3, longLetters: 37, capitals: 4, newlines: 1, dense: 8 },
  )
})
