import { expect, test } from 'vitest'
import { asPartOf, mainList, withList } from './main-list.js'

test.each([
  [[1, 2], [], 2],
  [{ a: [1], b: [1, 2, 3], c: 'x' }, ['b'], 3],
  [{ total: 2, data: { page: { rows: [1, 2] } } }, ['data', 'page', 'rows'], 2],
  [{ short: [1], deep: { longer: [1, 2, 3] } }, ['short'], 1],
])('of %j it is %j', (value, path, length) => {
  const found = mainList(value)
  expect(found?.path).toEqual(path)
  expect(found?.items).toHaveLength(length)
})

test('an answer without a list has none', () => {
  expect(mainList({ a: 1, b: { c: [] } })).toBeUndefined()
  expect(mainList('text')).toBeUndefined()
  expect(mainList(null)).toBeUndefined()
})

test('a list far longer is it, however far below, and so is one that was chosen from', () => {
  const nodes = Array.from({ length: 12 }, (_, i) => i)
  const value = { warnings: ['old'], data: { repository: { issues: { nodes } } } }
  expect(mainList(value)?.path).toEqual(['data', 'repository', 'issues', 'nodes'])
  const chosen = { errors: [1, 2], found: { rows: asPartOf([7], 90) } }
  expect(mainList(chosen)?.path).toEqual(['found', 'rows'])
})

test('lists in several objects of one level are not what the answer is about', () => {
  expect(mainList({ a: { tags: [1] }, b: { tags: [1, 2] } })).toBeUndefined()
})

test('another list replaces it, and everything else stays', () => {
  const value = { a: 1, data: { rows: [1, 2, 3], more: true } }
  expect(withList(value, ['data', 'rows'], [2])).toEqual({ a: 1, data: { rows: [2], more: true } })
  expect(withList(value, ['data', 'rows'])).toEqual({ a: 1, data: { more: true } })
  expect(withList([1, 2], [], [2])).toEqual([2])
})
