// The combined figures of a replay's sessions.

import { addFigures } from '../../stats/figures.js'
import { maskSecrets } from '../../store/secret-patterns.js'
import { type PriceTable, pricesOf } from '../prices/price-table.js'
import {
  type Miss,
  noCost,
  noReplayFigures,
  type Passed,
  type ReplayFigures,
  type SessionCost,
  type SessionRepeats,
  type SessionReplay,
  shareSaved,
} from './replay-figures.js'

/** One session, for a table. */
export interface SessionRow {
  readonly file: string
  readonly client: string
  readonly project: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly models: readonly string[]
  readonly figures: ReplayFigures
  /** Absent if the client recorded no usage. */
  readonly cost?: SessionCost
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
  #sessions = 0
  #damaged = 0
  readonly #total = noReplayFigures()
  readonly #byKind: Record<string, ReplayFigures> = {}
  readonly #byClient: Record<string, ReplayFigures & { sessions: number }> = {}
  readonly #cost: CostSum = { sessions: 0, ...noCost() }
  readonly #costByClient: Record<string, CostSum> = {}
  readonly #costByModel: Record<string, SessionCost> = {}
  readonly #passed: Record<string, Passed> = {}
  readonly #standIns: Record<string, string> = {}
  readonly #rows: SessionRow[] = []
  readonly #notTaken: NotTakenFile[] = []
  readonly #prices: PriceTable
  readonly #repeats: SessionRepeats = { outputs: 0, tokens: 0, saved: 0 }
  #misses: Miss[] = []

  constructor(prices: PriceTable) {
    this.#prices = prices
  }

  add(session: SessionReplay): void {
    const { file, client, project, from, to, total, byKind, byModel, misses, cost } = session
    this.#sessions += 1
    this.#damaged += session.damagedLines
    if (total.outputs === 0 && !cost) return
    const models = Object.keys(byModel)
    this.#rows.push({
      file,
      client,
      project,
      from,
      to,
      models,
      figures: total,
      ...(cost && { cost }),
    })
    addFigures(this.#total, total)
    const ofClient = (this.#byClient[client] ??= { sessions: 0, ...noReplayFigures() })
    ofClient.sessions += 1
    addFigures(ofClient, total)
    for (const [kind, figures] of Object.entries(byKind)) {
      addFigures((this.#byKind[kind] ??= noReplayFigures()), figures)
    }
    for (const [reason, { outputs, tokens }] of Object.entries(session.passed)) {
      const passed = (this.#passed[reason] ??= { outputs: 0, tokens: 0 })
      passed.outputs += outputs
      passed.tokens += tokens
    }
    Object.assign(this.#standIns, session.standIns)
    for (const name of ['outputs', 'tokens', 'saved'] as const)
      this.#repeats[name] += session.repeats[name]
    if (cost) this.#addCost(client, cost, byModel)
    this.#misses = [...this.#misses, ...misses]
      .sort((a, b) => b.tokens - a.tokens)
      .slice(0, LISTED_MISSES)
  }

  #addCost(client: string, cost: SessionCost, byModel: SessionReplay['byModel']): void {
    const ofClient = (this.#costByClient[client] ??= { sessions: 0, ...noCost() })
    for (const sum of [this.#cost, ofClient]) {
      sum.sessions += 1
      addFigures(sum, cost)
    }
    for (const [model, more] of Object.entries(byModel)) {
      addFigures((this.#costByModel[model] ??= noCost()), more)
    }
  }

  notTaken(file: string, reason: string): void {
    this.#notTaken.push({ file, reason })
  }

  get report(): ReplayReport {
    const rows = [...this.#rows].sort((a, b) => savedIn(b) - savedIn(a))
    const counts = new Map<string, number>()
    for (const row of rows) {
      const label = bucketOf(shareSaved(row))
      counts.set(label, (counts.get(label) ?? 0) + 1)
    }
    return {
      sessions: this.#sessions,
      sessionsWithOutput: rows.filter(({ figures }) => figures.outputs > 0).length,
      total: this.#total,
      byKind: this.#byKind,
      byClient: this.#byClient,
      cost: this.#cost,
      costByClient: this.#costByClient,
      costByModel: this.#costByModel,
      passed: this.#passed,
      bySaving: [...BUCKETS.map(([label]) => label), WORSE].map((label) => ({
        label,
        sessions: counts.get(label) ?? 0,
      })),
      rows,
      misses: this.#misses.map(withoutSecrets),
      repeats: this.#repeats,
      damagedLines: this.#damaged,
      notTaken: this.#notTaken.toSorted((a, b) => (a.file < b.file ? -1 : 1)),
      prices: { date: this.#prices.date, sources: this.#prices.sources },
      secondHand: Object.keys(this.#costByModel).filter(
        (model) => pricesOf(this.#prices, model, '')?.prices.isReported,
      ),
      standIns: this.#standIns,
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
