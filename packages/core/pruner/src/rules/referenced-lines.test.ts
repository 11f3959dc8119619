import { expect, it } from 'vitest'
import { knownOf } from './known.case.js'
import { referencedLines } from './referenced-lines.js'

const text = Array.from({ length: 200 }, (_, i) => `part ${i} of the queue is drawn`).join('\n')
/** It does not look at them. */
const NO_WEIGHTS = {
  chances: new Float32Array(),
  certain: new Uint8Array(),
  decidedBy: new Uint8Array(),
}
const factorOf = (goal: string) =>
  referencedLines.effect(knownOf({ text, goal, origin: 'explicit' }), NO_WEIGHTS)?.factors

it('a question that gives only a line number is about that line alone', () => {
  expect(factorOf('line 120')).toBeLessThan(0.01)
  expect(factorOf('spillway at line 120')).toBeGreaterThan(0.1)
})
