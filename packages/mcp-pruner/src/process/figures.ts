// Figures as people read them, in reports and on the page.

export const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
/** Zero has no sign. */
export const figure = (value: number): string =>
  (value === 0 ? 0 : value).toLocaleString('en-US').replace('-', '−')
/** `1 session`, `2 sessions`. */
export const counted = (count: number, name: string): string =>
  `${figure(count)} ${name}${count === 1 ? '' : 's'}`
export const percent = (share: number, signed = false): string =>
  `${signed && share > 0 ? '+' : ''}${(share * 100).toFixed(1).replace('-', '−')} %`

/** Dollars: cents, and more places only for amounts below a cent. */
export function dollars(value: number): string {
  const size = Math.abs(value)
  const places = size === 0 || size >= 0.01 ? 2 : size >= 0.001 ? 4 : 6
  const text = size.toLocaleString('en-US', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  })
  return `${value < 0 && Number(text.replaceAll(',', '')) !== 0 ? '−' : ''}$${text}`
}

/** `41k`, `1.2M`. */
export const compact = (value: number): string =>
  value
    .toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 1 })
    .replace('-', '−')
    .replace('K', 'k')

const NONE = '–'
const FIGURE = /^[−+$]*[\d,.]+( %)?$/

/** Such a column is aligned to the right; a dash stands for an unknown value. */
export function isFigureColumn(cells: readonly string[]): boolean {
  const known = cells.filter((text) => text !== NONE)
  return known.length > 0 && known.every((text) => FIGURE.test(text))
}

const Z_95 = 1.96

/** Wilson's 95 % interval of an observed share. */
export function shareInterval(count: number, of: number): readonly [low: number, high: number] {
  if (of <= 0) return [0, 1]
  const share = count / of
  const z = (Z_95 * Z_95) / of
  const middle = (share + z / 2) / (1 + z)
  const half = Math.sqrt(z * (share * (1 - share) + z / 4)) / (1 + z)
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}
