// From what was written down to what each call cost and saved: recoveries and repeats go to the call that
// caused them.
import { addRow, dayOf, type Figures, noFigures, type SumRow } from './figures.js'
import type { CallEntry, LedgerEntry } from './ledger-entry.js'

export interface Account extends CallEntry {
  /** Tokens that were had back of this call's text. */
  readonly recovered: number
  /** Tokens of the outputs of calls that did the same again, soon after. */
  readonly again: number
}

/** As far ahead as a repeat is looked for, in calls of the same session. */
const REPEAT_WITHIN = 12

export interface Accounts {
  readonly calls: readonly Account[]
  /** What belongs to no call: tool lists, and recoveries from calls that are not here. */
  readonly others: readonly { readonly at: number; readonly row: SumRow }[]
}

export function accountsOf(entries: readonly LedgerEntry[]): Accounts {
  const ordered = [...entries].sort((a, b) => a.at - b.at)
  const calls: { -readonly [Key in keyof Account]: Account[Key] }[] = []
  const byPrune = new Map<string, (typeof calls)[number]>()
  const recent = new Map<string, (typeof calls)[number][]>()
  const others: { at: number; row: SumRow }[] = []
  const other = (entry: LedgerEntry, tool: string, figures: Partial<Figures>) => {
    const { at, project, client } = entry
    const row = { day: dayOf(at), project, client, tool, ...noFigures(), ...figures }
    others.push({ at, row })
  }
  for (const entry of ordered) {
    if (entry.kind === 'session') other(entry, '(tool list)', { list: entry.list })
    else if (entry.kind === 'recovered') {
      const from = byPrune.get(entry.prune)
      if (from) from.recovered += entry.tokens
      else other(entry, entry.tool ?? '(recovered)', { recovered: entry.tokens })
    } else {
      const call = { ...entry, recovered: 0, again: 0 }
      const before = recent.get(call.session) ?? []
      const first = before.findLast((earlier) => wasCutOrHeld(earlier) && isRepeat(earlier, call))
      if (first) first.again += call.raw
      before.push(call)
      if (before.length > REPEAT_WITHIN) before.shift()
      recent.set(call.session, before)
      if (call.prune !== undefined) byPrune.set(call.prune, call)
      calls.push(call)
    }
  }
  return { calls, others }
}

/** Held ones too: they tell how often agents repeat a call in any case. */
const wasCutOrHeld = ({ held, prune, shown, raw }: CallEntry): boolean =>
  held === true || prune !== undefined || shown < raw

function isRepeat(first: CallEntry, second: CallEntry): boolean {
  if (first.what === undefined || first.what !== second.what) return false
  return (
    (first.from ?? 1) <= (second.to ?? Number.POSITIVE_INFINITY) &&
    (second.from ?? 1) <= (first.to ?? Number.POSITIVE_INFINITY)
  )
}

/** What the call counts for. A held call had nothing cut, so no repeat is the pruner's fault. */
export function figuresOf(call: Account): Figures {
  const { raw, shown, question, recovered, again, held } = call
  return { calls: 1, raw, shown, question, recovered, again: held ? 0 : again, list: 0 }
}

export function rowsOf({ calls, others }: Accounts): SumRow[] {
  const rows = new Map<string, SumRow>()
  for (const { row } of others) addRow(rows, row)
  for (const call of calls) {
    const { at, project, client, tool } = call
    addRow(rows, { day: dayOf(at), project, client, tool, ...figuresOf(call) })
  }
  return [...rows.values()]
}
