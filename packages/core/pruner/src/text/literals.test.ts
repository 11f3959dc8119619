import { expect, test } from 'vitest'
import { Deadline } from '../deadline.js'
import { splitText } from './lines.js'
import { linesWith, literalFinder } from './literals.js'
import { indexWords } from './words.js'

const looked = (text: string) => {
  const split = splitText(text)
  return {
    found: literalFinder(split, indexWords(split, new Deadline(undefined, undefined))),
    lines: (literal: string) => linesWith(literal, split),
  }
}

test('a name is found where a line has its words, in order and as it is written', () => {
  const { found } = looked(
    'const text = split(line)\nretry(3)\nsplit_text\nsplitText(splitText2, 3.5)\n',
  )
  expect(found('splitText')).toEqual([3])
  expect(found('split_text')).toEqual([2])
  expect(found('textSplit')).toEqual([])
  expect(found('splitWords')).toEqual([])
  expect(found('timeout_ms')).toEqual([])
  expect(found('3')).toEqual([1])
  expect(found('404')).toEqual([])
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
  const { found, lines } = looked(text)
  expect(lines(literal)).toEqual([0])
  expect(found(literal)).toEqual([0])
})
