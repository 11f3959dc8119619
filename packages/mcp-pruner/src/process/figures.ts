// Figures as people read them, in reports and on the page.

export const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
/** Nothing has no sign. */
export const figure = (value: number): string =>
  (value === 0 ? 0 : value).toLocaleString('en-US').replace('-', '−')
/** `1 session`, `2 sessions`. */
export const counted = (count: number, name: string): string =>
  `${figure(count)} ${name}${count === 1 ? '' : 's'}`
export const percent = (share: number, signed = false): string =>
  `${signed && share > 0 ? '+' : ''}${(share * 100).toFixed(1).replace('-', '−')} %`
