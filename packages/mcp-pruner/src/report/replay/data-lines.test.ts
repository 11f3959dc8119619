import { expect, test } from 'vitest'
import { dataLines } from './data-lines.js'

test('lines of JSON that stand in what is left of it were shown', () => {
  const whole = JSON.stringify({ n: 1, rows: [{ id: 'a' }, { id: 'b', text: 'one\ntwo\nthree' }] })
  const left = JSON.stringify({ n: 1, rows: [{ id: 'b', text: 'one\n⟦2⟧\nthree' }] })
  const found = dataLines(whole, `${left}\n[only 1 of 2 items of /rows shown; all: recover_text]\n`)
  const lines = found?.text.split('\n') ?? []
  expect(lines.filter((_, index) => !found?.kept.includes(index + 1))).toEqual([
    '   "id": "a"',
    'two',
  ])
})

test('a text that is no data has none', () => {
  expect(dataLines('no data', 'x\n[only 1 of 2 lines shown]\n')).toBeUndefined()
})
