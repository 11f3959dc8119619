// The ledger for the page, read again only when it has changed.

import { type Account, accountsOf, figuresOf, missChance } from '../../ledger/accounts.js'
import { expectedNetOf, netOf } from '../../ledger/figures.js'
import { shortHash } from '../../ledger/ledger-entry.js'
import { changedAt, type LedgerFiles } from '../../ledger/ledger-files.js'
import { type LedgerContents, readLedger } from '../../ledger/read-ledger.js'
import type { CallNote } from '../../store/call-note.js'
import type { PriceTable } from '../prices/price-table.js'
import { type Summary, summarise } from '../savings/summary.js'
import type { KnownCut } from '../sessions/session-timeline.js'
import type { CallRow } from './ui-api.js'

export class LedgerView {
  readonly #files: LedgerFiles
  #version = ''
  #contents: LedgerContents = { entries: [], sums: [], damaged: 0 }
  #newestFirst: readonly Account[] = []
  /** Newest first. */
  #byPrune = new Map<string, Account[]>()
  /** Tokens of the tool lists, by session. */
  #lists = new Map<string, number>()

  constructor(files: LedgerFiles) {
    this.#files = files
  }

  /** Reads the ledger again if it has changed; returns its version. */
  update(): string {
    const files = this.#files.list()
    const version = shortHash(
      files
        .map((file) => [file.id, this.#files.bytesOf(file), changedAt(this.#files.pathOf(file))])
        .join(),
    )
    if (version !== this.#version) {
      this.#version = version
      this.#contents = readLedger(this.#files)
      this.#newestFirst = [...accountsOf(this.#contents.entries).calls].reverse()
      this.#index()
    }
    return version
  }

  #index(): void {
    this.#byPrune = new Map()
    for (const call of this.#newestFirst) {
      if (call.prune === undefined) continue
      const before = this.#byPrune.get(call.prune)
      if (before) before.push(call)
      else this.#byPrune.set(call.prune, [call])
    }
    this.#lists = new Map()
    for (const entry of this.#contents.entries) {
      if (entry.kind === 'session') this.#lists.set(entry.session, entry.list)
    }
  }

  /** Newest first. */
  get calls(): readonly Account[] {
    return this.#newestFirst
  }

  /** The cut under this id that is nearest in time; without a time, the latest. */
  cutOf(pruneId: string, at?: string): KnownCut | undefined {
    const moment = at === undefined ? Number.NaN : Date.parse(at)
    const [first, ...others] = this.#byPrune.get(pruneId) ?? []
    if (!first) return undefined
    const distance = (call: Account) => Math.abs(call.at - moment)
    const call = others.reduce((best, one) => (distance(one) < distance(best) ? one : best), first)
    const { question, recovered, again, expected } = figuresOf(call)
    return {
      id: call.id,
      tool: call.tool,
      tokens: Math.max(0, call.raw - call.shown),
      question,
      recovered,
      again,
      expected,
      missChance: missChance(call.expectedMiss),
      session: call.session,
      list: this.#lists.get(call.session) ?? 0,
    }
  }

  find(id: string): Account | undefined {
    return this.#newestFirst.find((call) => call.id === id)
  }

  summary(since: number | undefined, prices: PriceTable): Summary {
    return summarise(this.#contents, since, prices)
  }
}

export function rowOf(
  call: Account,
  { question, what }: Partial<Pick<CallNote, 'question' | 'what'>> = {},
  model?: string,
): CallRow {
  const { id, at, tool, client, project, raw, shown, recovered, again } = call
  const named = { id, at, tool, client, project, raw, shown, recovered, again }
  const figures = figuresOf(call)
  return {
    ...named,
    net: netOf(figures),
    expectedNet: expectedNetOf(figures),
    missChance: missChance(call.expectedMiss),
    canOpen: question !== undefined,
    isHeld: call.held === true,
    isCut: call.prune !== undefined,
    ...(question !== undefined && { question }),
    ...(what !== undefined && { what }),
    ...(model !== undefined && { model }),
  }
}
