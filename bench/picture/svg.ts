// Plain SVG for the documents, drawn once for light pages and once for dark ones.
export interface Theme {
  readonly ink: string
  readonly faint: string
  readonly colours: readonly string[]
}

export const THEMES: Readonly<Record<'light' | 'dark', Theme>> = {
  light: {
    ink: '#1f2328',
    faint: '#d1d9e0',
    colours: ['#0b6bcb', '#cf222e', '#8a5a00', '#777777', '#9a3b8f'],
  },
  dark: {
    ink: '#e6edf3',
    faint: '#3d444d',
    colours: ['#58a6ff', '#ff7b72', '#d8a13a', '#9aa4af', '#e08ad6'],
  },
}

export const at = (value: number) => value.toFixed(1)

export const label = (left: number, top: number, text: string, ink: string, anchor: string) =>
  `<text x="${at(left)}" y="${at(top)}" fill="${ink}" text-anchor="${anchor}">${text}</text>`

export function page(
  title: string,
  width: number,
  height: number,
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>${title}</title>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}
