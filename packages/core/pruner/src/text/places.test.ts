import { expect, test } from 'vitest'
import {
  matchPlace,
  namedLineNumbers,
  namedPlaces,
  placedWarning,
  quotedNumber,
  quotedPlace,
} from './places.js'

test.each([
  ['src/app.ts:12:  return', true],
  ['C:\\src\\app.ts:12:5: x', true],
  ['src/app.ts-12-  return', true],
  ['  Line 12: return', true],
  ['src/app.ts', false],
  ['took 12 ms', false],
])('a match stands behind its place: %s', (line, isMatch) =>
  expect(matchPlace.test(line)).toBe(isMatch),
)

test('the file of a match, also with a space in its name', () => {
  expect(quotedPlace.exec('my notes/app.ts:12:  throw new Error()')?.[1]).toBe('my notes/app.ts')
  expect(quotedPlace.exec('app.c:12:5: error: no semicolon')?.[0]).toBe('app.c:12:5: e')
  expect(quotedNumber.test('12:throw new Error()')).toBe(true)
  expect(quotedNumber.test('12 errors')).toBe(false)
})

test.each([
  ['app.c:12:5: warning: unused', true],
  ['app.cs(12,5): warning CS0168: unused', true],
  ['  12:5  warning  no-unused-vars', true],
  ['pkg/mod.py:3:0: W0611: unused import', true],
  ['a warning in passing', false],
])('a warning behind its place: %s', (line, isWarning) =>
  expect(placedWarning.test(line)).toBe(isWarning),
)

test.each([
  ['see server.ts:120', ['server.ts', '120', undefined]],
  ['File "app.py", line 7, in main', ['app.py', '7', undefined]],
  ['app.ts#L3-L9', ['app.ts', '3', '9']],
])('a place that is named in words: %s', (text, place) => {
  const [found] = text.matchAll(namedPlaces)
  expect(found?.slice(1)).toEqual(place)
})

test.each([
  ['lines 10-20', '10', '20'],
  ['goto 549', '549', undefined],
  ['L7', '7', undefined],
])('lines that are named without their file: %s', (text, first, last) => {
  const [found] = text.matchAll(namedLineNumbers)
  expect(found?.slice(1, 3)).toEqual([first, last])
})
