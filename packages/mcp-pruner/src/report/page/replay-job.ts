// The replay that the page started: one at a time, its progress, its report.
import * as z from 'zod'
import { HttpError } from '../../http/http-error.js'
import type { Env } from '../../settings/settings.js'
import { sinceOf } from '../../stats/time-span.js'
import type { PriceTable } from '../prices/price-table.js'
import { sessionsToReplay } from '../replay/given-sessions.js'
import type { ReplayOptions } from '../replay/replay-session.js'
import { runReplay } from '../replay/run-replay.js'
import { ASSUMPTIONS } from '../replay/session-cost.js'
import type { ReplayState } from './ui-api.js'

const Request = z.object({
  since: z.string().optional(),
  project: z.string().max(4096).optional(),
  callTokens: z.number().min(0).max(100_000).default(ASSUMPTIONS.callTokens),
  missesPerSeen: z.number().min(0).max(100).default(ASSUMPTIONS.missesPerSeen),
})

function readRequest(body: string, prices: PriceTable): ReplayOptions {
  let asked: z.infer<typeof Request>
  try {
    asked = Request.parse(body === '' ? {} : JSON.parse(body))
  } catch {
    throw new HttpError(400, 'invalid_request', 'the assumptions are not numbers')
  }
  const { since = '', project = '', ...assumptions } = asked
  return {
    prices,
    assumptions,
    since: since === '' ? undefined : sinceOf(since),
    project: project === '' ? undefined : project,
  }
}

export class ReplayRun {
  readonly #env: Env
  readonly #workerUrl: URL
  readonly #prices: PriceTable
  #state: ReplayState = { state: 'idle', files: 0, filesDone: 0, share: 0 }
  #stop = new AbortController()

  constructor(env: Env, workerUrl: URL, prices: PriceTable) {
    this.#env = env
    this.#workerUrl = workerUrl
    this.#prices = prices
  }

  get state(): ReplayState {
    return this.#state
  }

  /** Does nothing while one is running. */
  start(body: string): void {
    if (this.#state.state === 'running') return
    const options = readRequest(body, this.#prices)
    this.#state = { state: 'running', files: 0, filesDone: 0, share: 0 }
    this.#run(options).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      this.#state = { ...this.#state, state: 'failed', message }
    })
  }

  stop(): void {
    this.#stop.abort()
  }

  async #run(options: ReplayOptions): Promise<void> {
    const started = Date.now()
    const { files, notTaken } = await sessionsToReplay([], options.since, this.#env)
    const report = await runReplay({
      files,
      notTaken,
      options,
      workerUrl: this.#workerUrl,
      signal: this.#stop.signal,
      onProgress: ({ files: all, filesDone, bytes, bytesDone }) => {
        const share = bytes > 0 ? bytesDone / bytes : 1
        const elapsed = (Date.now() - started) / 1000
        const left = share > 0 && elapsed >= 1 ? Math.ceil(elapsed / share - elapsed) : undefined
        this.#state = {
          state: 'running',
          files: all,
          filesDone,
          share,
          ...(left !== undefined && { secondsLeft: left }),
        }
      },
    })
    const { length } = files
    this.#state = { state: 'done', files: length, filesDone: length, share: 1, report }
  }
}
