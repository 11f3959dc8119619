// The report as one self-contained page: no script, no request, plots as SVG.
import { counted, dollars, figure, percent, ratio } from '../../process/figures.js'
import type { ReplayReport } from './replay-report.js'
import {
  basisText,
  NO_BILL,
  replaySections,
  type Section,
  skippedSection,
  textOf,
} from './replay-sections.js'

export function replayHtml(report: ReplayReport, title = 'What pruning would have saved'): string {
  const { total, sessions } = report
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${html(title)}</title><style>${STYLE}</style></head><body><main>
<h1>${html(title)}</h1>
${money(report)}
<p>${counted(sessions, 'recorded session')}, ${counted(total.outputs, 'tool output')}, ${figure(total.pruned)} of which would have been pruned.</p>
${[...replaySections(report), skippedSection(report)].map(sectionHtml).join('\n')}
<footer><p>${html(basisText(report))}</p></footer>
</main></body></html>
`
}

function money({ cost }: ReplayReport): string {
  if (cost.sessions === 0) return `<p>${NO_BILL}</p>`
  const { recorded, saved, savedLow, savedHigh } = cost
  return `<p class="big"><strong>${dollars(saved)}</strong> of ${dollars(recorded)} (${percent(ratio(saved, recorded))}) would have been saved; low ${dollars(savedLow)}, high ${dollars(savedHigh)}.</p>`
}

function sectionHtml({ title, text, heads, rows, bars }: Section): string {
  if (rows.length === 0 && text === undefined) return ''
  const lines = rows.map((row) => row.map(textOf))
  const labels = lines.map(([label = '']) => label)
  const body = lines.map((row) => cells('td', row)).join('')
  return [
    `<h2>${html(title)}</h2>`,
    ...(bars ? [plot(labels, bars, title)] : []),
    ...(lines.length > 0
      ? [
          `<div class="wide"><table><thead>${cells('th', heads)}</thead><tbody>${body}</tbody></table></div>`,
        ]
      : []),
    ...(text === undefined ? [] : [`<p>${html(text)}</p>`]),
  ].join('\n')
}

const ROW = 26
const LEFT = 250
const WIDTH = 430

function plot(labels: readonly string[], bars: readonly number[], title: string): string {
  const most = Math.max(...bars, Number.MIN_VALUE)
  const rows = bars.map((value, i) => {
    const width = Math.max(0, (value / most) * WIDTH)
    return (
      `<text x="${LEFT - 8}" y="${i * ROW + 17}" text-anchor="end">${html(labels[i] ?? '')}</text>` +
      `<rect x="${LEFT}" y="${i * ROW + 3}" width="${width.toFixed(1)}" height="${ROW - 8}"/>` +
      `<text x="${LEFT + width + 6}" y="${i * ROW + 17}">${figure(value)}</text>`
    )
  })
  return `<svg viewBox="0 0 ${LEFT + WIDTH + 90} ${bars.length * ROW}" role="img" aria-label="${html(title)}">${rows.join('')}</svg>`
}

const cells = (tag: string, row: readonly string[]): string =>
  `<tr>${row.map((cell) => `<${tag}>${html(cell)}</${tag}>`).join('')}</tr>`

const html = (text: string): string =>
  text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`)

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:0}
main{max-width:58rem;margin:auto;padding:1rem}h1{font-size:1.5rem}.big{font-size:1.2rem}h2{font-size:1.15rem;margin-top:2rem}
svg{width:100%;height:auto;max-width:48rem}svg text{font:13px system-ui,sans-serif;fill:currentColor}rect{fill:#2f7ebf}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid #8885;vertical-align:top}td{overflow-wrap:anywhere}`
