import { expect, test } from 'vitest'
import { isBeforeEdit, paysForMisses } from './read-policy.js'

const READ = { kind: 'read', isFromAgent: true } as const

test('a read is cut where the saving is larger than the turns that missing lines cost', () => {
  // Half a line is expected to be missing: half a turn, some 500 tokens.
  expect(paysForMisses(1999, 0.5, READ)).toBe(false)
  expect(paysForMisses(2000, 0.5, READ)).toBe(true)
  expect(paysForMisses(40_000, 2.3, READ)).toBe(true)
  expect(paysForMisses(1, 0, READ)).toBe(true)
})

test('a read of which only the user said something must save twice as much', () => {
  expect(paysForMisses(3999, 0.5, { kind: 'read', isFromAgent: false })).toBe(false)
  expect(paysForMisses(4000, 0.5, { kind: 'read', isFromAgent: false })).toBe(true)
})

// A printed file of 1,544 tokens was cut to 654, lacked a line, and cost a turn more than raw.
test.each(['shell', 'search', 'other'] as const)('an output of kind %s must pay too', (kind) => {
  expect(paysForMisses(1499, 0.5, { kind, isFromAgent: true })).toBe(false)
  expect(paysForMisses(1500, 0.5, { kind, isFromAgent: true })).toBe(true)
  expect(paysForMisses(1500, 0.5, { kind, isFromAgent: false })).toBe(true)
})

// Of nine cut prints of two files in one session six lacked a line: the session cost 6 % more than raw.
test.each([
  ["sed -n '1,260p' src/panel.ts", false],
  ["nl -ba src/panel.ts | sed -n '200,520p'", false],
  ['cat src/panel.ts', false],
  ["rg -n 'tool|time' src | sed -n '1,240p'", true],
  ['cat src/*.ts | grep panel', true],
  ['npm test', true],
])('what a command prints of a file must save half as much again: %s', (command, isCut) => {
  expect(paysForMisses(2249, 0.5, { kind: 'shell', isFromAgent: true, command })).toBe(isCut)
  expect(paysForMisses(2250, 0.5, { kind: 'shell', isFromAgent: true, command })).toBe(true)
})

test('a read is before an edit if the agent says so, or else if the user wants this file changed', () => {
  const path = '/p/src/price.ts'
  const before = (message: string, prompt: string) => isBeforeEdit({ message, prompt }, path)
  expect(before('I will rename it.', 'Where is it?')).toBe(true)
  expect(before('Let me look at price.ts.', 'Fix price.ts.')).toBe(false)
  expect(before('', 'Fix the rounding in src/price.ts.')).toBe(true)
  expect(before('\n', 'Where does price.ts round?')).toBe(false)
  expect(before('', 'Fix the rounding.')).toBe(false)
})
