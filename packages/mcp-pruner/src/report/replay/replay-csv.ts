// One row per session, for a spreadsheet.
import type { ReplayReport } from './replay-report.js'

const HEADS = [
  'session',
  'client',
  'project',
  'from',
  'to',
  'models',
  'requests',
  'bill_usd',
  'saved_usd',
  'saved_low_usd',
  'saved_high_usd',
  'outputs',
  'pruned',
  'missed',
  'raw_tokens',
  'shown_tokens',
  'reread_tokens',
  'block_tokens',
  'carried_less_tokens',
] as const

export function replayCsv({ rows }: ReplayReport): string {
  const lines = rows.map(({ file, client, project, from, to, models, figures, cost }) => [
    file,
    client,
    project,
    from,
    to,
    models.join(' '),
    cost?.requests,
    money(cost?.recorded),
    money(cost?.saved),
    money(cost?.savedLow),
    money(cost?.savedHigh),
    figures.outputs,
    figures.pruned,
    figures.missed,
    figures.raw,
    figures.shown,
    figures.net,
    figures.block,
    cost?.carriedLess,
  ])
  return `${[HEADS, ...lines].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`
}

const money = (dollars: number | undefined): string | undefined => dollars?.toFixed(6)

/** Quoted if needed; a name that a spreadsheet would treat as a formula is marked as text. */
function cell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+@\t\r]|^-(?!\d)/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
