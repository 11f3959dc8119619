import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { structureOf } from './json-structure.js'
import { readTopLevel } from './result-span.js'

test.each([
  ['{"jsonrpc":"2.0","id":1,"result":{"a":1}}', '{"a":1}'],
  [' { "result" : [1, {"result": "\\"}"}] , "id":1}', '[1, {"result": "\\"}"}]'],
  ['{"id":{"result":5},"result":"x\\\\"}', '"x\\\\"'],
  ['{"result":12.50e3 ,"id":1}', '12.50e3'],
  ['{"result":null}', 'null'],
  ['{"id":1,"error":{"result":1}}', undefined],
  ['{}', undefined],
])('%j', (line, span) => {
  expect(readTopLevel(line).result).toBe(span)
})

test('is the text of the result, however the message is written', () => {
  const space = fc.constantFrom('', ' ', '\t ')
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.jsonValue(),
      fc.constantFrom(0, 2),
      space,
      (result, other, indent, gap) => {
        const text = JSON.stringify(result, null, indent)
        const line = `{"other"${gap}:${JSON.stringify(other)},${gap}"result":${gap}${text}${gap},"id":1}`
        const read = readTopLevel(line)
        expect(read.result).toBe(text)
        const { levels, hasDuplicateNames } = structureOf(text)
        const { structure = { levels: 0, hasDuplicateNames: false } } = read
        expect(structure.levels).toBe(levels)
        expect(structure.hasDuplicateNames).toBe(hasDuplicateNames)
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  ['{"result":1,"id":1,"result":2}', 'result'],
  ['{"result":1,"id":1,"r\\u0065sult":2}', 'result'],
  ['{"id":1,"result":{"id":2,"id":3}}', undefined],
])('names a member that is there twice: %j', (line, duplicate) => {
  expect(readTopLevel(line).duplicate).toBe(duplicate)
})
