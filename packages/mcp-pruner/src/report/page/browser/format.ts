// Figures and moments as people read them.

export { compact, counted, dollars, figure, percent, ratio } from '../../../process/figures.js'

export const moment = (at: number | string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'medium' })

/** The end of a path tells more than its beginning. */
export const shortPath = (path: string): string => path.split('/').slice(-2).join('/')
