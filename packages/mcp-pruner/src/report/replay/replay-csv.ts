// One row per session, for a spreadsheet.
import type { ReplayReport, SessionRow } from './replay-report.js'

const COLUMNS: Readonly<Record<string, (row: SessionRow) => string | number | undefined>> = {
  session: ({ file }) => file,
  client: ({ client }) => client,
  project: ({ project }) => project,
  from: ({ from }) => from,
  to: ({ to }) => to,
  models: ({ models }) => models.join(' '),
  requests: ({ cost }) => cost?.requests,
  bill_usd: ({ cost }) => money(cost?.recorded),
  saved_usd: ({ cost }) => money(cost?.saved),
  saved_low_usd: ({ cost }) => money(cost?.savedLow),
  saved_high_usd: ({ cost }) => money(cost?.savedHigh),
  outputs: ({ figures }) => figures.outputs,
  pruned: ({ figures }) => figures.pruned,
  missed: ({ figures }) => figures.missed,
  raw_tokens: ({ figures }) => figures.raw,
  shown_tokens: ({ figures }) => figures.shown,
  reread_tokens: ({ figures }) => figures.net,
  block_tokens: ({ figures }) => figures.block,
  carried_less_tokens: ({ cost }) => cost?.carriedLess,
}

export function replayCsv({ rows }: ReplayReport): string {
  const lines = rows.map((row) => Object.values(COLUMNS).map((valueOf) => valueOf(row)))
  return `${[Object.keys(COLUMNS), ...lines].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`
}

const money = (dollars: number | undefined): string | undefined => dollars?.toFixed(6)

/** Quoted if needed; a name that a spreadsheet would treat as a formula is marked as text. */
function cell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+@\t\r]|^-(?!\d)/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
