// The ledger as the page sees it, read again only when it has changed.
import { type Account, accountsOf, figuresOf, missChance } from '../../stats/accounts.js'
import { expectedNetOf, netOf } from '../../stats/figures.js'
import { hashOf } from '../../stats/ledger-entry.js'
import { changedAt, type LedgerFiles } from '../../stats/ledger-files.js'
import { type LedgerContents, readLedger } from '../../stats/read-ledger.js'
import { type Summary, summarise } from '../savings/summary.js'
import type { CallRow } from './ui-api.js'

export class LedgerView {
  readonly #files: LedgerFiles
  #version = ''
  #contents: LedgerContents = { entries: [], sums: [], damaged: 0 }
  #newestFirst: readonly Account[] = []

  constructor(files: LedgerFiles) {
    this.#files = files
  }

  /** Reads the ledger again if anything was written since; the version of what it then has. */
  update(): string {
    const files = this.#files.list()
    const version = hashOf(
      files
        .map((file) => [file.id, this.#files.bytesOf(file), changedAt(this.#files.pathOf(file))])
        .join(),
    )
    if (version !== this.#version) {
      this.#version = version
      this.#contents = readLedger(this.#files)
      this.#newestFirst = [...accountsOf(this.#contents.entries).calls].reverse()
    }
    return version
  }

  calls(from: number, count: number): readonly Account[] {
    return this.#newestFirst.slice(from, from + count)
  }

  get count(): number {
    return this.#newestFirst.length
  }

  find(id: string): Account | undefined {
    return this.#newestFirst.find((call) => call.id === id)
  }

  summary(since: number | undefined): Summary {
    return summarise(this.#contents, since)
  }
}

export function rowOf(call: Account, question: string | undefined): CallRow {
  const { id, at, tool, client, project, session, raw, shown, recovered, again, held } = call
  const figures = figuresOf(call)
  return {
    id,
    at,
    tool,
    client,
    project,
    session,
    raw,
    shown,
    recovered,
    again,
    net: netOf(figures),
    expectedNet: expectedNetOf(figures),
    missChance: missChance(call.expectedMiss),
    canOpen: question !== undefined,
    held: held === true,
    ...(question !== undefined && { question }),
  }
}
