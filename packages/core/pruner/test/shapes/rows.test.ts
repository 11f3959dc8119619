// Questions for the rows of a table or log with a value, and for its columns.
import { describe, expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

describe('rows', () => {
  const status = (i: number) => (i % 10 === 3 ? 'timeout' : i % 10 === 7 ? 'error' : 'ok')
  const rows = filler(500, (i) => ({
    id: `J-${i}`,
    region: i % 2 ? 'eu-west' : 'us-east',
    ms: i * 3,
    status: status(i),
  }))
  const FORMS = {
    'jobs.csv': ['id,region,ms,status', ...rows.map((row) => Object.values(row).join(','))],
    'jobs.jsonl': rows.map((row) => JSON.stringify(row)),
    'jobs.log': rows.map(
      (row) =>
        `2026-05-01T10:00:00 INFO region=${row.region} ${row.id} status=${row.status} took ${row.ms} ms`,
    ),
  }
  test.each(Object.keys(FORMS) as (keyof typeof FORMS)[])('by value in %s', (fileName) => {
    const text = FORMS[fileName].join('\n')
    for (const goal of [
      'Rows with status timeout',
      'which entries have the status timeout?',
      'show everything where status is timeout',
      'all records with status=timeout',
    ]) {
      const { lines } = answer({ text, goal, fileName })
      expect(lines.filter((line) => line.includes('timeout'))).toHaveLength(50)
      expect(lines.length).toBeLessThan(60)
    }
  })
  test.each([
    'What are the columns?',
    'explain the header',
    'which fields does a row have?',
    'column names?',
    'how is a record structured',
    'Which information is stored per row?',
    'How is the table built?',
    'What does each row contain?',
  ])('%s', (goal) => {
    const { lines } = answer({ text: FORMS['jobs.csv'].join('\n'), goal, fileName: 'jobs.csv' })
    expect(lines[0]).toBe('id,region,ms,status')
    expect(lines.length).toBeLessThan(6)
  })
  test('by a bound', () => {
    const { lines } = answer({
      text: FORMS['jobs.csv'].join('\n'),
      goal: 'which rows have ms over 1470?',
      fileName: 'jobs.csv',
    })
    expect(lines.filter((line) => Number(line.split(',')[2]) > 1470)).toHaveLength(9)
    expect(lines.length).toBeLessThan(15)
  })
})

test('the last column of a long row counts', () => {
  const row = (i: number) =>
    JSON.stringify({ id: i, note: 'words '.repeat(90), state: i === 40 ? 'stuck' : 'done' })
  const { lines } = answer({
    text: filler(120, row).join('\n'),
    goal: 'rows with state stuck',
    fileName: 'jobs.jsonl',
  })
  expect(lines.filter((line) => line.includes('"stuck"'))).toHaveLength(1)
})

test('rows of the tables in a document', () => {
  const row = (name: string, what: string) => `| \`${name}\` | ${what} |`
  const stores = ['STORE', 'STORE_BYTES', 'STORE_WAIT'].map((name) => row(name, 'of the store'))
  const table = (t: number, own: readonly string[]) => [
    '| variable | meaning |',
    '| --- | --- |',
    ...filler(15, (i) => row(`PUMP_${t}_${i}`, `how fast part ${i} turns when it is on`)),
    ...own,
    ...filler(15, (i) => row(`TANK_${t}_${i}`, `how much part ${i} may hold at most`)),
    '',
  ]
  const text = [
    '# Settings',
    '',
    'All of them are optional, and none needs a restart.',
    '',
    '## Everywhere',
    '',
    ...table(0, stores),
    '## Service',
    '',
    ...table(1, []),
  ].join('\n')
  const goal = 'List all settings of the store'
  const { lines } = answer({ text, goal, fileName: 'settings.md' })
  expect(lines).toEqual(
    expect.arrayContaining(['## Everywhere', '| variable | meaning |', ...stores]),
  )
  expect(lines).not.toContain(row('PUMP_0_3', 'how fast part 3 turns when it is on'))
})

const carts = [
  ' id  | wheels | weight | name',
  '-----+--------+--------+----------',
  ...filler(
    200,
    (i) => ` ${i + 10}  | ${i % 50 === 3 ? 3 : 4}      | ${1000 + i * 20}   | cart ${i}`,
  ),
  '(200 rows)',
]

// A rule under the header made a table no table, and a digit no value.
test.each([
  ['which carts have 3 wheels?', ['cart 3', 'cart 53', 'cart 103', 'cart 153']],
  ['carts heavier than 4950', ['cart 198', 'cart 199']],
  ['carts with more than 4950 weight', ['cart 198', 'cart 199']],
])('of a table of psql: %s', (goal, wanted) => {
  const { lines } = answer({ text: carts.join('\n'), goal })
  const names = lines.flatMap((line) => /cart \d+$/.exec(line)?.[0] ?? [])
  expect(names).toEqual(wanted)
})
