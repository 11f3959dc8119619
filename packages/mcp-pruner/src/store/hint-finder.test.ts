import { expect, test } from 'vitest'
import { hintFinder } from './hint-finder.js'

const find = hintFinder(['ghp', 'github_pat_', 'key', 'KEY', '://', 'asic '])

test.each([
  ['', []],
  ['g', []],
  ['ghp', ['ghp']],
  ['gh', []],
  ['githu', []],
  ['xgithub_pat_', ['github_pat_']],
  ['gghp', ['ghp']],
  ['g://', ['://']],
  ['xx://', ['://']],
  ['basic ', ['asic ']],
  ['http://key', ['://', 'key']],
  ['éKEY', ['KEY']],
  ['KÉY', []],
  ['KEKEY', ['KEY']],
  ['gité\u{1f600}ghp', ['ghp']],
])('in %j it finds %j', (text, hints) => {
  expect([...find(text)].toSorted()).toEqual([...hints].toSorted())
})

test('a hint of two characters would be missed at an odd place', () => {
  expect(() => hintFinder(['gh'])).toThrow('"gh" is too short')
})

// A text is read by parts of 65,536 characters.
test.each([65_530, 65_535, 65_536])('a hint at character %i is found', (at) => {
  expect([...find(`${'.'.repeat(at)}github_pat_${'.'.repeat(70_000)}`)]).toEqual(['github_pat_'])
})
