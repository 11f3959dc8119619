// Questions about a log of commits.
import { expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

const WHO = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus']
const hash = (i: number) => (0xa3_0000 + i * 7919).toString(16).padEnd(12, '4')
const records = filler(40, (i) =>
  [
    `commit ${hash(i)}`,
    `Author: ${WHO[i % 7]} <${i}@example.com>`,
    `Date:   Fri Aug 7 23:${59 - i}:50 2026 -0700`,
    '',
    `    fix: part ${i} of the pump`,
    '',
    '    A longer explanation of what was wrong and why it is right now,',
    '    over two lines.',
    '',
  ].join('\n'),
)
const log = records.join('\n')

test('of a log in reverse, the newest are the last', () => {
  const reversed = records.toReversed().join('\n')
  const { lines } = answer({ text: reversed, goal: 'Who wrote the last two commits?' })
  expect(lines.filter((line) => line.startsWith('Author:'))).toEqual([
    'Author: Ben <1@example.com>',
    'Author: Ada <0@example.com>',
  ])
})

test.each([
  ['Who wrote the last five commits?', [0, 1, 2, 3, 4]],
  ['Show the 3 most recent commits', [0, 1, 2]],
  ['the newest 2 commits', [0, 1]],
  ['What is the latest commit?', [0]],
  ['What was the first commit?', [39]],
])('%s', (goal, expected) => {
  const { lines, closing } = answer({ text: log, goal })
  expect(lines.filter((line) => line.startsWith('Author:'))).toEqual(
    expected.map((i) => `Author: ${WHO[i % 7]} <${i}@example.com>`),
  )
  expect(closing).not.toContain('not in this text')
})

const short = filler(120, (i) =>
  i % 12 === 5
    ? `${hash(i).slice(0, 9)} fix(reply): send the trailer of part ${i} (#${i})`
    : `${hash(i).slice(0, 9)} chore: bump dependency ${i} of the workflow (#${i})`,
).join('\n')

test('which commits of a log with a line each: all that are about it, and no other', () => {
  const { lines } = answer({ text: short, goal: 'Which commits touched the reply?' })
  expect(lines).toEqual(short.split('\n').filter((line) => line.includes('(reply)')))
})

test('a file of a commit is shown with the subject of its message', () => {
  const text = filler(30, (i) =>
    [
      `commit ${hash(i)}`,
      `Author: ${WHO[i % 7]} <${i}@example.com>`,
      `Date:   Fri Aug 7 23:${59 - i}:50 2026 -0700`,
      '',
      `    fix: part ${i} of the pump`,
      '',
      '    A longer explanation of what was wrong.',
      '',
      ` src/pump-${i}.ts | 4 ++--`,
      i === 17 ? ' docs/gasket-sizes.md | 9 +++++++++' : ` src/valve-${i}.ts | 2 +-`,
      ' 2 files changed, 11 insertions(+), 2 deletions(-)',
      '',
    ].join('\n'),
  ).join('\n')
  const { lines } = answer({ text, goal: 'What was done with gasket-sizes.md?' })
  expect(lines).toContain(`commit ${hash(17)}`)
  expect(lines).toContain('    fix: part 17 of the pump')
  expect(lines.length).toBeLessThan(20)
})
