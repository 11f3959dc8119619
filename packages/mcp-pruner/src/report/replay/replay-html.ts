// The report as one self-contained page: no script, no request, plots as SVG.

import { counted, dollars, figure, percent, ratio } from '../../process/figures.js'
import {
  billRows,
  COST_HEADS,
  damageText,
  KIND_HEADS,
  kindRow,
  kindsOf,
  missedIn,
  missText,
  NO_BILL,
  NOT_TAKEN_HEADS,
  notTakenRows,
  PASSED_HEADS,
  passedRows,
  pricesText,
  repeatsText,
  SESSION_HEADS,
  sessionRow,
  TOKEN_HEADS,
  tokenRows,
  tokenTable,
} from './kind-table.js'
import type { ReplayReport } from './replay-report.js'

export function replayHtml(report: ReplayReport, title = 'What pruning would have saved'): string {
  const { total } = report
  const parts = [
    money(report),
    `<p>${counted(report.sessions, 'recorded session')}, ${counted(total.outputs, 'tool output')}, ${figure(total.pruned)} of which would have been pruned.</p>`,
    heading('Tokens of tool output'),
    plot(tokenRows(total), total.raw, 'Tokens of tool output'),
    table(TOKEN_HEADS, tokenTable(total)),
    heading('What would have been missed'),
    `<p>${html(missText(total))}. ${html(repeatsText(report))}</p>`,
    table(
      ['file or command', 'line', 'use', 'tokens of the output', 'text'],
      report.misses.map((miss) => [
        missedIn(miss),
        String(miss.line),
        miss.use,
        figure(miss.tokens),
        miss.text,
      ]),
    ),
    heading('By kind of call'),
    table(
      KIND_HEADS,
      kindsOf(report.byKind).map(([name, figures]) => kindRow(name, figures)),
    ),
    heading('Why not pruned'),
    table(PASSED_HEADS, passedRows(report.passed, total.raw)),
    heading('Sessions'),
    plot(
      report.bySaving.map(({ label, sessions }) => ({ label, value: sessions })),
      Math.max(1, ...report.bySaving.map(({ sessions }) => sessions)),
      'Sessions by what they save',
    ),
    table(SESSION_HEADS, report.rows.map(sessionRow)),
    heading('Skipped files'),
    table(NOT_TAKEN_HEADS, notTakenRows(report)),
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${html(title)}</title><style>${STYLE}</style></head><body><main>
<h1>${html(title)}</h1>
${parts.join('\n')}
<footer><p>${html(pricesText(report))}. Tokens are estimates (o200k). Use is a lower bound: lines edited, copied, searched for, quoted, opened or named soon after.${
    report.damagedLines > 0 ? ` ${damageText(report.damagedLines)}` : ''
  }</p></footer>
</main></body></html>
`
}

const heading = (text: string): string => `<h2>${html(text)}</h2>`

function money(report: ReplayReport): string {
  const { cost } = report
  if (cost.sessions === 0) return `<p>${NO_BILL}</p>`
  const { recorded, saved, savedLow, savedHigh } = cost
  return [
    `<p class="big"><strong>${dollars(saved)}</strong> of ${dollars(recorded)} (${percent(ratio(saved, recorded))}) would have been saved; low ${dollars(savedLow)}, high ${dollars(savedHigh)}.</p>`,
    table(COST_HEADS, billRows(report)),
  ].join('\n')
}

interface Bar {
  readonly label: string
  readonly value: number
}

const ROW = 26
const LEFT = 250
const WIDTH = 430

function plot(bars: readonly Bar[], full: number, title: string): string {
  const most = Math.max(full, ...bars.map(({ value }) => value), Number.MIN_VALUE)
  const rows = bars.map(({ label, value }, i) => {
    const width = Math.max(0, (value / most) * WIDTH)
    return (
      `<text x="${LEFT - 8}" y="${i * ROW + 17}" text-anchor="end">${html(label)}</text>` +
      `<rect x="${LEFT}" y="${i * ROW + 3}" width="${width.toFixed(1)}" height="${ROW - 8}"/>` +
      `<text x="${LEFT + width + 6}" y="${i * ROW + 17}">${figure(value)}</text>`
    )
  })
  return `<svg viewBox="0 0 ${LEFT + WIDTH + 90} ${bars.length * ROW}" role="img" aria-label="${html(title)}">${rows.join('')}</svg>`
}

const cells = (tag: string, row: readonly string[]): string =>
  `<tr>${row.map((cell) => `<${tag}>${html(cell)}</${tag}>`).join('')}</tr>`

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p class="none">None.</p>'
  return `<div class="wide"><table><thead>${cells('th', heads)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table></div>`
}

const html = (text: string): string =>
  text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`)

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:0}
main{max-width:58rem;margin:auto;padding:1rem}h1{font-size:1.5rem}.big{font-size:1.2rem}h2{font-size:1.15rem;margin-top:2rem}
svg{width:100%;height:auto;max-width:48rem}svg text{font:13px system-ui,sans-serif;fill:currentColor}rect{fill:#2f7ebf}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid #8885;vertical-align:top}td{overflow-wrap:anywhere}`
