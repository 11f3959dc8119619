import { expect, test } from 'vitest'
import { structureAt, structureOf } from './json-structure.js'

test.each([
  ['1', 0, false],
  ['"a{[\\"{"', 0, false],
  ['{}', 1, false],
  ['[[[]],[]]', 3, false],
  ['{"a":{"b":[1]},"c":{}}', 3, false],
  ['{"a":1,"a":2}', 1, true],
  ['{"a":1,"\\u0061":2}', 1, true],
  ['{"a":{"a":1}}', 2, false],
  ['[{"a":1},{"a":2}]', 2, false],
  ['{"a":"b","b":"a"}', 1, false],
  ['["a","a"]', 1, false],
  ['{"x":["a","a"],"a":"x"}', 2, false],
  ['{"x":{"y":1,"z":{"y":2},"y":3}}', 3, true],
])('%s has %i levels', (json, levels, hasDuplicateNames) => {
  expect(structureOf(json)).toMatchObject({ levels, hasDuplicateNames })
})

test('a value inside a text ends one past its last character', () => {
  expect(structureAt('{"a": [1,{"b":"]"}] ,"c":1}', 5)).toEqual({
    levels: 2,
    hasDuplicateNames: false,
    end: 19,
  })
})
