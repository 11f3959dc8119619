// The recordings of this machine, newest first, and the cost and savings of recent ones.
import { open } from 'node:fs/promises'
import { RECORDING_CLIENTS } from '../../clients/registry.js'
import { findSessions, type SessionFile } from '../../clients/sessions/find-sessions.js'
import { addFigures } from '../../ledger/figures.js'
import type { Env } from '../../settings/settings.js'
import type { PriceTable } from '../prices/price-table.js'
import { type Money, noMoney } from './money-sums.js'
import { type FindCut, readTimeline, type SessionTimeline } from './session-timeline.js'

export interface SessionItem {
  readonly file: string
  readonly client: string
  readonly project: string | undefined
  readonly modifiedMs: number
  readonly bytes: number
  /** Modified in the last minutes. */
  readonly isLive: boolean
  /** In dollars, once counted: what it cost, and what pruning saved net. */
  readonly bill?: number
  readonly net?: number
}

const LIVE_MS = 5 * 60_000
const BEGINNING_BYTES = 32_768

export async function recordings(env: Env): Promise<readonly SessionFile[]> {
  const found = await Promise.all(RECORDING_CLIENTS.map((client) => findSessions(client, env)))
  return found.flat().sort((a, b) => b.modifiedMs - a.modifiedMs)
}

export const sessionItems = (files: readonly SessionFile[]): Promise<readonly SessionItem[]> =>
  Promise.all(
    files.map(async ({ file, client, modifiedMs, bytes, project }) => ({
      file,
      client,
      project: project ?? (await projectOf(file)),
      modifiedMs,
      bytes,
      isLive: Date.now() - modifiedMs < LIVE_MS,
    })),
  )

/** Most recordings name their folder in one of the first lines. */
async function projectOf(file: string): Promise<string | undefined> {
  const handle = await open(file).catch(() => undefined)
  if (!handle) return undefined
  try {
    const { bytesRead, buffer } = await handle.read(
      Buffer.alloc(BEGINNING_BYTES),
      0,
      BEGINNING_BYTES,
    )
    const found = /"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(buffer.toString('utf8', 0, bytesRead))
    return found?.[1] === undefined ? undefined : (JSON.parse(found[1]) as string)
  } catch {
    return undefined
  } finally {
    await handle.close()
  }
}

export interface Spending {
  /** Written to since then, as far as they have been looked for. */
  readonly files: number
  readonly filesDone: number
  /** Not all recordings are found, or not all that were found are counted. */
  readonly isCounting: boolean
  /** Those with a request since then. */
  readonly recordings: number
  /** Of all those requests and their cuts, in dollars. */
  readonly money: Money
  readonly byDay: Readonly<Record<string, Money>>
  /** How many cuts of the ledger are in the recordings. */
  readonly cuts: number
}

type Counts = Pick<SessionTimeline, 'byDay' | 'money' | 'cuts'>

interface Counted extends Counts {
  readonly modifiedMs: number
  /** The calls with a cut, by the ledger's ids. */
  readonly models: ReadonlyMap<string, string>
}

/** The cost of recent sessions, counted in the background and again only if a recording has grown. */
export class SpendingCounter {
  readonly #env: Env
  readonly #prices: PriceTable
  readonly #counted = new Map<string, Counted>()
  #running = false
  #hasLooked = false
  #files: readonly SessionFile[] = []

  constructor(env: Env, prices: PriceTable) {
    this.#env = env
    this.#prices = prices
  }

  /** The model of a call, as far as the counted recordings show it. */
  get models(): ReadonlyMap<string, string> {
    const all = new Map<string, string>()
    for (const { models } of this.#counted.values())
      for (const [id, model] of models) all.set(id, model)
    return all
  }

  /** As far as known; counting continues. */
  since(moment: number, known: FindCut): Spending {
    if (!this.#running) {
      this.#running = true
      this.#count(moment, known)
        .catch(() => undefined)
        .finally(() => {
          this.#running = false
        })
    }
    const byDay: Record<string, Money> = {}
    const done = this.#files.flatMap(({ file }) => this.#counted.get(file) ?? [])
    const firstDay = new Date(moment).toISOString().slice(0, 10)
    // Entries without a date belong to a recent file.
    const isOfThese = (day: string) => day === '' || day >= firstDay
    for (const [day, money] of done.flatMap((one) => Object.entries(one.byDay))) {
      if (isOfThese(day)) addFigures((byDay[day] ??= noMoney()), money)
    }
    const money = noMoney()
    for (const day of Object.values(byDay)) addFigures(money, day)
    return {
      files: this.#files.length,
      filesDone: done.length,
      isCounting: !this.#hasLooked || done.length < this.#files.length,
      recordings: done.filter((one) => Object.keys(one.byDay).some(isOfThese)).length,
      money,
      byDay,
      cuts: done.reduce((sum, { cuts }) => sum + cuts, 0),
    }
  }

  /** What is known of a recording so far. */
  moneyOf(file: string): Money | undefined {
    return this.#counted.get(file)?.money
  }

  async #count(moment: number, known: FindCut): Promise<void> {
    this.#files = (await recordings(this.#env)).filter(({ modifiedMs }) => modifiedMs >= moment)
    this.#hasLooked = true
    for (const { file, client, modifiedMs } of this.#files) {
      if (this.#counted.get(file)?.modifiedMs === modifiedMs) continue
      const { byDay, money, cuts, marks } = await readTimeline(
        { file, client },
        known,
        this.#prices,
      ).catch(() => ({ byDay: {}, money: noMoney(), cuts: 0, marks: [] }))
      const models = new Map(
        marks.flatMap(({ call, model }) =>
          call === undefined || model === undefined ? [] : [[call, model] as const],
        ),
      )
      this.#counted.set(file, { modifiedMs, byDay, money, cuts, models })
    }
  }
}
