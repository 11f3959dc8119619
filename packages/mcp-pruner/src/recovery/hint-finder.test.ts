import { expect, test } from 'vitest'
import { hintFinder } from './hint-finder.js'

const find = hintFinder(['gh', 'github_pat_', 'ey', 'KEY', '://', 'asic '])

test.each([
  ['', []],
  ['g', []],
  ['gh', ['gh']],
  ['githu', []],
  ['xgithub_pat_', ['github_pat_']],
  ['ggh', ['gh']],
  ['basic ', ['asic ']],
  ['http://key', ['://', 'ey']],
  ['éKEY', ['KEY']],
  ['KÉY', []],
  ['KEKEY', ['KEY']],
  ['gité\u{1f600}gh', ['gh']],
])('in %j it finds %j', (text, hints) => {
  expect([...find(text)].toSorted()).toEqual([...hints].toSorted())
})
