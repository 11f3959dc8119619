import { expect, test } from 'vitest'
import { parseQuestion } from '../question/question.js'
import { priceOfMiss, QUESTION_MISS_COST } from './price.js'

const price = (goal: string, origin: 'explicit' | 'implicit' = 'explicit') =>
  Math.round(priceOfMiss(5000, parseQuestion({ goal, origin }), QUESTION_MISS_COST))

// Short questions were answered with four times the lines that they need.
test('the fewer words a question has, the less a miss costs', () => {
  expect(price('Which port is used?')).toBe(1820)
  expect(price('Which port does the metrics listener use behind the first proxy?')).toBe(2681)
  const long =
    'Which port is used by the metrics listener behind the proxy when TLS is terminated at the balancer, and what chooses its address family?'
  expect(price(long)).toBe(4259)
})

test('a statement has its full price, and so has an implicit question', () => {
  expect(price('Fix the port')).toBe(6066)
  expect(price('Which port is used?', 'implicit')).toBe(6066)
})
