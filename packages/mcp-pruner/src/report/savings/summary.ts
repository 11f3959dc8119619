// The ledger summed up: in all, and by day, project, tool and client.
import { accountsOf, rowsOf } from '../../stats/accounts.js'
import {
  addFigures,
  addRow,
  dayOf,
  type Figures,
  netOf,
  noFigures,
  type SumRow,
} from '../../stats/figures.js'
import { addArms, armsOf, type Effect, effectOf } from '../../stats/holdout.js'
import type { LedgerContents } from '../../stats/read-ledger.js'

export interface Group extends Figures {
  readonly name: string
  readonly net: number
}

export interface Summary {
  /** Tokens are estimates (o200k). */
  readonly total: Figures & { readonly net: number }
  readonly byDay: readonly Group[]
  readonly byProject: readonly Group[]
  readonly byTool: readonly Group[]
  readonly byClient: readonly Group[]
  /** Present when calls were held out. */
  readonly effect?: Effect
  readonly damagedLines: number
  /** Files of folded days that could not be read. */
  readonly damagedSums?: number
}

/** Days that were folded count from their first moment on. */
export function summarise(contents: LedgerContents, since?: number): Summary {
  const from = since ?? 0
  const accounts = accountsOf(contents.entries)
  const calls = accounts.calls.filter(({ at }) => at >= from)
  const firstDay = dayOf(from)
  const others = accounts.others.filter(({ at }) => at >= from)
  const rows = new Map<string, SumRow>()
  const arms = armsOf(calls)
  for (const row of rowsOf({ calls, others })) addRow(rows, row)
  for (const sums of contents.sums) {
    if (since === undefined) addArms(arms, sums.arms)
    for (const row of sums.rows) if (since === undefined || row.day >= firstDay) addRow(rows, row)
  }
  const all = [...rows.values()]
  const total = noFigures()
  for (const row of all) addFigures(total, figuresIn(row))
  const effect = effectOf(arms)
  return {
    total: { ...total, net: netOf(total) },
    byDay: groupBy(all, 'day').sort((a, b) => (a.name < b.name ? -1 : 1)),
    byProject: groupBy(all, 'project'),
    byTool: groupBy(all, 'tool'),
    byClient: groupBy(all, 'client'),
    ...(effect.heldCalls > 0 && { effect }),
    damagedLines: contents.damaged,
    ...(contents.damagedSums && { damagedSums: contents.damagedSums }),
  }
}

function groupBy(rows: readonly SumRow[], field: 'day' | 'project' | 'tool' | 'client'): Group[] {
  const groups = new Map<string, Figures>()
  for (const row of rows) {
    const figures = groups.get(row[field]) ?? noFigures()
    addFigures(figures, figuresIn(row))
    groups.set(row[field], figures)
  }
  return [...groups]
    .map(([name, figures]): Group => Object.assign(figures, { name, net: netOf(figures) }))
    .sort((a, b) => b.net - a.net || (a.name < b.name ? -1 : 1))
}

const figuresIn = ({ calls, raw, shown, question, recovered, again, list }: SumRow): Figures => ({
  calls,
  raw,
  shown,
  question,
  recovered,
  again,
  list,
})
