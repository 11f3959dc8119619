// Figures and moments as people read them.

import { figure } from '../../process/figures.js'

export { figure, percent, ratio } from '../../process/figures.js'

/** For an axis: `1.5M`. */
export const short = (value: number): string =>
  value.toLocaleString('en-US', { notation: 'compact' }).replace('-', '−')

export const moment = (at: number): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'medium' })

/** `1 session`, `2 sessions`. */
export const counted = (count: number, name: string): string =>
  `${figure(count)} ${name}${count === 1 ? '' : 's'}`

/** The end of a path tells more than its beginning. */
export const shortPath = (path: string): string => path.split('/').slice(-2).join('/')
