// The ledger summed up: in all, and by day, project, tool, wrapped server and client.
import { accountsOf, rowsOf } from '../../ledger/accounts.js'
import {
  addFigures,
  addRow,
  dayOf,
  expectedNetOf,
  type Figures,
  figuresIn,
  netOf,
  noFigures,
  type SumRow,
} from '../../ledger/figures.js'
import { addArms, armsOf, type Effect, effectOf } from '../../ledger/holdout.js'
import { SHELL_CLIENT } from '../../ledger/ledger-entry.js'
import type { LedgerContents } from '../../ledger/read-ledger.js'
import type { PriceTable } from '../prices/price-table.js'
import { PUBLISHED_PRICES } from '../prices/published-prices.js'
import { moneyOf, type SavedMoney } from './saved-money.js'

export interface Sum extends Figures {
  readonly net: number
  /** Including the engine's own estimate of misses. */
  readonly expectedNet: number
}

export interface Group extends Sum {
  readonly name: string
}

export interface Summary {
  /** Tokens are estimates (o200k). */
  readonly total: Sum
  /** Pruned by people at a prompt: not a model's saving, and not part of the others. */
  readonly shell?: Sum
  readonly money: SavedMoney
  readonly byDay: readonly Group[]
  readonly byProject: readonly Group[]
  readonly byTool: readonly Group[]
  /** The wrapped ones. */
  readonly byServer: readonly Group[]
  readonly byClient: readonly Group[]
  /** Present if there is a control group. */
  readonly effect?: Effect
  readonly damagedLines: number
  /** Files of folded days that could not be read. */
  readonly damagedSums?: number
}

/** Folded days count from their start. */
export function summarise(
  contents: LedgerContents,
  since?: number,
  prices: PriceTable = PUBLISHED_PRICES,
): Summary {
  const from = since ?? 0
  const accounts = accountsOf(contents.entries)
  const calls = accounts.calls.filter(({ at }) => at >= from)
  const firstDay = dayOf(from)
  const others = accounts.others.filter(({ at }) => at >= from)
  const rows = new Map<string, SumRow>()
  const arms = armsOf(calls.filter(({ client }) => client !== SHELL_CLIENT))
  for (const row of rowsOf({ calls, others })) addRow(rows, row)
  for (const sums of contents.sums) {
    if (since === undefined) addArms(arms, sums.arms)
    for (const row of sums.rows) if (since === undefined || row.day >= firstDay) addRow(rows, row)
  }
  const all = [...rows.values()].filter(({ client }) => client !== SHELL_CLIENT)
  const shell = sumOf([...rows.values()].filter(({ client }) => client === SHELL_CLIENT))
  const effect = effectOf(arms)
  return {
    total: sumOf(all),
    ...(shell.calls > 0 && { shell }),
    money: moneyOf(groupBy(all, 'client'), prices),
    byDay: groupBy(all, 'day').sort((a, b) => (a.name < b.name ? -1 : 1)),
    byProject: groupBy(all, 'project'),
    byTool: groupBy(all, 'tool'),
    byServer: groupBy(
      all.filter(({ server }) => server !== undefined),
      'server',
    ),
    byClient: groupBy(all, 'client'),
    ...(effect.heldCalls > 0 && { effect }),
    damagedLines: contents.damaged,
    ...(contents.damagedSums && { damagedSums: contents.damagedSums }),
  }
}

function sumOf(rows: readonly SumRow[]): Sum {
  const figures = noFigures()
  for (const row of rows) addFigures(figures, figuresIn(row))
  return { ...figures, net: netOf(figures), expectedNet: expectedNetOf(figures) }
}

function groupBy(
  rows: readonly SumRow[],
  field: 'day' | 'project' | 'tool' | 'server' | 'client',
): Group[] {
  const groups = new Map<string, SumRow[]>()
  for (const row of rows) {
    const name = row[field] ?? ''
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return [...groups]
    .map(([name, own]): Group => Object.assign(sumOf(own), { name }))
    .sort((a, b) => b.net - a.net || (a.name < b.name ? -1 : 1))
}
