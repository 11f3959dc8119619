// Draws the recorded points: needed lines kept against tokens shown.
import { at, label, page, type Theme } from './svg.js'

export interface Series {
  readonly name: string
  /** Share of the tokens shown, share of the needed lines kept. */
  readonly points: readonly (readonly [number, number])[]
}

const WIDTH = 680
const HEIGHT = 360
const LEFT = 64
/** The longest name, in the widest of the fonts that a page may have. */
const RIGHT = 240
const TOP = 20
const BOTTOM = 52

const x = (share: number) => LEFT + share * (WIDTH - LEFT - RIGHT)
const y = (share: number) => HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

export function drawCurves(series: readonly Series[], theme: Theme): string {
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
  return page('Needed lines kept against tokens shown', WIDTH, HEIGHT, parts)
}

/** A single point is a method that chooses its own size; the first series is ours. */
const radiusOf = (points: Series['points'], series: number): number =>
  points.length === 1 ? 6 : series === 0 ? 4 : 3
