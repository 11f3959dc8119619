// The combined figures of a replay's sessions.

import { addFigures } from '../../ledger/figures.js'
import { maskSecrets } from '../../store/secret-patterns.js'
import { type PriceTable, pricesOf } from '../prices/price-table.js'
import {
  type Miss,
  noCost,
  nonePassed,
  noReplayFigures,
  type Passed,
  type ReplayFigures,
  type SessionCost,
  type SessionRepeats,
  type SessionReplay,
  shareSaved,
} from './replay-figures.js'

/** One session, for a table; without a cost if the client recorded no usage. */
export interface SessionRow
  extends Pick<SessionReplay, 'file' | 'client' | 'project' | 'from' | 'to' | 'cost'> {
  readonly models: readonly string[]
  readonly figures: ReplayFigures
}

export interface NotTakenFile {
  readonly file: string
  readonly reason: string
}

export type CostSum = SessionCost & { sessions: number }

export interface ReplayReport {
  readonly sessions: number
  /** Sessions with any tool output. */
  readonly sessionsWithOutput: number
  readonly total: ReplayFigures
  readonly byKind: Readonly<Record<string, ReplayFigures>>
  readonly byClient: Readonly<Record<string, ReplayFigures & { readonly sessions: number }>>
  /** In dollars, for sessions whose client recorded usage. */
  readonly cost: CostSum
  readonly costByClient: Readonly<Record<string, CostSum>>
  readonly costByModel: Readonly<Record<string, SessionCost>>
  /** Outputs that pass raw, by reason. */
  readonly passed: Readonly<Record<string, Passed>>
  /** How many sessions save how much: of their cost if known, otherwise of their tool output tokens. */
  readonly bySaving: readonly { readonly label: string; readonly sessions: number }[]
  readonly rows: readonly SessionRow[]
  readonly misses: readonly Miss[]
  /** Besides everything else: what the conversations hold already and would not have been sent again. */
  readonly repeats: SessionRepeats
  readonly damagedLines: number
  readonly notTaken: readonly NotTakenFile[]
  readonly prices: Pick<PriceTable, 'date' | 'sources'>
  /** Models with prices that were not read on their maker's page. */
  readonly secondHand: readonly string[]
  /** Models that are not in the price table; other prices are used for them. */
  readonly standIns: Readonly<Record<string, string>>
}

const LISTED_MISSES = 20
const WORSE = 'costs more'
const BUCKETS: readonly (readonly [label: string, over: number])[] = [
  ['40 % or more', 0.4],
  ['20 to 40 %', 0.2],
  ['10 to 20 %', 0.1],
  ['5 to 10 %', 0.05],
  ['2 to 5 %', 0.02],
  ['under 2 %', 0],
  ['unchanged', 0],
]

const SAME = 1e-9
function bucketOf(share: number): string {
  if (share < -SAME) return WORSE
  if (share <= SAME) return 'unchanged'
  return BUCKETS.find(([, over]) => share >= over)?.[0] ?? 'unchanged'
}

export class ReplaySum {
  readonly #prices: PriceTable
  readonly #rows: SessionRow[] = []
  readonly #notTaken: NotTakenFile[] = []
  readonly #sums = {
    sessions: 0,
    damagedLines: 0,
    total: noReplayFigures(),
    byKind: {} as Record<string, ReplayFigures>,
    byClient: {} as Record<string, ReplayFigures & { sessions: number }>,
    cost: { sessions: 0, ...noCost() } as CostSum,
    costByClient: {} as Record<string, CostSum>,
    costByModel: {} as Record<string, SessionCost>,
    passed: {} as Record<string, Passed>,
    repeats: { outputs: 0, tokens: 0, saved: 0 },
    standIns: {} as Record<string, string>,
  }
  #misses: Miss[] = []

  constructor(prices: PriceTable) {
    this.#prices = prices
  }

  add(session: SessionReplay): void {
    const { file, client, project, from, to, total, byModel, cost } = session
    const sums = this.#sums
    sums.sessions += 1
    sums.damagedLines += session.damagedLines
    if (total.outputs === 0 && !cost) return
    const row = { file, client, project, from, to, models: Object.keys(byModel), figures: total }
    this.#rows.push({ ...row, ...(cost && { cost }) })
    addFigures(sums.total, total)
    const ofClient = (sums.byClient[client] ??= { sessions: 0, ...noReplayFigures() })
    addFigures(ofClient, { sessions: 1, ...total })
    for (const [kind, figures] of Object.entries(session.byKind)) {
      addFigures((sums.byKind[kind] ??= noReplayFigures()), figures)
    }
    for (const [reason, more] of Object.entries(session.passed)) {
      addFigures((sums.passed[reason] ??= nonePassed()), more)
    }
    Object.assign(sums.standIns, session.standIns)
    addFigures(sums.repeats, session.repeats)
    if (cost) this.#addCost(client, cost, byModel)
    this.#misses = [...this.#misses, ...session.misses]
      .sort((a, b) => b.tokens - a.tokens)
      .slice(0, LISTED_MISSES)
  }

  #addCost(client: string, cost: SessionCost, byModel: SessionReplay['byModel']): void {
    const ofClient = (this.#sums.costByClient[client] ??= { sessions: 0, ...noCost() })
    for (const sum of [this.#sums.cost, ofClient]) addFigures(sum, { sessions: 1, ...cost })
    for (const [model, more] of Object.entries(byModel)) {
      addFigures((this.#sums.costByModel[model] ??= noCost()), more)
    }
  }

  notTaken(file: string, reason: string): void {
    this.#notTaken.push({ file, reason })
  }

  get report(): ReplayReport {
    const rows = [...this.#rows].sort((a, b) => savedIn(b) - savedIn(a))
    const labels = rows.map((row) => bucketOf(shareSaved(row)))
    const { date, sources } = this.#prices
    return {
      ...this.#sums,
      sessionsWithOutput: rows.filter(({ figures }) => figures.outputs > 0).length,
      bySaving: [...BUCKETS.map(([label]) => label), WORSE].map((label) => ({
        label,
        sessions: labels.filter((each) => each === label).length,
      })),
      rows,
      misses: this.#misses.map(withoutSecrets),
      notTaken: this.#notTaken.toSorted((a, b) => (a.file < b.file ? -1 : 1)),
      prices: { date, sources },
      secondHand: Object.keys(this.#sums.costByModel).filter(
        (model) => pricesOf(this.#prices, model, '')?.prices.isReported,
      ),
    }
  }
}

/** Reports are shown around and saved to files. */
const withoutSecrets = (miss: Miss): Miss => ({
  ...miss,
  what: maskSecrets(miss.what),
  text: maskSecrets(miss.text),
})

/** Sessions with a bill first, by dollars; then the others, by tokens. */
const savedIn = ({ cost, figures }: SessionRow): number =>
  cost ? cost.saved : (figures.raw - figures.block) / 1e12
