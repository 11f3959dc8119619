// The time to which a question about a log is restricted: `between 10:00 and 10:05`, `after 18:06:25 on May 9`,
// `from 2026-05-08 23:50 to 00:10`. Without a date a window is one of each day.

/** When an entry was written, as far as it says. */
export interface Moment {
  /** Grows from day to day; dates without a year are below `DAYS_OF_YEAR`. */
  readonly day?: number | undefined
  /** Of the day. */
  readonly second: number
}

export interface TimeWindow {
  /** Both included. */
  readonly from: Moment
  readonly to: Moment
  /** The question without it. */
  readonly rest: string
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const DAYS_OF_YEAR = 12 * 31
const MONTH = `(?:${MONTHS.join('|')})[a-z]{0,6}\\.?`
const DATE = `(?:\\d{4}[-/.]\\d\\d[-/.]\\d\\d|\\d{1,2}[/ ]${MONTH}(?:[/ ]\\d{4})?|${MONTH} {1,2}\\d{1,2}(?!\\d|:)(?:st|nd|rd|th)?(?:,? \\d{4})?)`
const TIME = '\\d{1,2}:\\d\\d(?::\\d\\d)?'
const MOMENT = `(?:(${DATE})(?:(?:[T, ]|, | at )(${TIME}))?|(${TIME}))`
const BOTH = new RegExp(
  `\\b(?:between |from )?${MOMENT}\\s*(?:and|to|until|till|-|–|…)\\s*${MOMENT}`,
  'i',
)
const ONE = new RegExp(
  `\\b(after|since|before|until|till|at|around|about|near|on) (?:about )?${MOMENT}`,
  'gi',
)
const OTHER_DAY = new RegExp(`\\b(?:on|of) (?:the )?(${DATE})`, 'i')
const DATED = new RegExp(`(?<!\\d)${DATE}(?!\\d)`, 'i')

const LAST_SECOND = 86_399
/** *Around 10:05* is from two minutes before to two minutes after. */
const AROUND = 120

export function timeWindowIn(text: string): TimeWindow | undefined {
  const ones = [...text.matchAll(ONE)]
  // `On May 10 after 23:30` names the day as well as the time.
  const match = BOTH.exec(text) ?? ones.find(([, , , time, clock]) => time ?? clock) ?? ones[0]
  if (match === undefined) return undefined
  const rest = text.replace(match[0], ' ')
  const span = BOTH.test(match[0]) ? spanOfBoth(match) : spanOfOne(match)
  const namedDay = span.from.day ?? span.to.day
  const other = namedDay === undefined ? OTHER_DAY.exec(rest) : null
  if (other === null) return { ...span, rest }
  const day = dayIn(other[1]!)
  const on = (moment: Moment): Moment => ({ ...moment, day: moment.day ?? day })
  return { from: on(span.from), to: on(span.to), rest: rest.replace(other[0], ' ') }
}

type Span = Pick<TimeWindow, 'from' | 'to'>

function spanOfBoth([, date, time, clock, lastDate, lastTime, lastClock]: RegExpMatchArray): Span {
  const from = momentOf(date, time ?? clock)
  const to = momentOf(lastDate, lastTime ?? lastClock, LAST_SECOND)
  if (from.day === undefined || to.day !== undefined) return { from, to }
  // `from 2026-05-08 23:50 to 00:10` ends on the next day.
  return { from, to: { ...to, day: from.day + (to.second < from.second ? 1 : 0) } }
}

function spanOfOne([, relation = '', date, time, clock]: RegExpMatchArray): Span {
  const at = momentOf(date, time ?? clock)
  const end = momentOf(date, time ?? clock, LAST_SECOND)
  switch (relation.toLowerCase()) {
    case 'after':
    case 'since':
      return { from: at, to: lastOf(at) }
    case 'before':
    case 'until':
    case 'till':
      return { from: firstOf(at), to: end }
    case 'at':
    case 'on': {
      const isToMinute = /^\d+:\d+$/.test(time ?? clock ?? '')
      return { from: at, to: { ...end, second: end.second + (isToMinute ? 59 : 0) } }
    }
    default:
      return {
        from: { ...at, second: at.second - AROUND },
        to: { ...end, second: end.second + AROUND },
      }
  }
}

const firstOf = ({ day }: Moment): Moment => ({ day: day && 0, second: 0 })
const lastOf = ({ day }: Moment): Moment => ({
  day: day && Number.POSITIVE_INFINITY,
  second: LAST_SECOND,
})

const momentOf = (date: string | undefined, time: string | undefined, whole = 0): Moment => ({
  day: date === undefined ? undefined : dayIn(date),
  second: time === undefined ? whole : secondsOf(time),
})

export function isWithin({ from, to }: TimeWindow, { day, second }: Moment): boolean {
  if (from.day === undefined || to.day === undefined || day === undefined) {
    const isOverMidnight = from.second > to.second
    const [isAfter, isBefore] = [second >= from.second, second <= to.second]
    return isOverMidnight ? isAfter || isBefore : isAfter && isBefore
  }
  const known = [from.day, to.day, day].filter((one) => one > 0 && one < Number.POSITIVE_INFINITY)
  // Many logs do not say the year, nor do many questions.
  const hasYears = known.every((one) => one >= DAYS_OF_YEAR)
  const place = (one: number, seconds: number) =>
    (hasYears || one === Number.POSITIVE_INFINITY ? one : one % DAYS_OF_YEAR) * 86_400 + seconds
  const at = place(day, second)
  return at >= place(from.day, from.second) && at <= place(to.day, to.second)
}

/** The first date of a line or a question. */
export function dayIn(text: string): number | undefined {
  const date = DATED.exec(text)?.[0]
  if (date === undefined) return undefined
  const numbers = (date.match(/\d+/g) ?? []).map(Number)
  const name = /[a-z]{3}/i.exec(date)?.[0].toLowerCase()
  if (name === undefined) return dayOf(numbers[0]!, numbers[1]!, numbers[2]!)
  return dayOf(numbers[1] ?? 0, MONTHS.indexOf(name) + 1, numbers[0]!)
}

const dayOf = (year: number, month: number, day: number): number =>
  year * DAYS_OF_YEAR + (month - 1) * 31 + day

export function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(/[:.]/).map(Number)
  return hours * 3600 + minutes * 60 + seconds
}
