// How much an answer is worth if the text does not contain what the question names.
import { expect, it } from 'vitest'
import { knownOf } from './known.case.js'
import { likelihood } from './names.js'

const text = Array.from({ length: 60 }, (_, i) => `part ${i} of the queue is drawn`).join('\n')
const likely = (goal: string) => {
  const { input, names } = knownOf({ text, goal, origin: 'explicit' })
  return likelihood(input, names.named)
}

it('a text that contains nothing of a statement is unlikely to be needed', () => {
  expect(likely('Raise spillLimit before flooding')).toBeLessThan(0.5)
  expect(likely('Raise spillLimit before drawing the queue')).toBe(1)
})
