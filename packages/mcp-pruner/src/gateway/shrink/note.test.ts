import { keptLinesOf, type Omission } from '@jeeves/mcp-runtime'
import { expect, test } from 'vitest'
import { describeCuts, noteMembers, readOnMark, withMarks } from './note.js'

const cut = (
  path: string[],
  shown: number,
  total: number,
  more: Partial<Omission> = {},
): Omission => ({
  path,
  shown,
  total,
  unit: 'items',
  ...more,
})

test('lists are told before members, lines and characters, each by its place in the whole', () => {
  expect(
    describeCuts([
      cut(['text'], 5, 90, { unit: 'lines' }),
      cut(['a/b'], 2, 9, { unit: 'members' }),
      cut([], 10, 500),
      cut(['0', 'rows'], 3, 40, { source: ['17', 'rows'] }),
    ]),
  ).toBe(
    'only 10 of 500 items, 3 of 40 items of /17/rows, 2 of 9 members of /a~1b, 5 of 90 lines of /text shown',
  )
})

test('six cuts are told, the others counted', () => {
  const cuts = (count: number) => Array.from({ length: count }, (_, i) => cut([`p${i}`], 1, 2))
  expect(describeCuts(cuts(6))).toMatch(/1 of 2 items of \/p5 shown$/)
  expect(describeCuts(cuts(7))).toMatch(/1 of 2 items of \/p5 shown and 1 more cut$/)
  expect(describeCuts(cuts(8))).toMatch(/ shown and 2 more cuts$/)
})

const membersOf = (cuts: readonly Omission[], original: unknown) => [
  ...noteMembers('N', 'ax://d/1', cuts, original),
]

test('the members that say what is missing, the fullest first', () => {
  expect(membersOf([cut(['a', 'b'], 1, 900), cut(['a'], 2, 30), cut(['c'], 2, 40)], {})).toEqual([
    { artifactRef: 'ax://d/1', truncated: true, count: 40, note: 'N' },
    { artifactRef: 'ax://d/1', truncated: true, note: 'N' },
    { artifactRef: 'ax://d/1', note: 'N' },
    { note: 'N' },
  ])
  // Lines are not counted: a reader would take them for items.
  expect(membersOf([cut([], 1, 9, { unit: 'lines' })], null)[0]).toEqual({
    artifactRef: 'ax://d/1',
    truncated: true,
    note: 'N',
  })
})

test("a member of the tool's own is not used", () => {
  expect(membersOf([cut([], 1, 9)], { count: 1 })[0]).not.toHaveProperty('count')
  expect(membersOf([cut([], 1, 9)], { truncated: false })).toEqual([
    { artifactRef: 'ax://d/1', note: 'N' },
    { note: 'N' },
  ])
  expect(membersOf([cut([], 1, 9)], { note: 'mine' })).toEqual([])
})

test('each part of a list or a map is marked inside', () => {
  const value = { rows: [1, 2], map: { a: 1 }, text: 'short' }
  const marked = withMarks(value, [
    cut(['rows'], 2, 9),
    cut(['map'], 1, 4, { unit: 'members' }),
    cut(['text'], 1, 4, { unit: 'lines' }),
    cut(['nowhere'], 1, 4),
  ])
  expect(marked).toEqual({
    rows: [1, 2, '⟦mcp-pruner: 2 of 9 shown⟧'],
    map: { a: 1, '⟦mcp-pruner: members omitted⟧': 3 },
    text: 'short',
  })
  expect(value.rows).toEqual([1, 2])
})

test('kept lines say how many are missing before, between and after them', () => {
  const lines = ['a', 'b', 'c', 'd', 'e']
  expect(keptLinesOf(lines, (line) => line === 1 || line === 4)).toBe(
    '⟦mcp-pruner: line 1 cut⟧\nb\n⟦mcp-pruner: lines 3-4 cut⟧\ne',
  )
  expect(keptLinesOf(lines, (line) => line === 0)).toBe('a\n⟦mcp-pruner: lines 2-5 cut⟧')
  expect(keptLinesOf(lines, () => true)).toBe('a\nb\nc\nd\ne')
})

test('the last line of a cut text says where to read on', () => {
  const text = cut(['t'], 5, 90, { unit: 'lines', characters: 1234, source: ['x', 't'] })
  const size = '⟦mcp-pruner: 5 of 90 lines (1234 characters) shown'
  expect(readOnMark(text, 6, {})).toBe(`${size}⟧`)
  expect(readOnMark(text, 6, { ref: 'ax://d/1' })).toBe(
    `${size}; the whole: artifact_read ax://d/1⟧`,
  )
  expect(readOnMark(text, 6, { ref: 'ax://d/1', base: ['r'] })).toBe(
    `${size}; read on: artifact_read ax://d/1 pointer=/r/x/t start_line=6⟧`,
  )
  expect(readOnMark(text, 6, { base: [] })).toBe(
    `${size}; read on: artifact_read pointer=/x/t start_line=6⟧`,
  )
})
