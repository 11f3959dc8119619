// What the sessions of a replay say together.
import {
  addReplayFigures,
  type Miss,
  noReplayFigures,
  type ReplayFigures,
  type SessionCost,
  type SessionReplay,
} from './replay-figures.js'

export interface WorseSession {
  readonly file: string
  readonly project: string | undefined
  readonly raw: number
  /** With block recovery. */
  readonly block: number
}

export interface ReplayReport {
  readonly sessions: number
  /** Sessions with any tool output. */
  readonly sessionsWithOutput: number
  readonly total: ReplayFigures
  readonly byKind: Readonly<Record<string, ReplayFigures>>
  readonly byClient: Readonly<Record<string, ReplayFigures>>
  /** Of the sessions whose client recorded usage, in tokens of uncached input. */
  readonly cost: SessionCost & { readonly sessions: number }
  /** Sessions that would have cost more with block recovery than raw; the worst are listed. */
  readonly worseCount: number
  readonly worse: readonly WorseSession[]
  readonly misses: readonly Miss[]
  /** How many sessions keep so many tenths of their tokens, block recovery paid; the last is 1.0 and more. */
  readonly shares: readonly number[]
  readonly damagedLines: number
  readonly unreadable: readonly string[]
}

const LISTED = 10
const TENTHS = 11

export class ReplaySum {
  #sessions = 0
  #withOutput = 0
  readonly #total = noReplayFigures()
  readonly #byKind: Record<string, ReplayFigures> = {}
  readonly #byClient: Record<string, ReplayFigures> = {}
  readonly #cost = { recorded: 0, pruned: 0, sessions: 0 }
  readonly #shares = Array<number>(TENTHS).fill(0)
  readonly #unreadable: string[] = []
  #worseCount = 0
  #worse: WorseSession[] = []
  #misses: Miss[] = []
  #damaged = 0

  add({ file, client, project, total, byKind, misses, cost, damagedLines }: SessionReplay): void {
    this.#sessions += 1
    this.#damaged += damagedLines
    if (total.outputs === 0) return
    this.#withOutput += 1
    addReplayFigures(this.#total, total)
    addReplayFigures((this.#byClient[client] ??= noReplayFigures()), total)
    for (const [kind, figures] of Object.entries(byKind)) {
      addReplayFigures((this.#byKind[kind] ??= noReplayFigures()), figures)
    }
    if (cost) {
      this.#cost.recorded += cost.recorded
      this.#cost.pruned += cost.pruned
      this.#cost.sessions += 1
    }
    const { raw, block } = total
    const tenth = raw > 0 ? Math.min(TENTHS - 1, Math.floor((block / raw) * 10 + 1e-9)) : TENTHS - 1
    this.#shares[tenth] = (this.#shares[tenth] ?? 0) + 1
    if (block > raw) {
      this.#worseCount += 1
      this.#worse.push({ file, project, raw, block })
      this.#worse = this.#worse.sort((a, b) => b.block - b.raw - (a.block - a.raw)).slice(0, LISTED)
    }
    this.#misses = [...this.#misses, ...misses].sort((a, b) => b.tokens - a.tokens).slice(0, LISTED)
  }

  /** A file that could not be replayed at all. */
  failed(file: string): void {
    this.#unreadable.push(file)
  }

  get report(): ReplayReport {
    return {
      sessions: this.#sessions,
      sessionsWithOutput: this.#withOutput,
      total: this.#total,
      byKind: this.#byKind,
      byClient: this.#byClient,
      cost: this.#cost,
      worseCount: this.#worseCount,
      worse: this.#worse,
      misses: this.#misses,
      shares: this.#shares,
      damagedLines: this.#damaged,
      unreadable: this.#unreadable,
    }
  }
}
