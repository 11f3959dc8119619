// Figures as people read them, in reports and on the page.

export const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
export const figure = (value: number): string => value.toLocaleString('en-US').replace('-', '−')
export const percent = (share: number, signed = false): string =>
  `${signed && share > 0 ? '+' : ''}${(share * 100).toFixed(1).replace('-', '−')} %`
