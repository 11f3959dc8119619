import { readdirSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Deadline } from '../deadline.js'
import { splitText } from '../text/lines.js'
import { indexWords } from '../text/words.js'
import { EVIDENCE_WORDS, Evidence } from './evidence.js'
import { evidenceLines } from './evidence-lines.js'
import { suspectLines } from './suspects.js'

/** The rule itself, applied to every line. */
function byTheRule(text: string): number[] {
  const split = splitText(text)
  const evidence = new Evidence(split, indexWords(split, new Deadline(undefined, undefined)))
  return Array.from({ length: split.count }, (_, i) => i).filter((line) => evidence.has(line))
}

function quickly(text: string): number[] {
  const isEvidence = evidenceLines(text)
  return Array.from({ length: splitText(text).count }, (_, i) => i).filter(isEvidence)
}

// A quick check that misses a line silently loses an error, so it is compared with the rule.
test('the quick look finds what the rule finds in sources and documents', () => {
  const folder = new URL('./', import.meta.url)
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(new URL(file, folder), 'utf8')
    expect(quickly(text)).toEqual(byTheRule(text))
  }
})

const words = [...EVIDENCE_WORDS.sure, ...EVIDENCE_WORDS.hints]
const ending = fc.constantFrom('', 's', 'ed', 'ing', 'y', 'ies', 'or', 'er', 'ion', 'E', '1', 'ly')
const inflected = fc.tuple(fc.constantFrom(...words), ending).map(([word, end]) => `${word}${end}`)
const cased = fc
  .tuple(inflected, fc.nat(3))
  .map(([word, how]) =>
    how === 0
      ? word.toUpperCase()
      : how === 1
        ? word.charAt(0).toUpperCase() + word.slice(1)
        : word,
  )
const other = fc.constantFrom(
  'err',
  'errs',
  'dir',
  'mem',
  'ref',
  'status',
  '404',
  '503',
  '4041',
  'HTTP/1.1',
  'code:',
  'x404',
  'exit code 2',
  'not found',
  'no such file',
  '"success": false',
  'false',
  "didn't",
  'fallback-off',
  'make: *** x',
  'back-off',
  '✓',
  '✗',
  'E   x',
  '1) it',
  'INFO',
  'ok',
  'a.ts:1:2: x',
  '\u001b[31m',
  '\u001b[0m',
  'é',
  '失败',
  'http',
  'Server',
  '200',
)
const glue = fc.constantFrom(' ', '', '_', '-', '\n', '  ', ': ', '.', '\n    ')
const generated = fc
  .array(fc.tuple(fc.oneof(cased, other), glue), { maxLength: 60 })
  .map((parts) => parts.flat().join(''))

test('the quick look finds what the rule finds in whatever can be written with its words', () => {
  fc.assert(
    fc.property(generated, (text) => {
      expect(quickly(text)).toEqual(byTheRule(text))
    }),
    { numRuns: 2000 },
  )
})

test('of a text without trouble no line is suspect', () => {
  const text = Array.from({ length: 100 }, (_, i) => `${i} modules transformed in ${i} ms`).join(
    '\n',
  )
  expect(suspectLines(splitText(text))).toEqual([])
})
