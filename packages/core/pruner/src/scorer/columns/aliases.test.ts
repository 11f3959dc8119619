// Asked what happens on Ctrl-C, the engine showed everything but `KeyboardInterrupt`.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSections, readVectors } from '../network/format.js'
import { scoringInput } from '../scoring-input.js'
import { extractFeatures } from './features.js'

const weights = readFileSync(new URL('../../../weights/line-scorer.bin', import.meta.url))
const vectors = readVectors(readSections(weights))
const softOf = (goal: string, lines: readonly string[]) =>
  Array.from(
    extractFeatures(
      scoringInput({ origin: 'explicit', goal, fileName: 'a.py', text: lines.join('\n') }),
      vectors,
    ).column('soft'),
    (value) => value > 0.2,
  )

test.each([
  ['What happens on Ctrl-C?', 'except KeyboardInterrupt:'],
  ['What happens on Ctrl-C?', 'signal(SIGINT, stop)'],
  ['Which folder is used?', 'os.mkdir(target)'],
  ['What is the timeout?', 'until = deadline()'],
  ['What if the file does not exist?', 'except NotFound:'],
])('%s is about %s', (goal, line) => {
  expect(softOf(goal, ['begin = 1', line, 'total = 2'])).toEqual([false, true, false])
})

test('another name counts only where the word itself is not there', () => {
  expect(softOf('What happens on Ctrl-C?', ['ctrl = 3', 'sigint = 4'])).toEqual([true, false])
})
