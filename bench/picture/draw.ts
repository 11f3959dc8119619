// Draws the recorded points: needed lines kept against tokens shown. Plain SVG, one file for light pages
// and one for dark ones.

export interface Series {
  readonly name: string
  /** Share of the tokens shown, share of the needed lines kept. */
  readonly points: readonly (readonly [number, number])[]
}

interface Theme {
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

const WIDTH = 640
const HEIGHT = 360
const LEFT = 64
const RIGHT = 200
const TOP = 20
const BOTTOM = 52

const x = (share: number) => LEFT + share * (WIDTH - LEFT - RIGHT)
const y = (share: number) => HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
const at = (value: number) => value.toFixed(1)

export function draw(series: readonly Series[], theme: Theme): string {
  const parts: string[] = []
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    const percent = `${share * 100} %`
    parts.push(
      `<line x1="${at(x(0))}" x2="${at(x(1))}" y1="${at(y(share))}" y2="${at(y(share))}" stroke="${theme.faint}"/>`,
      label(x(0) - 8, y(share) + 4, percent, theme.ink, 'end'),
      label(x(share), y(0) + 18, percent, theme.ink, 'middle'),
    )
  }
  parts.push(
    label(x(0.5), HEIGHT - 10, 'tokens shown, of the whole output', theme.ink, 'middle'),
    label(x(0), TOP - 6, 'needed lines kept', theme.ink, 'start'),
  )
  series.forEach(({ name, points }, i) => {
    const colour = theme.colours[i % theme.colours.length]!
    const places = points.map(([shown, kept]) => `${at(x(shown))},${at(y(kept))}`)
    const width = i === 0 ? 3 : 1.5
    if (points.length > 1) {
      parts.push(
        `<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="${width}"/>`,
      )
    }
    for (const place of places) {
      const [cx, cy] = place.split(',')
      parts.push(`<circle cx="${cx}" cy="${cy}" r="${radiusOf(points, i)}" fill="${colour}"/>`)
    }
    const row = TOP + 20 + i * 22
    parts.push(
      `<circle cx="${WIDTH - RIGHT + 24}" cy="${row - 4}" r="5" fill="${colour}"/>`,
      label(WIDTH - RIGHT + 36, row, name, theme.ink, 'start'),
    )
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>Needed lines kept against tokens shown</title>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

/** A single point says where a method ends up by itself; the first series is ours. */
const radiusOf = (points: Series['points'], series: number): number =>
  points.length === 1 ? 6 : series === 0 ? 4 : 3

const label = (left: number, top: number, text: string, ink: string, anchor: string) =>
  `<text x="${at(left)}" y="${at(top)}" fill="${ink}" text-anchor="${anchor}">${text}</text>`
