// Requests and answers of the page. Types only: the page and the server share no code that runs.
import type { Account } from '../../ledger/accounts.js'
import type { ReplayReport } from '../replay/replay-report.js'
import type { PassedRaw } from '../savings/passed-raw.js'
import type { Summary } from '../savings/summary.js'
import type { SessionItem, Spending } from '../sessions/session-list.js'
import type { TextView } from '../text-view.js'

/** A call of the ledger. */
export interface CallRow
  extends Pick<
    Account,
    'id' | 'at' | 'tool' | 'client' | 'project' | 'raw' | 'shown' | 'recovered' | 'again'
  > {
  readonly net: number
  readonly expectedNet: number
  /** The engine's own estimate, 0 if it gave none. */
  readonly missChance: number
  /** While the recovery store has it: the question, and the file or command. */
  readonly question?: string
  readonly what?: string
  /** The model of the call, if a recent recording shows it. */
  readonly model?: string
  /** It was pruned, and its text is still stored. */
  readonly canOpen: boolean
  readonly isHeld: boolean
  readonly isCut: boolean
}

/** The filters for calls. */
export type Choice = 'client' | 'project' | 'model' | 'tool'

export interface CallsPage {
  /** Changes with the ledger. */
  readonly version: string
  readonly calls: readonly CallRow[]
  /** How many newer ones precede these. */
  readonly from: number
  readonly total: number
  readonly isOn: boolean
  /** The available filter values. */
  readonly choices: Readonly<Record<Choice, readonly string[]>>
}

export type Unchanged = { readonly version: string; readonly unchanged: true }

export interface CallDetail {
  readonly row: CallRow
  readonly question: string
  readonly answer: string
  /** Secrets are masked until they are requested. */
  readonly isMasked?: boolean
  /** Absent if the store no longer has the text. */
  readonly text?: TextView
  /** If a cost of a miss was given: what an answer at it costs and misses. */
  readonly atPrice?: { readonly tokens: number; readonly expectedMisses: number }
}

export interface TryRequest {
  readonly question: string
  /** One of the two. */
  readonly text?: string
  readonly file?: string
  /** Absent: the engine decides. */
  readonly tokens?: number
  /** The cost of a miss, in tokens. Absent: the engine decides. */
  readonly price?: number
}

export interface TryAnswer {
  readonly view: TextView
  readonly answer: string
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly linesKept: number
  /** How many of the cut lines are expected to be needed: the sum of their probabilities. */
  readonly expectedMisses: number
  readonly milliseconds: number
}

export type Savings = Summary

export interface Home {
  readonly week: Summary
  readonly spending: Spending
  readonly passed: readonly PassedRaw[]
  readonly live: readonly SessionItem[]
}

export interface SessionList {
  readonly sessions: readonly SessionItem[]
  readonly total: number
}

export interface ReplayState {
  readonly state: 'idle' | 'running' | 'done' | 'failed'
  readonly files: number
  readonly filesDone: number
  readonly share: number
  readonly message?: string
  readonly secondsLeft?: number
  readonly report?: ReplayReport
}
