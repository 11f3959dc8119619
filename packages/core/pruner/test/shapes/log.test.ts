// Questions for the entries of a log. Errors that nobody asked about had crowded out the entries that were asked for.
import { describe, expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

const two = (n: number) => String(n).padStart(2, '0')
const STAMPS = {
  syslog: (i: number) =>
    `Dec 10 ${two(Math.floor(i / 60) % 24)}:${two(i % 60)}:07 relay gated[${i}]:`,
  iso: (i: number) => `2026-05-01T${two(Math.floor(i / 60) % 24)}:${two(i % 60)}:07.120Z gated`,
  bracketed: (i: number) =>
    `[Sun Dec 04 ${two(Math.floor(i / 60) % 24)}:${two(i % 60)}:07 2026] [notice]`,
}
const SENDERS = ['10.4.0.1', '10.4.0.2', '10.4.0.12']

function message(i: number): string {
  if (i % 100 === 41) return `Invalid user heron from ${SENDERS[i % 3]}`
  if (i % 100 === 63) return `Expiring lease 0x${i}, timeout of 900 ms exceeded`
  if (i % 100 === 77) return `Lease 0x${i} granted with timeout 900`
  if (i % 2 === 0)
    return `error: valve ${i * 7} of pump ${i} refused to open for user root: E${i * 31}`
  return `pump ${i} moved ${i * 3} litres for user root`
}
const logOf = (stamp: (i: number) => string) =>
  filler(1000, (i) => `${stamp(i)} ${message(i)}`).join('\n')

describe.each(Object.keys(STAMPS) as (keyof typeof STAMPS)[])('a log with %s times', (form) => {
  const text = logOf(STAMPS[form])
  test.each([
    ['which ips tried user heron', /user heron/, 10],
    ['leases that expired', /Expiring lease/, 10],
    ['when was lease 0x177 granted?', /Lease 0x177/, 1],
    ['list the invalid users from 10.4.0.1', /from 10\.4\.0\.1$/, 3],
  ])('%s', (goal, held, count) => {
    const { lines } = answer({ text, goal, fileName: 'pumps.log' })
    expect(lines.filter((line) => held.test(line))).toHaveLength(count)
    expect(lines.length).toBeLessThanOrEqual(count + 6)
  })
})

const text = logOf(STAMPS.syslog)

test('errors beside the entries are counted', () => {
  const { lines, closing } = answer({
    text,
    goal: 'which ips tried user heron',
    fileName: 'pumps.log',
  })
  expect(lines.some((line) => line.includes('error: valve'))).toBe(true)
  expect(closing).toMatch(/\d+ more lines of errors/)
})

test('a question about something that is not in the log shows few errors, counted', () => {
  const { lines, closing } = answer({
    text,
    goal: 'kubernetes migrations with zookeeper',
    fileName: 'pumps.log',
  })
  expect(lines.length).toBeLessThan(12)
  expect(closing).toMatch(/\d+ more lines of errors/)
})

test('unless it asks why that failed', () => {
  const { lines } = answer({ text, goal: 'why does zookeeper fail?', fileName: 'pumps.log' })
  expect(lines.filter((line) => line.includes('error: valve')).length).toBeGreaterThan(10)
})

test.each(['why did it fail?', 'what went wrong?', 'which errors are there?'])(
  '%s keeps the errors',
  (goal) => {
    const { lines } = answer({ text, goal, fileName: 'pumps.log' })
    expect(lines.filter((line) => line.includes('error: valve')).length).toBeGreaterThan(10)
  },
)

test('entries that do not all fit are counted', () => {
  const rows = filler(
    3000,
    (i) =>
      `${STAMPS.syslog(i)} ${i % 5 === 0 ? `badge ${i * 37} opened gate north` : `pump ${i} moved`}`,
  )
  const { lines, closing } = answer({
    text: rows.join('\n'),
    goal: 'badges that opened gate north',
    maxTokens: 2000,
  })
  const shown = lines.filter((line) => line.includes('badge')).length
  expect(shown).toBeGreaterThan(20)
  expect(closing).toContain(`${shown} of 600 lines shown`)
})

const clock = (second: number) =>
  `10:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`
const service = filler(600, (i) => {
  const time = `2026-03-01 ${clock(i)}`
  if (i === 200 || i === 431) return `${time} ERROR pump stalled at valve ${i}`
  if (i % 50 === 7) return `${time} INFO GET /tank/${i} status: 404 len: 176`
  if (i === 300) return `${time} WARN Can't drain basin 7 in cellar`
  return `${time} INFO valve ${i} turned by gear ${i % 13}`
})
const ofService = (goal: string) => answer({ text: service.join('\n'), goal })

// Such questions were left to the scorer, which showed errors of other times and none of the entries.
test.each([
  ['What happened between 10:05:00 and 10:05:09?', service.slice(300, 310)],
  ['what was logged right before the first ERROR', service.slice(195, 201)],
  ['the last error', [service[431]]],
  ['any 404s?', service.filter((line) => line.includes('status: 404'))],
  ["Can't drain basin: list every occurence", [service[300]]],
  ['which gadgets turned valve 77', [service[77]]],
])('entries by time, order, number and phrase: %s', (goal, wanted) => {
  const { lines } = ofService(goal)
  expect(lines).toEqual(expect.arrayContaining(wanted))
  expect(lines.length).toBeLessThan(wanted.length + 8)
})

test('an entry is shown with the lines that continue it and with what was written at its moment', () => {
  const statements = filler(120, (i) => {
    const head = `2026-03-01 ${clock(i)}.5 UTC [77]`
    return `${head} ERROR:  no basin ${i}\n${head} STATEMENT:  SELECT depth\n\tFROM basin${i}`
  }).join('\n')
  const { lines } = answer({
    text: statements,
    goal: 'which statement led to the error about basin 64?',
  })
  expect(lines).toContain('\tFROM basin64')
  expect(lines.length).toBeLessThan(12)
})

test('both clauses of a question are answered', () => {
  const goal = 'what stalled at valve 431, and which gear turned valve 78?'
  expect(ofService(goal).lines).toEqual(expect.arrayContaining([service[431], service[78]]))
})

// Only logs were searched for entries: the lines of a build came with all other warnings.
test('the warnings of one kind in a build, with the code that they quote', () => {
  const build = filler(150, (i) => {
    const kind = i % 40 === 9 ? 'unused-function' : 'sign-conversion'
    return `pump.c:${i}:5: warning: something about part${i} [-W${kind}]\n  ${i} |   part${i}();`
  }).join('\n')
  const { lines } = answer({ text: build, goal: 'list all -Wunused-function warnings' })
  expect(lines).toContain('  49 |   part49();')
  expect(lines.filter((line) => line.includes('unused'))).toHaveLength(4)
  expect(lines.length).toBeLessThan(16)
})

// `AirPort` is two words of the text: a question for `airport` was told that it is absent.
test('a word that the text writes as two', () => {
  const log = service.map((line, i) => (i % 60 === 5 ? line.replace('valve', 'AirPort') : line))
  const { lines } = answer({ text: log.join('\n'), goal: 'which gear turned the airport?' })
  expect(lines.filter((line) => line.includes('AirPort'))).toHaveLength(10)
})
