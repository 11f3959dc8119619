// Home and the sessions: the week's cost and savings, the recordings, and one of them as a timeline.
import type { SessionFile } from '../../clients/sessions/find-sessions.js'
import type { Env } from '../../settings/settings.js'
import { maskSecrets } from '../../store/secret-patterns.js'
import type { PriceTable } from '../prices/price-table.js'
import type { OpenedOutput } from '../replay/replay-figures.js'
import { isNotTaken, replaySession } from '../replay/replay-session.js'
import { passedRaw } from '../savings/passed-raw.js'
import type { Summary } from '../savings/summary.js'
import { type AfterTheCut, afterTheCut, type CutText } from '../sessions/after-the-cut.js'
import { netMoney } from '../sessions/money-sums.js'
import {
  recordings,
  type SessionItem,
  SpendingCounter,
  sessionItems,
} from '../sessions/session-list.js'
import { type FindCut, readTimeline, type SessionTimeline } from '../sessions/session-timeline.js'
import type { LedgerView } from './ledger-view.js'
import { missing } from './page-request.js'
import type { Home, SessionList } from './ui-api.js'

const WEEK_MS = 7 * 24 * 3600 * 1000
const LISTED = 100

export class SessionsApi {
  readonly #ledger: LedgerView
  readonly #env: Env
  readonly #prices: PriceTable
  readonly #spending: SpendingCounter
  readonly #known: FindCut = (id, at) => this.#ledger.cutOf(id, at)

  constructor(ledger: LedgerView, env: Env, prices: PriceTable) {
    this.#ledger = ledger
    this.#env = env
    this.#prices = prices
    this.#spending = new SpendingCounter(env, prices)
  }

  async home(): Promise<Home> {
    const since = Date.now() - WEEK_MS
    this.#ledger.update()
    const passed = passedRaw(this.#ledger.calls.filter(({ at }) => at >= since))
    const items = await sessionItems((await recordings(this.#env)).slice(0, 20))
    return {
      week: this.#ledger.summary(since, this.#prices),
      spending: this.#spending.since(since, this.#known),
      passed,
      live: items.filter(({ isLive }) => isLive).map(this.#withMoney),
    }
  }

  savings(since: number | undefined): Summary {
    this.#ledger.update()
    return this.#ledger.summary(since, this.#prices)
  }

  /** By the ledger's ids of the calls, from recordings of the last week. */
  models(): ReadonlyMap<string, string> {
    this.#spending.since(Date.now() - WEEK_MS, this.#known)
    return this.#spending.models
  }

  async afterTheCut(cut: CutText, at: number): Promise<AfterTheCut | undefined> {
    return afterTheCut(cut, at, await recordings(this.#env))
  }

  async list(): Promise<SessionList> {
    const files = await recordings(this.#env)
    // Those of the last week are counted in the background.
    this.models()
    const sessions = (await sessionItems(files.slice(0, LISTED))).map(this.#withMoney)
    return { sessions, total: files.length }
  }

  async timeline(file: string): Promise<SessionTimeline> {
    const found = await this.#find(file)
    this.#ledger.update()
    return readTimeline(found, this.#known, this.#prices)
  }

  /** An output of a replay, with its cuts and which lines were used. */
  async replayed(file: string, call: string): Promise<OpenedOutput> {
    const { client } = await this.#find(file)
    const replayed = await replaySession(client, file, { open: call })
    return isNotTaken(replayed) || !replayed.opened
      ? missing('this output is not in the recording any more')
      : withoutSecrets(replayed.opened)
  }

  readonly #withMoney = (item: SessionItem): SessionItem => {
    const money = this.#spending.moneyOf(item.file)
    if (!money || money.bill === 0) return item
    return { ...item, bill: money.bill, ...(money.cut > 0 && { net: netMoney(money) }) }
  }

  /** Nothing is read but recordings of this machine. */
  async #find(file: string): Promise<SessionFile> {
    const found = (await recordings(this.#env)).find((one) => one.file === file)
    return found ?? missing('no such recording')
  }
}

function withoutSecrets({ tool, what, question, view }: OpenedOutput): OpenedOutput {
  const lines = maskSecrets(view.lines.join('\n')).split('\n')
  // A mask may be shorter than the lines it replaces.
  const isWhole = lines.length === view.lines.length
  return {
    tool,
    what: maskSecrets(what),
    question: maskSecrets(question),
    view: { ...view, lines: isWhole ? lines : view.lines.map(maskSecrets) },
  }
}
