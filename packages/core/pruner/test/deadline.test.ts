// A deadline stops the work: the text is returned, soon.
import { describe, expect, it } from 'vitest'
import { joinLines, prune, type Scorer } from '../src/index.js'

const text = Array.from(
  { length: 8000 },
  (_, i) => `const value${i} = compute(${i}) // part ${i}`,
).join('\n')

describe('the deadline', () => {
  it.each(['code', 'logs', 'docs'] as const)(
    'is looked at throughout the work on %s',
    (sourceType) => {
      const looks: number[] = []
      const now = () => looks.push(0)
      prune(
        { text, origin: 'explicit', goal: 'which part is computed', sourceType },
        { now, deadline: Number.MAX_VALUE },
      )
      // Whichever check finds the deadline passed, the answer is the text and the warning.
      for (const share of [0.01, 0.3, 0.6, 0.99]) {
        let time = 0
        const deadline = Math.ceil(looks.length * share)
        const result = prune(
          { text, origin: 'explicit', goal: 'which part is computed', sourceType },
          { now: () => ++time, deadline },
        )
        expect(result).toMatchObject({ status: 'fallback', blocks: [], warnings: ['timeout'] })
        expect(time).toBe(deadline)
        expect(joinLines(result.lines)).toBe(text)
      }
      expect(looks.length).toBeGreaterThan(20)
    },
  )

  it('that has passed already costs no work', () => {
    const fail = () => {
      throw new Error('was asked')
    }
    const scorer: Scorer = { name: 'never', relevance: fail, score: fail }
    const result = prune(
      { text, origin: 'explicit', goal: 'part' },
      { now: () => 5, deadline: 5, scorer },
    )
    expect(result.warnings).toEqual(['timeout'])
  })

  it('a failing scorer is replaced by the hand-written one, with a warning', () => {
    const fail = () => {
      throw new Error('weights are damaged')
    }
    const scorer: Scorer = { name: 'broken', relevance: fail, score: fail }
    const result = prune(
      { text, origin: 'explicit', goal: 'value 4711', sourceType: 'code' },
      { scorer },
    )
    expect(result).toMatchObject({ scorer: 'lexical', warnings: ['scorer_unavailable'] })
  })
})
