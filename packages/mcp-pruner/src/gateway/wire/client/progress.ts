// Forwards progress to where it belongs, only while somebody waits for it.
import { type Fields, isFields } from '../../../rpc/message.js'
import type { Upstream } from '../upstream/upstream.js'
import type { Reports } from './reports.js'

export type ProgressToken = string | number

export function progressToken(params: Fields | undefined): ProgressToken | undefined {
  const meta = params?.['_meta']
  const token = isFields(meta) ? meta['progressToken'] : undefined
  return typeof token === 'string' || typeof token === 'number' ? token : undefined
}

interface ProgressClient {
  readonly congested: boolean
  notify(method: string, params: Fields): void
}

/** Progress of calls, from a server to the client. */
export class CallProgress {
  readonly #active = new Map<ProgressToken, Fields | undefined>()
  readonly #client: ProgressClient
  readonly #reports: Pick<Reports, 'settled'>

  constructor(client: ProgressClient, reports: Pick<Reports, 'settled'>) {
    this.#client = client
    this.#reports = reports
  }

  /** Forwards progress for this token while `call` runs. */
  during<T>(params: Fields | undefined, call: () => Promise<T>): Promise<T> {
    const token = progressToken(params)
    return token === undefined ? call() : this.#reporting(token, call)
  }

  async #reporting<T>(token: ProgressToken, call: () => Promise<T>): Promise<T> {
    this.#active.set(token, undefined)
    try {
      return await call()
    } finally {
      await this.#reports.settled()
      const held = this.#active.get(token)
      this.#active.delete(token)
      if (held) this.#client.notify('notifications/progress', held)
    }
  }

  /** A slow client gets the newest report of each call, not all of them. */
  report(params: Fields): void {
    const token = params['progressToken'] as ProgressToken
    if (!this.#active.has(token)) return
    if (this.#client.congested) this.#active.set(token, params)
    else {
      this.#active.set(token, undefined)
      this.#client.notify('notifications/progress', params)
    }
  }
}

/** Progress of servers' requests to the client (sampling, elicitation), on its way back. */
export class ReturnProgress {
  readonly #routes = new Map<ProgressToken, { upstream: Upstream; token: ProgressToken }>()
  #next = 1

  /** Several servers may pick the same token, so the client gets one of ours. */
  async during<T>(
    upstream: Upstream,
    params: Fields | undefined,
    ask: (params: Fields | undefined) => Promise<T>,
  ): Promise<T> {
    const token = progressToken(params)
    if (token === undefined) return ask(params)
    const ours = `mcp-pruner-${this.#next++}`
    this.#routes.set(ours, { upstream, token })
    try {
      return await ask({
        ...params,
        _meta: { ...(params?.['_meta'] as Fields), progressToken: ours },
      })
    } finally {
      this.#routes.delete(ours)
    }
  }

  report(params: Fields): void {
    const route = this.#routes.get(params['progressToken'] as ProgressToken)
    route?.upstream.notify('notifications/progress', { ...params, progressToken: route.token })
  }
}
