import { expect, test } from 'vitest'
import { Deadline } from '../../deadline.js'
import { splitText } from '../../text/lines.js'
import { indexWords } from '../../text/words.js'
import { StretchWords } from './stretch-words.js'

const text = 'alpha beta\ngamma alpha\nbeta delta\ndelta gamma delta'
const words = () => indexWords(splitText(text), new Deadline(undefined, undefined))
const spelled = ({ ids, starts, vocabulary }: ReturnType<StretchWords['of']>) =>
  Array.from({ length: starts.length - 1 }, (_, i) =>
    [...ids.subarray(starts[i], starts[i + 1])].map((id) => vocabulary.stemOf(id)),
  )

const stemsOf = ({ vocabulary }: ReturnType<StretchWords['of']>) =>
  Array.from({ length: vocabulary.size }, (_, number) => vocabulary.stemOf(number))

test('a stretch has the words of its own lines, in the order of the text', () => {
  const stretches = new StretchWords(words())
  const first = stretches.of(0, 2)
  expect(stemsOf(first)).toEqual(['alpha', 'beta', 'gamma', ''])
  expect(spelled(first)).toEqual([
    ['alpha', 'beta'],
    ['gamma', 'alpha'],
  ])
  const last = stretches.of(2, 4)
  expect(stemsOf(last)).toEqual(['beta', 'gamma', 'delta', ''])
  expect(spelled(last)).toEqual([
    ['beta', 'delta'],
    ['delta', 'gamma', 'delta'],
  ])
})

test('a word of the rest of the text is known, but occurs on no line', () => {
  const { vocabulary, ids, starts } = new StretchWords(words()).of(0, 2)
  expect(vocabulary.find('gamma')).toBe(2)
  expect(vocabulary.find('delta')).toBe(3)
  expect([...ids.subarray(starts[0], starts[2])]).not.toContain(3)
  expect(vocabulary.find('omega')).toBeUndefined()
})
