// Formats figures and times.

export { compact, counted, dollars, figure, percent, ratio } from '../../../process/figures.js'

export const moment = (at: number | string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'medium' })

const UUID = '[0-9a-f]{8}-[0-9a-f-]{20,27}'
const ROLLOUT = new RegExp(`^rollout-(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-\\d\\d-(${UUID})\\.`)
const NAMED_BY_ID = new RegExp(`^(${UUID})\\.`)

/** Names of recordings are mostly ids: their day and the end of the id are enough to tell them apart. */
export function sessionName(file: string): string {
  const name = file.split('/').at(-1) ?? file
  const [, day, hour, minute, id] = ROLLOUT.exec(name) ?? []
  if (id !== undefined) return `${day} ${hour}:${minute} · ${id.slice(-6)}`
  const alone = NAMED_BY_ID.exec(name)?.[1]
  return alone === undefined
    ? shortPath(file)
    : `${file.split('/').at(-2) ?? ''}/${alone.slice(0, 8)}`
}

/** The end of a path says more than its beginning. */
export const shortPath = (path: string): string => path.split('/').slice(-2).join('/')
