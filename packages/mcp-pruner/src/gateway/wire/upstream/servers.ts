// The wrapped servers, which a changed configuration replaces.
import { isDeepStrictEqual } from 'node:util'
import type { EmitEvent } from '../../../process/events.js'
import type { UpstreamHandlers, UpstreamSpec } from './spec.js'
import { Upstream } from './upstream.js'

export class Servers {
  current: readonly Upstream[] = []
  /** All that may still run: those of before go on until they have ended. */
  readonly #open = new Set<Upstream>()
  readonly #handlers: UpstreamHandlers
  readonly #emit: EmitEvent

  constructor(specs: readonly UpstreamSpec[], emit: EmitEvent, handlers: UpstreamHandlers) {
    this.#handlers = handlers
    this.#emit = emit
    this.change(specs)
  }

  /** Servers that stay the same go on running. */
  change(specs: readonly UpstreamSpec[]): readonly Upstream[] {
    const before = this.current
    this.current = specs.map(
      (spec) =>
        before.find((upstream) => isDeepStrictEqual(upstream.spec, spec)) ??
        new Upstream(spec, this.#handlers, this.#emit),
    )
    for (const upstream of this.#open) if (upstream.isClosed) this.#open.delete(upstream)
    for (const upstream of this.current) this.#open.add(upstream)
    return this.current
  }

  get open(): ReadonlySet<Upstream> {
    return this.#open
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((upstream) => upstream.close()))
  }
}
