// The report of a replay as titled tables, each for a terminal, a file and the page.
import { counted, dollars, figure, percent, ratio, shareInterval } from '../../process/figures.js'
import { type Miss, type ReplayFigures, type SessionCost, shareSaved } from './replay-figures.js'
import type { ReplayReport, SessionRow } from './replay-report.js'

/** A cell may lead to a session, or to one call of it. */
export type Cell =
  | string
  | {
      readonly text: string
      readonly session: string
      readonly project?: string | undefined
      readonly call?: string
    }

export const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)

export interface Section {
  readonly title: string
  readonly text?: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** One for each row, drawn from zero. */
  readonly bars?: readonly number[]
}

/** Each head of a table with its cells. */
type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

const tableOf = <Row>(columns: Columns<Row>, rows: readonly Row[]) => ({
  heads: Object.keys(columns),
  rows: rows.map((row) => Object.values(columns).map((cell) => cell(row))),
})

export function replaySections(report: ReplayReport): readonly Section[] {
  const worse = report.rows.filter((row) => shareSaved(row) < 0).reverse()
  const sections = [
    costSection(report),
    tokenSection(report),
    kindSection(report),
    passedSection(report),
    savingSection(report),
    { title: 'Sessions, most saved first', ...tableOf(SESSION_COLUMNS, report.rows) },
    { title: 'Sessions that would cost more', ...tableOf(SESSION_COLUMNS, worse) },
    {
      title: 'Needed lines that would have been cut',
      text: missText(report.total),
      ...tableOf(MISS_COLUMNS, report.misses),
    },
  ]
  return sections.filter(({ rows, text }) => rows.length > 0 || text !== undefined)
}

export const NO_BILL = 'The clients recorded no usage, so no bill is known.'

const COST_COLUMNS: Columns<readonly [name: string, cost: SessionCost]> = {
  '': ([name]) => name,
  bill: ([, { recorded }]) => dollars(recorded),
  saved: ([, { saved }]) => dollars(saved),
  low: ([, { savedLow }]) => dollars(savedLow),
  high: ([, { savedHigh }]) => dollars(savedHigh),
  'of the bill': ([, { saved, recorded }]) => percent(ratio(saved, recorded)),
  requests: ([, { requests }]) => figure(requests),
}

const byBill = (costs: Readonly<Record<string, SessionCost>>) =>
  Object.entries(costs).sort(([, a], [, b]) => b.recorded - a.recorded)

function costSection({ cost, costByClient, costByModel }: ReplayReport): Section {
  const rows = [['all', cost] as const, ...byBill(costByClient), ...byBill(costByModel)]
  return {
    title: 'By client and model',
    ...tableOf(COST_COLUMNS, cost.sessions === 0 ? [] : rows),
  }
}

function tokenSection(report: ReplayReport): Section {
  const { raw, shown, net, block } = report.total
  const rows = [
    ['recorded', raw],
    ['pruned', shown],
    ['misses recovered', block],
    ['misses read again', net],
  ] as const
  const repeats = repeatsText(report)
  return {
    title: 'Tokens of tool output',
    ...(repeats !== '' && { text: repeats }),
    heads: ['', 'tokens', 'of recorded'],
    rows: rows.map(([label, value]) => [label, figure(value), percent(ratio(value, raw))]),
    bars: rows.map(([, value]) => value),
  }
}

const KIND_COLUMNS: Columns<readonly [name: string, figures: ReplayFigures]> = {
  kind: ([name]) => name,
  saved: ([, { saved }]) => dollars(saved),
  outputs: ([, { outputs }]) => figure(outputs),
  pruned: ([, { pruned }]) => figure(pruned),
  tokens: ([, { raw }]) => figure(raw),
  shown: ([, { shown, raw }]) => percent(ratio(shown, raw)),
  recovered: ([, { block, raw }]) => percent(ratio(block, raw)),
  're-read': ([, { net, raw }]) => percent(ratio(net, raw)),
  used: ([, { used }]) => figure(used),
  cut: ([, { usedCut }]) => figure(usedCut),
}

const kindSection = ({ byKind, total }: ReplayReport): Section => ({
  title: 'By kind of call',
  text: 'Shown: of the tokens; also if the cut run of every miss is recovered, or its whole output read again. Used: lines that the agent used later; cut: those that would have been cut.',
  ...tableOf(KIND_COLUMNS, [
    ...Object.entries(byKind).sort(([, a], [, b]) => b.raw - a.raw),
    ['all', total],
  ]),
})

