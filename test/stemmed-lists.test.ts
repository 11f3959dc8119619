// Lists of words in the sources are bundled as what they would become at run time.
import { expect, test } from 'vitest'

const SCRIPT = new URL('../scripts/stemmed-lists.mjs', import.meta.url).href
const { withStemmedLists } = await import(SCRIPT)

test.each([
  ["stemSet('parsing files')", `new Set("pars file".split(' '))`],
  ['wordsOf(\n  `max sizes\n  HTTPServer`,\n)', `"maximum size http serv".split(' ')`],
  ["stemmed('fixes bugs,\\n adding')", "stemmed('fixes bugs,\\n adding')"],
  ['stemmed(`fix bugs,\n  adding`)', '"fix bug, add"'],
])('%s', (source, bundled) => {
  expect(withStemmedLists(`const list = ${source}\n`)).toBe(`const list = ${bundled}\n`)
})

test.each(['wordsOf(name)', 'wordsOf(`${SIGNALS} error`)', "question.wordsOf('names')"])(
  '%s is left for run time',
  (source) => expect(withStemmedLists(source)).toBe(source),
)
