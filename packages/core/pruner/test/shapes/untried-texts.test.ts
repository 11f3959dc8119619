// Questions about texts of kinds that were not tried before: settings, blame, mounts, plans, build and test output.
import { expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

const jobs = filler(9, (i) =>
  [
    `  job_${i}:`,
    '    runs-on: ubuntu-latest',
    '    steps:',
    `      - uses: acme/${i % 3 === 1 ? 'checkout@v4' : `setup-${i}@v2`}`,
    '        with:',
    `          depth: ${i}`,
    `      - run: make part-${i} ${i % 4 === 0 ? `KIT=\${{ env.KIT_VERSION }}` : 'all'}`,
  ].join('\n'),
)
const workflow = ['name: build', 'env:', '  KIT_VERSION: 1.8', 'jobs:', ...jobs].join('\n')

// Only the key was shown, and nothing said that there are more.
test.each([
  ['List every use of KIT_VERSION', 'KIT_VERSION', 4],
  ['Where is KIT_VERSION used?', 'KIT_VERSION', 4],
  ['Which jobs use acme/checkout?', 'acme/checkout', 3],
])('uses of a name in settings: %s', (goal, name, count) => {
  const { lines } = answer({ text: workflow, goal, fileName: 'ci.yml' })
  expect(lines.filter((line) => line.includes(name))).toHaveLength(count)
  expect(lines.length).toBeLessThan(25)
})

test('a use in settings is shown under its keys', () => {
  const goal = 'Which jobs use acme/checkout?'
  const { lines } = answer({ text: workflow, goal, fileName: 'ci.yml' })
  expect(lines).toEqual(expect.arrayContaining(['  job_1:', '  job_4:', '  job_7:']))
})

const blame = filler(90, (i) => {
  const author = i === 41 ? 'Ada Moss     ' : i % 30 === 7 ? 'Per-Olof Lind' : 'Kim Hale     '
  return `${(0x9c1d893e + i * 7919).toString(16)} (${author} 2022-03-${10 + (i % 19)} 13:27:39 -0800 ${String(i + 1).padStart(3)})   part_${i} = ${i}`
}).join('\n')

test.each([
  ['Which lines were not written by Kim Hale?', ['Ada Moss', 'Per-Olof Lind'], 4],
  ['which lines did Per-Olof Lind change last?', ['Per-Olof Lind'], 3],
  ['lines by Ada Moss', ['Ada Moss'], 1],
])('lines of git blame by author: %s', (goal, authors, count) => {
  const { lines } = answer({ text: blame, goal })
  expect(lines.filter((line) => authors.some((one) => line.includes(one)))).toHaveLength(count)
  expect(lines.length).toBeLessThan(count + 4)
})

const mounts = filler(40, (i) =>
  i % 9 === 4
    ? `/var/lib/snaps/core_${i}.snap on /snap/core/${i} type squashfs (ro,nodev,relatime)`
    : `cgroup on /sys/fs/cgroup/part${i} type cgroup (rw,nosuid,nodev,noexec,part${i})`,
).join('\n')

test('what is mounted read-only is written ro', () => {
  const goal = 'Which file systems are mounted read-only?'
  const { lines, closing } = answer({ text: mounts, goal })
  expect(lines.filter((line) => line.includes('(ro,'))).toHaveLength(4)
  expect(closing).not.toContain('not in this text')
})

const sockets = [
  'Netid State    Recv-Q   Send-Q       Local Address:Port      Peer Address:Port',
  ...filler(60, (i) =>
    i % 5 === 0
      ? `udp   UNCONN   0        0                  0.0.0.0:${4000 + i}           0.0.0.0:*      users:(("dae${i}",pid=${i},fd=3))`
      : `tcp   LISTEN   0        4096             127.0.0.1:${7000 + i}           0.0.0.0:*      users:(("srv${i}",pid=${i},fd=9))`,
  ),
].join('\n')

test('most lines of a listing, if a list of them is asked for', () => {
  const { lines } = answer({ text: sockets, goal: 'which tcp sockets are listening?' })
  expect(lines.filter((line) => line.includes('LISTEN'))).toHaveLength(48)
})

const settings = [
  '           name           |  setting  | unit |           short_desc',
  '--------------------------+-----------+------+---------------------------------',
  ...filler(
    120,
    (i) =>
      ` part_${String(i).padEnd(19)} | ${String(i).padEnd(9)} | ${i % 25 === 3 ? 'ms  ' : i % 2 ? 'kB  ' : '    '} | Sets what the part numbered ${i} may take.`,
  ),
  '(120 rows)',
  '',
].join('\n')

// Sentences in its cells make it look like a document.
test('rows of a table with sentences in its cells', () => {
  const { lines } = answer({ text: settings, goal: 'Which settings have the unit ms?' })
  expect(lines.filter((line) => line.includes('| ms '))).toHaveLength(5)
  expect(lines.length).toBeLessThan(9)
})

test('a paragraph is no table, though its first words are capitalised', () => {
  const text = [
    'Alpine Rope Guide',
    ...filler(30, (i) => `knots hold rope${i}`),
    'Every rope wears.',
  ].join('\n')
  const { lines } = answer({ text, goal: 'What are the columns?' })
  expect(lines).not.toEqual(['Alpine Rope Guide', 'knots hold rope0'])
})
