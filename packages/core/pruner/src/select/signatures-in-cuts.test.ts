// A miss in a long cut cost the reader all of it: plain outlines, which leave signatures, were cheaper on code.
import { expect, test } from 'vitest'
import { Deadline } from '../deadline.js'
import { splitText } from '../text/lines.js'
import { analyseStructure } from '../text/structure.js'
import { keepSignatures } from './signatures-in-cuts.js'

const deadline = new Deadline(undefined, undefined)
const BODY = 20
/** Functions of 22 lines: a head, a body and a bracket. */
const functions = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    [`function f${i}() {`, ...Array.from({ length: BODY }, () => '  step()'), '}'].join('\n'),
  ).join('\n')

function heads(count: number, missChance: number, room = 1000): number[] {
  const split = splitText(functions(count), deadline)
  const kept = new Uint8Array(split.count)
  const divided = keepSignatures(kept, {
    structure: analyseStructure(split, 'code', deadline),
    tokens: new Float32Array(split.count).fill(10),
    chances: new Float32Array(split.count).fill(0.01),
    missChance,
    room,
    deadline,
  })
  return Array.from(divided.keys()).filter((line) => divided[line] === 1)
}

test('if something may well be missing, heads of functions divide a long cut', () => {
  expect(heads(8, 0.5)).toEqual([44, 88, 132])
})
test('the likelier a miss, the more of them', () => {
  expect(heads(8, 0.95)).toEqual([22, 44, 88, 132])
  expect(heads(8, 0.05)).toEqual([])
})
test('a short cut stays whole', () => {
  expect(heads(1, 0.95)).toEqual([])
})
test('no more is shown than the bound has room for', () => {
  expect(heads(8, 0.5, 14)).toEqual([88])
  expect(heads(8, 0.5, 13)).toEqual([])
})
test('kept lines stay kept', () => {
  const split = splitText(functions(2), deadline)
  const kept = new Uint8Array(split.count).fill(1)
  const structure = analyseStructure(split, 'code', deadline)
  const tokens = new Float32Array(split.count).fill(10)
  const input = { structure, tokens, chances: tokens, missChance: 0.9, room: 1000, deadline }
  expect(keepSignatures(kept, input)).toEqual(kept)
})
