// The report as one page that needs nothing else: no script, no request, plots drawn as SVG.

import { counted, figure, percent, ratio } from '../../process/figures.js'
import { damageText, KIND_HEADS, kindRow, kindsOf, shareLabel, tokenRows } from './kind-table.js'
import type { ReplayReport } from './replay-report.js'

export function replayHtml(report: ReplayReport, title = 'What pruning would have saved'): string {
  const { total, cost } = report
  const { raw } = total
  const bars: readonly Bar[] = tokenRows(total)
  const kinds = kindsOf(report.byKind)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${html(title)}</title><style>${STYLE}</style></head><body><main>
<h1>${html(title)}</h1>
<p>${counted(report.sessions, 'recorded session')}, ${counted(total.outputs, 'tool output')}, ${figure(total.pruned)} of which would have been pruned.</p>
<h2>Tokens of tool output</h2>
${plot(bars, raw, 'Tokens of tool output')}
${table(
  ['', 'tokens', 'of raw'],
  bars.map(({ label, value }) => [label, figure(value), percent(ratio(value, raw))]),
)}
<h2>What would have been missed</h2>
<p>The agent went on to use ${figure(total.used)} lines of pruned outputs; ${figure(total.usedCut)} of them (${percent(ratio(total.usedCut, total.used))}) would have been cut, in ${figure(total.missed)} of ${figure(total.pruned)} outputs.</p>
${table(
  ['file or command', 'line', 'use', 'tokens of the output', 'text'],
  report.misses.map(({ what, tool, line, use, tokens, text }) => [
    what === '' ? tool : what,
    String(line),
    use,
    figure(tokens),
    text,
  ]),
)}
<h2>By kind of call</h2>
${plot(
  kinds.map(([label, { block, raw: was }]) => ({ label, value: ratio(block, was) })),
  1,
  'Share of the tokens left, block recovery paid, by kind of call',
  percent,
)}
${table(
  KIND_HEADS,
  kinds.map(([name, figures]) => kindRow(name, figures)),
)}
<h2>Sessions</h2>
<p>${figure(report.worseCount)} of ${figure(report.sessionsWithOutput)} sessions would have got worse.${
    cost.sessions > 0
      ? ` By the client's own figures of cached and uncached tokens, ${counted(cost.sessions, 'whole session')} would have cost ${percent(ratio(cost.pruned, cost.recorded) - 1, true)}.`
      : ''
  }</p>
${plot(
  report.shares.map((value, i) => ({ label: shareLabel(i), value })),
  Math.max(1, ...report.shares),
  'Sessions by the share of their tokens that is left',
)}
${table(
  ['session', 'raw', 'with block recovery'],
  report.worse.map(({ file, raw: was, block }) => [file, figure(was), figure(block)]),
)}
<footer><p>Tokens are estimates (o200k). Use is a lower bound: lines edited, quoted, opened or named soon after.${
    report.damagedLines > 0 ? ` ${damageText(report.damagedLines)}` : ''
  }</p></footer>
</main></body></html>
`
}

interface Bar {
  readonly label: string
  readonly value: number
}

const ROW = 26
const LEFT = 250
const WIDTH = 430

function plot(
  bars: readonly Bar[],
  full: number,
  title: string,
  write: (value: number) => string = figure,
): string {
  const most = Math.max(full, ...bars.map(({ value }) => value), Number.MIN_VALUE)
  const rows = bars.map(({ label, value }, i) => {
    const width = Math.max(0, (value / most) * WIDTH)
    return (
      `<text x="${LEFT - 8}" y="${i * ROW + 17}" text-anchor="end">${html(label)}</text>` +
      `<rect x="${LEFT}" y="${i * ROW + 3}" width="${width.toFixed(1)}" height="${ROW - 8}"/>` +
      `<text x="${LEFT + width + 6}" y="${i * ROW + 17}">${write(value)}</text>`
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
main{max-width:58rem;margin:auto;padding:1rem}h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
svg{width:100%;height:auto;max-width:48rem}svg text{font:13px system-ui,sans-serif;fill:currentColor}rect{fill:#2f7ebf}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid #8885;vertical-align:top}td{overflow-wrap:anywhere}`
