// Every limit of the service in one place. Each of them stops the work; none only stops waiting for it.

export const DEFAULT_LIMITS = {
  /** A request's body, while it is read. */
  bodyBytes: 10_485_760,
  /** All bodies being read or processed and all answers being built or written, at once. */
  heldBytes: 268_435_456,
  connections: 2_048,
  /** From one address, unless it is a trusted proxy's. */
  connectionsPerAddress: 512,
  /** A write without progress for so long is abandoned. */
  stalledMs: 60_000,
  /** Of a refused body: read and discarded, so that its sender reads the reason. */
  drainBytes: 67_108_864,
  drainMs: 10_000,
  /** JSON-RPC messages in one batch. */
  batchSize: 100,
  /** The answers to one request, together: each call of a batch may ask for a whole text. */
  answerBytes: 67_108_864,
  /** Ranges in one `recover_text`. */
  ranges: 100,
  goalChars: 100_000,
  /** Prunings that wait for a worker. */
  queue: 256,
  /** The longest accepted `timeout_ms`; a longer one is reduced to this. */
  pruneMs: 30_000,
  /** The store's share of a request's time, after which the answer continues without it. */
  storeMs: 500,
  /** Half of Node's own default; who sends headers slowly is held to `connectionsPerAddress` meanwhile. */
  headersMs: 30_000,
  /** From the first byte of a request to its last. */
  requestMs: 30_000,
  /** A socket without any traffic. */
  idleMs: 60_000,
  keepAliveMs: 5_000,
  sessions: 1_000,
  sessionIdleMs: 1_800_000,
  /** From the shutdown signal, after which `/ready` reports it while requests are still answered. */
  drainingMs: 0,
  /** How long requests in flight at shutdown may take. */
  shutdownMs: 10_000,
}

export type ServiceLimits = Readonly<Record<keyof typeof DEFAULT_LIMITS, number>>

/** How long a text to be pruned may be. */
export interface InputLimit {
  readonly unit: 'bytes' | 'chars'
  readonly max: number
}

/** A character has at most three bytes, so that most texts need no counting. */
export const exceeds = (text: string, { unit, max }: InputLimit): boolean =>
  text.length > max || (unit === 'bytes' && text.length * 3 > max && Buffer.byteLength(text) > max)
