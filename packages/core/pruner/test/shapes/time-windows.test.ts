// Times of a log had been taken by the time of day alone: a window over midnight found nothing, and one with a date
// found that time on every day.
import { describe, expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

const two = (n: number) => String(n).padStart(2, '0')
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May']
const STAMPS = {
  iso: (day: number, time: string) => `2026-05-${two(day)}T${time}Z`,
  syslog: (day: number, time: string) => `${MONTHS[4]} ${two(day)} ${time} relay gated[7]:`,
  access: (day: number, time: string) => `10.0.0.1 - - [${two(day)}/May/2026:${time} +0000]`,
  ctime: (day: number, time: string) => `[Fri May ${two(day)} ${time} 2026]`,
}

/** Three days, an entry every five minutes. */
const logOf = (stamp: (day: number, time: string) => string) =>
  filler(3 * 288, (i) => {
    const minute = (i % 288) * 5
    const day = 8 + Math.floor(i / 288)
    const time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`
    return `${stamp(day, time)} pump ${i} moved ${i * 3} litres`
  })

const DAY = 288
const at = (day: number, hour: number, minute: number) =>
  (day - 8) * DAY + hour * 12 + Math.floor(minute / 5)

describe.each(Object.keys(STAMPS) as (keyof typeof STAMPS)[])('a log with %s times', (form) => {
  const lines = logOf(STAMPS[form])
  const text = lines.join('\n')
  test.each([
    ['What happened between 2026-05-09 10:00 and 10:20?', at(9, 10, 0), at(9, 10, 20)],
    ['Entries between 2026-05-08 23:50 and 2026-05-09 00:10', at(8, 23, 50), at(9, 0, 10)],
    ['What was logged from 2026-05-09 23:50 to 00:10?', at(9, 23, 50), at(10, 0, 10)],
    ['What happened on May 10 after 23:30?', at(10, 23, 30), at(10, 23, 55)],
    ['What happened after May 10 23:30?', at(10, 23, 30), at(10, 23, 55)],
    ['What was logged before 2026-05-08 00:15?', at(8, 0, 0), at(8, 0, 15)],
    ['What happened around 10:00 on 2026-05-09?', at(9, 10, 0), at(9, 10, 0)],
  ])('%s', (goal, first, last) => {
    const shown = answer({ text, goal, fileName: 'pumps.log' }).lines
    expect(shown).toEqual(lines.slice(first, last + 1))
  })

  test('over midnight without a date, each night is meant', () => {
    const goal = 'What happened between 23:55 and 00:05?'
    const shown = answer({ text, goal, fileName: 'pumps.log' }).lines
    expect(shown).toEqual([
      ...lines.slice(0, 2),
      ...lines.slice(DAY - 1, DAY + 2),
      ...lines.slice(2 * DAY - 1, 2 * DAY + 2),
      ...lines.slice(3 * DAY - 1),
    ])
  })
})
