// Which wrapped server a resource belongs to.

import { RESOURCE_NOT_FOUND } from '../../../rpc/codes.js'
import type { Answer } from '../../../rpc/message.js'
import { RpcError } from '../../../rpc/rpc-error.js'
import type { Upstream } from '../upstream/upstream.js'

/** Listings beyond it are not remembered; their resources are found by asking each server. */
const MAX_KNOWN = 10_000

export class ResourceRoutes {
  readonly #known = new Map<string, Upstream>()
  readonly #upstreams: () => readonly Upstream[]

  constructor(upstreams: () => readonly Upstream[]) {
    this.#upstreams = upstreams
  }

  learn(upstream: Upstream, uri: unknown): void {
    if (typeof uri === 'string' && this.#known.size < MAX_KNOWN && !this.#known.has(uri)) {
      this.#known.set(uri, upstream)
    }
  }

  forget(): void {
    this.#known.clear()
  }

  /** The server that listed it; otherwise, since templates can name anything, the first that knows it. */
  async route(uri: unknown, ask: (upstream: Upstream) => Promise<Answer>): Promise<Answer> {
    const known = this.#known.get(String(uri))
    if (known) return ask(known)
    let failure: unknown = new RpcError(RESOURCE_NOT_FOUND, `Resource not found: ${String(uri)}`)
    for (const upstream of this.#upstreams()) {
      try {
        return await ask(upstream)
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
}
