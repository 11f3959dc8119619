// The time of day to which a question about a log is restricted: `between 10:00 and 10:05`, `after 18:06:25`.

export interface TimeWindow {
  /** Seconds of the day, both included. */
  readonly from: number
  readonly to: number
  /** As the question has it. */
  readonly text: string
}

const TIME = '(\\d{1,2}:\\d\\d(?::\\d\\d)?)'
const DAY = '(?:\\d{4}-\\d\\d-\\d\\d[T ])?'
const BOTH = new RegExp(
  `\\b(?:between|from)?\\s*${DAY}${TIME}\\s*(?:and|to|until|till|-|–|…)\\s*${DAY}${TIME}`,
  'i',
)
const ONE = new RegExp(
  `\\b(after|since|before|until|till|at|around|about|near)\\s+(?:about\\s+)?${DAY}${TIME}`,
  'i',
)
const LAST_SECOND = 86_399
/** *Around 10:05* is from two minutes before to two minutes after. */
const AROUND = 120

export function timeWindowIn(text: string): TimeWindow | undefined {
  const both = BOTH.exec(text)
  if (both !== null) return { from: secondsOf(both[1]!), to: secondsOf(both[2]!), text: both[0] }
  const one = ONE.exec(text)
  if (one === null) return undefined
  const [written, relation = '', time = ''] = one
  const at = secondsOf(time)
  return { ...spanOf(relation.toLowerCase(), at, time), text: written }
}

function spanOf(relation: string, at: number, time: string): { from: number; to: number } {
  if (relation === 'after' || relation === 'since') return { from: at, to: LAST_SECOND }
  if (relation === 'before' || relation === 'until' || relation === 'till')
    return { from: 0, to: at }
  if (relation === 'at') return { from: at, to: at + (/:.*:/.test(time) ? 0 : 59) }
  return { from: at - AROUND, to: at + AROUND }
}

export function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(/[:.]/).map(Number)
  return hours * 3600 + minutes * 60 + seconds
}
