// The commands of a manual page, which are terms above what they do; words of which one is enough; paths below a path.
import { expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

const manual = [
  'PUMP-BASIN(1)                     Pump Manual                     PUMP-BASIN(1)',
  '',
  'NAME',
  '       pump-basin - Manage basins',
  '',
  'COMMANDS',
  ...['fill <basin>', 'drain', 'guard', 'release'].map(
    (name) =>
      `       ${name}\n${filler(4, (i) => `           What the pump does to a basin then, part ${i} of ${name}.`).join('\n')}\n`,
  ),
  ...filler(60, (i) => `       Note ${i}: a guard of the basin is kept in its folder.\n`),
  'PUMP',
  '       Part of the pump suite',
].join('\n')

test.each(['guard', 'fill'])('what a command of a manual does: %s', (name) => {
  const goal = `What does pump basin ${name} do?`
  const { lines } = answer({ text: manual, goal, fileName: 'pump-basin.txt' })
  expect(lines.filter((line) => line.includes(`of ${name}`))).toHaveLength(4)
  expect(lines.length).toBeLessThan(20)
})

test('commits about one thing or another', () => {
  const subjects = ['Load default certs', 'Fix TLS ciphers', 'Renew certificates']
  const text = filler(
    90,
    (i) => `${(0xabc1230 + i).toString(16)} ${subjects[i % 9] ?? `Clean up part ${i} of the pump`}`,
  )
  const goal = 'Which commits are about TLS or certificates?'
  const { lines } = answer({ text: text.join('\n'), goal })
  expect(lines).toHaveLength(30)
})

test('requests to a path are those to paths below it', () => {
  const paths = ['/basin/fill', '/valve', '/hose', '/basins', '/basin', '/valve', '/tank', '/hose']
  const text = filler(80, (i) =>
    JSON.stringify({ at: `2026-03-04T10:11:${10 + (i % 40)}`, path: paths[i % 8], ms: i }),
  )
  const { lines } = answer({ text: text.join('\n'), goal: 'requests to /basin' })
  expect(lines.filter((line) => /"\/basin["/]/.test(line))).toHaveLength(20)
  expect(lines.length).toBeLessThan(30)
})

test('a paragraph is not cut in its middle', () => {
  const about = (i: number) =>
    `## Basin ${i}\n\nThe valve of basin ${i} is open.\nIt stays open at night,\nand rain fills it.\nThe pump drains it.\n`
  const { lines } = answer({
    text: ['# Basins', ...filler(40, about)].join('\n'),
    goal: 'What drains basin 17, given that its valve is open?',
    fileName: 'basins.md',
  })
  expect(lines).toContain('It stays open at night,')
})

const basins = [
  'basin,drained,percentage',
  ...filler(80, (i) => `b${i},${i % 9 === 2 ? 'T' : 'F'},${i}.5`),
]
test.each([
  ['Which basins are drained?', 9],
  ['drained basins with less than 30 percent', 4],
])('a column that is on or off: %s', (goal, count) => {
  const { lines } = answer({ text: basins.join('\n'), goal, fileName: 'basins.csv' })
  expect(lines.filter((line) => line.includes(',T,'))).toHaveLength(count)
  expect(lines.length).toBeLessThan(2 * count + 2)
})

test('a column that is on or off, negated', () => {
  const rows = ['pump,level,works', ...filler(90, (i) => `p${i},${i}.5,${i % 7 === 2 ? 0 : 1}`)]
  const goal = 'Which pumps do not work?'
  const { lines } = answer({ text: rows.join('\n'), goal, fileName: 'pumps.csv' })
  expect(lines.filter((line) => line.endsWith(',0'))).toHaveLength(13)
  expect(lines.length).toBeLessThan(20)
})
