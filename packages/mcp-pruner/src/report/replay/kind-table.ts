// The tables of a replay, for a terminal, a file and the page.
import { counted, dollars, figure, percent, ratio, shareInterval } from '../../process/figures.js'
import type { Miss, Passed, ReplayFigures, SessionCost } from './replay-figures.js'
import type { ReplayReport, SessionRow } from './replay-report.js'

/** Each head of a table with its cells. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string>>

const cellsOf = <Row>(columns: Columns<Row>, row: Row): string[] =>
  Object.values(columns).map((cell) => cell(row))

const KIND_COLUMNS: Columns<ReplayFigures> = {
  saved: ({ saved }) => dollars(saved),
  outputs: ({ outputs }) => figure(outputs),
  pruned: ({ pruned }) => figure(pruned),
  raw: ({ raw }) => figure(raw),
  shown: ({ shown, raw }) => percent(ratio(shown, raw)),
  're-read': ({ net, raw }) => percent(ratio(net, raw)),
  block: ({ block, raw }) => percent(ratio(block, raw)),
  used: ({ used }) => figure(used),
  cut: ({ usedCut }) => figure(usedCut),
}
export const KIND_HEADS: readonly string[] = ['lever', ...Object.keys(KIND_COLUMNS)]

export const kindRow = (name: string, of: ReplayFigures): string[] => [
  name,
  ...cellsOf(KIND_COLUMNS, of),
]

/** The kinds with the most tokens first. */
export const kindsOf = (
  byKind: Readonly<Record<string, ReplayFigures>>,
): readonly (readonly [string, ReplayFigures])[] =>
  Object.entries(byKind).sort(([, a], [, b]) => b.raw - a.raw)

const COST_COLUMNS: Columns<SessionCost> = {
  bill: ({ recorded }) => dollars(recorded),
  saved: ({ saved }) => dollars(saved),
  low: ({ savedLow }) => dollars(savedLow),
  high: ({ savedHigh }) => dollars(savedHigh),
  'of the bill': ({ saved, recorded }) => percent(ratio(saved, recorded)),
  requests: ({ requests }) => figure(requests),
}
export const COST_HEADS: readonly string[] = ['', ...Object.keys(COST_COLUMNS)]

const costRow = (name: string, of: SessionCost): string[] => [name, ...cellsOf(COST_COLUMNS, of)]

export const costRows = (costs: Readonly<Record<string, SessionCost>>): readonly string[][] =>
  Object.entries(costs)
    .sort(([, a], [, b]) => b.recorded - a.recorded)
    .map(([name, cost]) => costRow(name, cost))

export const NO_BILL = 'The clients recorded no usage, so no bill is known.'

/** The total, then by client and by model. */
export const billRows = ({
  cost,
  costByClient,
  costByModel,
}: ReplayReport): readonly string[][] => [
  costRow('all', cost),
  ...costRows(costByClient),
  ...costRows(costByModel),
]

const SESSION_COLUMNS: Columns<SessionRow> = {
  session: ({ file }) => file,
  client: ({ client }) => client,
  bill: ({ cost }) => (cost ? dollars(cost.recorded) : '–'),
  saved: ({ cost }) => (cost ? dollars(cost.saved) : '–'),
  'of the bill': ({ cost }) => (cost ? percent(ratio(cost.saved, cost.recorded)) : '–'),
  outputs: ({ figures }) => figure(figures.outputs),
  pruned: ({ figures }) => figure(figures.pruned),
  missed: ({ figures }) => figure(figures.missed),
}
export const SESSION_HEADS: readonly string[] = Object.keys(SESSION_COLUMNS)

export const sessionRow = (row: SessionRow): string[] => cellsOf(SESSION_COLUMNS, row)

export const PASSED_HEADS: readonly string[] = [
  'why not pruned',
  'outputs',
  'tokens',
  'of all tokens',
]

export const passedRows = (
  passed: Readonly<Record<string, Passed>>,
  allTokens: number,
): readonly string[][] =>
  Object.entries(passed)
    .sort(([, a], [, b]) => b.tokens - a.tokens)
    .map(([reason, { outputs, tokens }]) => [
      reason,
      figure(outputs),
      figure(tokens),
      percent(ratio(tokens, allTokens)),
    ])

/** Actual tokens, and what they would have been in three ways of counting. */
export const tokenRows = ({ raw, shown, net, block }: ReplayFigures) =>
  [
    { label: 'as it was', value: raw },
    { label: 'as it would have been', value: shown },
    { label: 'every miss: whole output again', value: net },
    { label: 'every miss: its cut run again', value: block },
  ] as const

export const TOKEN_HEADS: readonly string[] = ['', 'tokens', 'of raw']

export const tokenTable = (total: ReplayFigures): readonly string[][] =>
  tokenRows(total).map(({ label, value }) => [
    label,
    figure(value),
    percent(ratio(value, total.raw)),
  ])

/** The file or command of a miss; otherwise its tool. */
export const missedIn = ({ what, tool }: Pick<Miss, 'what' | 'tool'>): string =>
  what === '' ? tool : what

/** The uncertainty of the share of misses. */
export function missText({ pruned, missed, withUse, used, usedCut }: ReplayFigures): string {
  const [low, high] = shareInterval(missed, pruned)
  return (
    `Needed lines cut in ${figure(missed)} of ${counted(pruned, 'pruned output')} ` +
    `(${percent(ratio(missed, pruned))}, 95 % interval ${percent(low)} to ${percent(high)}); ` +
    `${figure(usedCut)} of ${counted(used, 'line')} seen in use. A lower bound: some use was seen of ` +
    `${percent(ratio(withUse, pruned))} of the pruned outputs, of the others nothing is known`
  )
}

/** Empty where nothing was repeated. */
export function repeatsText({ repeats: { outputs, tokens, saved }, cost }: ReplayReport): string {
  if (outputs === 0) return ''
  const money = cost.sessions === 0 ? '' : `, ${dollars(saved)}`
  return `Marks for what a conversation holds already would have saved another ${figure(tokens)} tokens in ${counted(outputs, 'output')}${money}; that is in none of the other figures.`
}

/** The basis of the dollar figures. */
export function pricesText({ prices, standIns, secondHand, cost }: ReplayReport): string {
  if (cost.sessions === 0) return 'No session has a bill: the clients recorded no usage'
  const others = Object.entries(standIns).map(([model, standIn]) => `${model} as ${standIn}`)
  const unknown = others.length > 0 ? `; not in the table: ${others.join(', ')}` : ''
  const reported = secondHand.length > 0 ? `; second-hand: ${secondHand.join(', ')}` : ''
  return `Prices of ${prices.date} (--prices FILE for others)${unknown}${reported}`
}

export const damageText = (lines: number): string =>
  `${counted(lines, 'damaged line')} ${lines === 1 ? 'was' : 'were'} skipped.`

/** Skipped files, counted by reason. */
export function notTakenByReason({
  notTaken,
}: Pick<ReplayReport, 'notTaken'>): readonly (readonly [reason: string, files: string[]])[] {
  const byReason = new Map<string, string[]>()
  for (const { file, reason } of notTaken) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), file])
  }
  return [...byReason].sort(([, a], [, b]) => b.length - a.length)
}

export const NOT_TAKEN_HEADS: readonly string[] = ['reason', 'files', 'the first']

export const notTakenRows = (report: Pick<ReplayReport, 'notTaken'>): readonly string[][] =>
  notTakenByReason(report).map(([reason, files]) => [reason, figure(files.length), files[0] ?? ''])
