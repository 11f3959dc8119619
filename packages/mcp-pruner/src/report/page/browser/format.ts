// Formats figures and times.

import { dollars } from '../../../process/figures.js'

export {
  compact,
  counted,
  dollars,
  figure,
  isFigureColumn,
  percent,
  ratio,
} from '../../../process/figures.js'

export const dollarsOrNone = (value: number | undefined): string =>
  value === undefined ? '–' : dollars(value)

export const moment = (at: number | string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'medium' })

export const dayAndTime = (at: number | string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{15,22}'
const ROLLOUT = new RegExp(`^rollout-(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-\\d\\d-(${UUID})\\.`)
const WITH_ID = new RegExp(`(?<![0-9a-f])(${UUID})(?![0-9a-f])`)

const partsOf = (path: string): string[] => path.split(/[\\/]/)

/** Names of recordings are mostly ids: their day, or the beginning of the id, is enough to tell them apart. */
export function sessionName(file: string): string {
  const [folder = '', name = file] = partsOf(file).slice(-2)
  const stored = name.split('#')[1]
  if (stored !== undefined) return stored.slice(0, 14)
  const [, day, hour, minute, id] = ROLLOUT.exec(name) ?? []
  if (id !== undefined) return `${day} ${hour}:${minute} · ${id.slice(-6)}`
  const [own, outer] = [WITH_ID.exec(name)?.[1], WITH_ID.exec(folder)?.[1]]
  return (own ?? outer)?.slice(0, 8) ?? shortPath(file)
}

/** The end of a path says more than its beginning. */
export const shortPath = (path: string): string => partsOf(path).slice(-2).join('/')

/** A command may be long; its beginning tells what it is. */
export function shortened(text: string, length = 70): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`
}

/** The engine's own estimate of missed lines: the sum of the probabilities of the lines it cut. */
export const missingText = (lines: number): string =>
  lines === 0
    ? 'nothing missing'
    : `${lines.toFixed(lines < 1 ? 2 : 1)} needed lines missing by its own estimate`
