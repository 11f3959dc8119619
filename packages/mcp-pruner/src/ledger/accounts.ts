// From the ledger to the cost and savings of each call: recoveries and repeats are charged to the call that
// caused them.

import { clientFamily } from '../clients/known-clients.js'
import { addRow, dayOf, type Figures, noFigures, type SumRow } from './figures.js'
import type { CallEntry, LedgerEntry, RecoveredEntry } from './ledger-entry.js'

export interface Account extends CallEntry {
  /** Tokens recovered from this call's text. */
  readonly recovered: number
  /** Tokens of the outputs of calls that repeated it soon after. */
  readonly again: number
}

/** How far ahead repeats are looked for, in calls of the same session. */
const REPEAT_WITHIN = 12
/** Each command at a prompt is its own process: commands of one project shortly after another belong together. */
const PROMPT_SESSION_MS = 30 * 60_000

export interface Accounts {
  readonly calls: readonly Account[]
  /** Charged to no call: tool lists, and recoveries from calls that are not here. */
  readonly others: readonly { readonly at: number; readonly row: SumRow }[]
}

type OpenAccount = { -readonly [Key in keyof Account]: Account[Key] }

export function accountsOf(entries: readonly LedgerEntry[]): Accounts {
  const ordered = [...entries].sort((a, b) => a.at - b.at)
  const calls: OpenAccount[] = []
  const byPrune = new Map<string, OpenAccount[]>()
  const recent = new Map<string, OpenAccount[]>()
  const others: { at: number; row: SumRow }[] = []
  /** By tool, of the calls so far. */
  const servers = new Map<string, string>()
  const other = (entry: LedgerEntry, tool: string, figures: Partial<Figures>) => {
    const { at, project, client } = entry
    const server = servers.get(tool)
    const of = { project, client, tool, ...(server !== undefined && { server }) }
    const row = { day: dayOf(at), ...of, ...noFigures(), ...figures }
    others.push({ at, row })
  }
  for (const entry of ordered) {
    if (entry.kind === 'session') other(entry, '(tool list)', { list: entry.list })
    else if (entry.kind === 'recovered') {
      const from = recoveredFrom(entry, byPrune.get(entry.prune) ?? [])
      if (from) from.recovered += entry.tokens
      else other(entry, entry.tool ?? '(recovered)', { recovered: entry.tokens })
    } else {
      const call = { ...entry, recovered: 0, again: 0 }
      if (call.server !== undefined) servers.set(call.tool, call.server)
      const before = recent.get(conversationOf(call)) ?? []
      const first = before.findLast(
        (earlier) => wasCutOrHeldOut(earlier) && isSoon(earlier, call) && isRepeat(earlier, call),
      )
      if (first) first.again += call.raw
      before.push(call)
      if (before.length > REPEAT_WITHIN) before.shift()
      recent.set(conversationOf(call), before)
      if (call.prune !== undefined) {
        byPrune.set(call.prune, [...(byPrune.get(call.prune) ?? []), call])
      }
      calls.push(call)
    }
  }
  return { calls, others }
}

const conversationOf = ({ entryPoint, client, project, session }: CallEntry): string =>
  entryPoint === 'shell' ? `${client}\0${project}` : session

const isSoon = (first: CallEntry, second: CallEntry): boolean =>
  second.entryPoint !== 'shell' || second.at - first.at <= PROMPT_SESSION_MS

/**
 * The same text has the same id, whoever read it. A recovery is charged to the call nearest to its caller; if
 * two clients are equally near, to neither.
 */
function recoveredFrom(
  entry: RecoveredEntry,
  candidates: readonly OpenAccount[],
): OpenAccount | undefined {
  const nearness = ({ session, client, project }: CallEntry): number =>
    (session === entry.session ? 4 : 0) +
    (clientFamily(client) === clientFamily(entry.client) ? 2 : 0) +
    (project === entry.project ? 1 : 0)
  const most = Math.max(...candidates.map(nearness))
  const nearest = candidates.filter((call) => nearness(call) === most)
  const clients = new Set(nearest.map(({ client }) => clientFamily(client)))
  return clients.size === 1 ? nearest.at(-1) : undefined
}

/** Including the control group: it shows how often agents repeat a call in any case. */
const wasCutOrHeldOut = ({ held, prune, shown, raw }: CallEntry): boolean =>
  held === true || prune !== undefined || shown < raw

function isRepeat(first: CallEntry, second: CallEntry): boolean {
  if (first.what === undefined || first.what !== second.what) return false
  return (
    (first.from ?? 1) <= (second.to ?? Number.POSITIVE_INFINITY) &&
    (second.from ?? 1) <= (first.to ?? Number.POSITIVE_INFINITY)
  )
}

/** A call's contribution. In the control group nothing was cut, so no repeat is the pruner's fault. */
export function figuresOf(call: Account): Figures {
  const { raw, shown, question, recovered, held } = call
  const again = held ? 0 : call.again
  const isCut = call.prune !== undefined
  const counted = { calls: 1, raw, shown, question, recovered, again, list: 0 }
  return {
    ...counted,
    cut: isCut ? 1 : 0,
    estimated: isCut && call.expectedMiss !== undefined ? 1 : 0,
    needed: isCut && recovered + again > 0 ? 1 : 0,
    expected: expectedCharge(call, recovered + again),
  }
}

/** Needed lines are rare: the probability of at least one, given the expected number. */
export const missChance = (expectedMiss: number | undefined): number =>
  expectedMiss === undefined ? 0 : 1 - Math.exp(-expectedMiss)

/** A miss costs the cut text; what was recovered or repeated is charged already. */
function expectedCharge({ raw, shown, expectedMiss, prune }: Account, charged: number): number {
  if (prune === undefined) return 0
  return Math.round(Math.max(0, missChance(expectedMiss) * Math.max(0, raw - shown) - charged))
}

export function rowsOf({ calls, others }: Accounts): SumRow[] {
  const rows = new Map<string, SumRow>()
  for (const { row } of others) addRow(rows, row)
  for (const call of calls) {
    const { at, project, client, tool, server } = call
    const of = { project, client, tool, ...(server !== undefined && { server }) }
    addRow(rows, { day: dayOf(at), ...of, ...figuresOf(call) })
  }
  return [...rows.values()]
}
