// Names as the client sees them: a wrapped server's own, prefixed only when several are wrapped.
import type { Upstream } from '../upstream/upstream.js'

const SEPARATOR = '__'

export class Names {
  readonly #upstreams: readonly Upstream[]

  constructor(upstreams: readonly Upstream[]) {
    this.#upstreams = upstreams
  }

  expose(upstream: Upstream, name: string): string {
    return this.#upstreams.length === 1 ? name : `${upstream.name}${SEPARATOR}${name}`
  }

  /** The server it belongs to, and its name there. */
  resolve(exposed: string): { upstream: Upstream; name: string } | undefined {
    const [only, ...others] = this.#upstreams
    if (only && others.length === 0) return { upstream: only, name: exposed }
    const cut = exposed.indexOf(SEPARATOR)
    const upstream = this.#upstreams.find(({ name }) => name === exposed.slice(0, cut))
    return upstream && { upstream, name: exposed.slice(cut + SEPARATOR.length) }
  }
}
