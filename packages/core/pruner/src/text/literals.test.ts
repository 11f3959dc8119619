import { expect, test } from 'vitest'
import { Deadline } from '../deadline.js'
import { lineFinder, splitText } from './lines.js'
import { linesWith, literalFilter } from './literals.js'
import { indexWords } from './words.js'

const looked = (text: string) => {
  const split = splitText(text)
  return {
    mayHold: literalFilter(split, indexWords(split, new Deadline(undefined, undefined))),
    lines: (literal: string) => linesWith(literal, text, lineFinder(split)),
  }
}

test('a name with a word that the text lacks is not searched for', () => {
  const { mayHold } = looked('const text = split(line)\nretry(3)\n')
  expect(mayHold('splitText')).toBe(true)
  expect(mayHold('splitWords')).toBe(false)
  expect(mayHold('timeout_ms')).toBe(false)
  expect(mayHold('3')).toBe(true)
  expect(mayHold('404')).toBe(false)
})

// A filter that excludes what a search would find would report a name in the text as absent.
test.each([
  ['HTTPServer', 'class HTTPServer:\n'],
  ['URLs', 'all URLs of it\n'],
  ['--max-old-space-size', 'node --max-old-space-size=4096 app.js\n'],
  ['a.b.C', 'import a.b.C;\n'],
  ['_private', 'self._private = 1\n'],
  ['src/app.ts', 'src/app.ts:12: error\n'],
  ['3fa9c1d', 'commit 3fa9c1d2e4b5a6978812\n'],
  ['500', '"GET /x" 500 12\n'],
  ['v1.2.3', 'tag v1.2.3, done\n'],
  ['getUser', 'Café: getUser() und Größe\n'],
  ['split', 'ésplit(line)\n'],
  ['plan', '\u001B[;plan is late\n'],
  ['名前', 'の名前です 名前 は\n'],
  ['->', 'a -> b\n'],
])('%s is looked for where the text holds it: %j', (literal, text) => {
  const { mayHold, lines } = looked(text)
  expect(lines(literal)).toEqual([0])
  expect(mayHold(literal)).toBe(true)
})
