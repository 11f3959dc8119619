// Every limit of the service in one place. Each of them stops the work; none only stops waiting for it.

export interface ServiceLimits {
  /** A request's body, while it is read. */
  readonly bodyBytes: number
  /** All bodies being read or processed and all answers being built or written, at once. */
  readonly heldBytes: number
  readonly connections: number
  /** From one address, unless it is a trusted proxy's. */
  readonly connectionsPerAddress: number
  /** A write without progress for so long is abandoned. */
  readonly stalledMs: number
  /** Of a refused body: read and discarded, so that its sender reads the reason. */
  readonly drainBytes: number
  readonly drainMs: number
  /** JSON-RPC messages in one batch. */
  readonly batchSize: number
  /** The answers to one request, together: each call of a batch may ask for a whole text. */
  readonly answerBytes: number
  /** Ranges in one `recover_text`. */
  readonly ranges: number
  readonly goalChars: number
  /** Prunings that wait for a worker. */
  readonly queue: number
  /** The longest accepted `timeout_ms`; a longer one is reduced to this. */
  readonly pruneMs: number
  /** The store's share of a request's time, after which the answer continues without it. */
  readonly storeMs: number
  /** Half of Node's own default; who sends headers slowly is held to `connectionsPerAddress` meanwhile. */
  readonly headersMs: number
  /** From the first byte of a request to its last. */
  readonly requestMs: number
  /** A socket without any traffic. */
  readonly idleMs: number
  readonly keepAliveMs: number
  readonly sessions: number
  readonly sessionIdleMs: number
  /** From the shutdown signal, after which `/ready` reports it while requests are still answered. */
  readonly drainingMs: number
  /** How long requests in flight at shutdown may take. */
  readonly shutdownMs: number
}

/** How long a text to be pruned may be. */
export interface InputLimit {
  readonly unit: 'bytes' | 'chars'
  readonly max: number
}

export const exceeds = (text: string, { unit, max }: InputLimit): boolean =>
  text.length > max || (unit === 'bytes' && Buffer.byteLength(text) > max)

export const DEFAULT_LIMITS: ServiceLimits = {
  bodyBytes: 10_485_760,
  heldBytes: 268_435_456,
  connections: 2_048,
  connectionsPerAddress: 512,
  stalledMs: 60_000,
  drainBytes: 67_108_864,
  drainMs: 10_000,
  batchSize: 100,
  answerBytes: 67_108_864,
  ranges: 100,
  goalChars: 100_000,
  queue: 256,
  pruneMs: 30_000,
  storeMs: 500,
  headersMs: 30_000,
  requestMs: 30_000,
  idleMs: 60_000,
  keepAliveMs: 5_000,
  sessions: 1_000,
  sessionIdleMs: 1_800_000,
  drainingMs: 0,
  shutdownMs: 10_000,
}
