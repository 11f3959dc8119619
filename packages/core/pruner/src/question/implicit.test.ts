// What an agent says before a call counts less than an explicit question: locations, names and rare words.
import { expect, it } from 'vitest'
import { Deadline } from '../deadline.js'
import { lexicalScorer, type PruneRequest } from '../index.js'
import { score } from '../prune.js'
import { splitText } from '../text/lines.js'

const log = Array.from({ length: 400 }, (_, i) => `  worker ${i % 7} took part ${i} of the queue`)
log[50] = '  worker 3 drained the spillway'

const text = log.join('\n')
const noDeadline = new Deadline(undefined, undefined)

const chancesOf = (asked: Pick<PruneRequest, 'goal' | 'origin' | 'context'>) => {
  const request = { text, sourceType: 'logs', ...asked } as const
  return score(request, splitText(text), lexicalScorer, noDeadline).lines.chances
}

it.each([['a rare word', 'Now look at how a spillway is drained', 'cat queue.txt', 300, 2.857]])(
  'leaves more to other lines than %s that was asked for',
  (_, goal, context, line, times) => {
    const asked = chancesOf({ origin: 'explicit', goal })[line]!
    const passing = chancesOf({ origin: 'implicit', goal, context })[line]!
    expect(passing / asked).toBeCloseTo(times, 3)
  },
)

it('still boosts the line with what was named', () => {
  const goal = 'Now look at `the spillway` again'
  const named = chancesOf({ origin: 'implicit', goal, context: 'cat queue.txt' })
  expect(named[50]! / named[300]!).toBeGreaterThan(5)
})

it('treats the lines that a command printed as the whole text, not as a part of it', () => {
  const goal = 'Now I will look at what the workers do with the queue'
  const printed = chancesOf({ origin: 'implicit', goal, context: "sed -n '200,360p' queue.txt" })
  const shown = chancesOf({ origin: 'implicit', goal, context: 'cat queue.txt' })
  expect(printed[220]! / shown[220]!).toBeCloseTo(1, 3)
})