const passedSection = ({ passed, total }: ReplayReport): Section => ({
  title: 'Why not pruned',
  heads: ['reason', 'outputs', 'tokens', 'of all tokens'],
  rows: Object.entries(passed)
    .sort(([, a], [, b]) => b.tokens - a.tokens)
    .map(([reason, { outputs, tokens }]) => [
      reason,
      figure(outputs),
      figure(tokens),
      percent(ratio(tokens, total.raw)),
    ]),
})

function savingSection({ bySaving }: ReplayReport): Section {
  const shown = bySaving.filter(({ sessions }) => sessions > 0)
  return {
    title: 'Sessions by share saved',
    heads: ['saved', 'sessions'],
    rows: shown.map(({ label, sessions }) => [label, figure(sessions)]),
    bars: shown.map(({ sessions }) => sessions),
  }
}

const SESSION_COLUMNS: Columns<SessionRow> = {
  session: ({ file, project }) => ({ text: file, session: file, project }),
  client: ({ client }) => client,
  bill: ({ cost }) => (cost ? dollars(cost.recorded) : '–'),
  saved: ({ cost }) => (cost ? dollars(cost.saved) : '–'),
  'of the bill': ({ cost }) => (cost ? percent(ratio(cost.saved, cost.recorded)) : '–'),
  outputs: ({ figures }) => figure(figures.outputs),
  pruned: ({ figures }) => figure(figures.pruned),
  missed: ({ figures }) => figure(figures.missed),
}

const MISS_COLUMNS: Columns<Miss> = {
  where: ({ what, tool, line, session, call }) => ({
    text: `${(what === '' ? tool : what).replace(/\s+/g, ' ')}:${line}`,
    session,
    call,
  }),
  use: ({ use }) => use,
  tokens: ({ tokens }) => figure(tokens),
  line: ({ text }) => text,
}

/** The uncertainty of the share of misses. */
function missText({ pruned, missed, withUse, used, usedCut }: ReplayFigures): string {
  const [low, high] = shareInterval(missed, pruned)
  return (
    `Needed lines cut in ${figure(missed)} of ${counted(pruned, 'pruned output')} ` +
    `(${percent(ratio(missed, pruned))}, 95 % interval ${percent(low)} to ${percent(high)}); ` +
    `${figure(usedCut)} of ${counted(used, 'line')} seen in use. A lower bound: some use was seen of ` +
    `${percent(ratio(withUse, pruned))} of the pruned outputs, of the others nothing is known.`
  )
}

/** Empty where nothing was repeated. */
function repeatsText({ repeats: { outputs, tokens, saved }, cost }: ReplayReport): string {
  if (outputs === 0) return ''
  const money = cost.sessions === 0 ? '' : `, ${dollars(saved)}`
  return `Marks for lines that a conversation already holds would have saved another ${figure(tokens)} tokens in ${counted(outputs, 'output')}${money}. No other figure includes them.`
}

/** The basis of the figures. */
export function basisText({
  prices,
  standIns,
  secondHand,
  cost,
  damagedLines,
}: ReplayReport): string {
  const others = Object.entries(standIns).map(([model, standIn]) => `${model} as ${standIn}`)
  const unknown = others.length > 0 ? `; not in the table: ${others.join(', ')}` : ''
  const reported = secondHand.length > 0 ? `; second-hand: ${secondHand.join(', ')}` : ''
  const damaged = damagedLines === 1 ? 'line was' : 'lines were'
  return [
    ...(cost.sessions > 0
      ? [`Prices of ${prices.date} (--prices FILE for others)${unknown}${reported}.`]
      : []),
    'Tokens are estimates (o200k).',
    'Use is a lower bound: lines edited, copied, searched for, quoted, opened or named soon after.',
    ...(damagedLines > 0 ? [`${figure(damagedLines)} damaged ${damaged} skipped.`] : []),
  ].join(' ')
}

/** Skipped files by reason, the most frequent first. */
export function notTakenByReason({
  notTaken,
}: Pick<ReplayReport, 'notTaken'>): readonly (readonly [reason: string, files: string[]])[] {
  const byReason = new Map<string, string[]>()
  for (const { file, reason } of notTaken) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), file])
  }
  return [...byReason].sort(([, a], [, b]) => b.length - a.length)
}

export const skippedSection = (report: Pick<ReplayReport, 'notTaken'>): Section => ({
  title: 'Skipped files',
  heads: ['reason', 'files', 'the first'],
  rows: notTakenByReason(report).map(([reason, files]) => [
    reason,
    figure(files.length),
    files[0] ?? '',
  ]),
})
