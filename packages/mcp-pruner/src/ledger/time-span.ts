// `--since`: a date, or a duration before now.
import { optionError } from '../errors/usage-error.js'

const UNITS: Readonly<Record<string, number>> = { h: 3600, d: 86_400, w: 7 * 86_400 }

/** Milliseconds since 1970; `undefined` if it cannot be parsed. */
export function sinceOf(value: string, now: number = Date.now()): number | undefined {
  const ago = /^(\d{1,5})([hdw])$/.exec(value)
  if (ago) return now - Number(ago[1]) * (UNITS[ago[2] ?? ''] ?? 0) * 1000
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
  if (!day) return undefined
  const [year = 0, month = 0, date = 0] = day.slice(1).map(Number)
  const at = new Date(year, month - 1, date)
  const isReal = at.getMonth() === month - 1 && at.getDate() === date
  return isReal ? at.getTime() : undefined
}

const ALLOWED = 'a day such as 2026-11-01, or a duration before now such as 24h, 7d or 4w'

/** For `--help`. */
export const SINCE_HINT = `Only from then on: ${ALLOWED}`

/** The value of `--since`. */
export function readSince(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const since = sinceOf(value)
  if (since !== undefined) return since
  throw optionError('--since', value, ALLOWED)
}
