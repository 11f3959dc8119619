// Every bound of the service in one place. Each of them stops the work; none only stops waiting for it.

export interface ServiceLimits {
  /** A request's body, while it is being read. */
  readonly bodyBytes: number
  /** All bodies that are being read or worked on at once. */
  readonly heldBytes: number
  readonly connections: number
  /** JSON-RPC messages in one batch. */
  readonly batchSize: number
  /** The answers to one batch, together: each of them may be a whole text. */
  readonly batchAnswerChars: number
  /** Ranges in one `recover_text`. */
  readonly ranges: number
  readonly goalChars: number
  /** Prunings that wait for a worker. */
  readonly queue: number
  /** The longest `timeout_ms` that is honoured; a longer one is taken as this. */
  readonly pruneMs: number
  /** The store's share of a request, before the answer goes on without it. */
  readonly storeMs: number
  readonly headersMs: number
  /** From the first byte of a request to its last. */
  readonly requestMs: number
  /** A socket on which nothing moves. */
  readonly idleMs: number
  readonly keepAliveMs: number
  readonly sessions: number
  readonly sessionIdleMs: number
  /** What is in flight at shutdown may take this long. */
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
  batchSize: 100,
  batchAnswerChars: 67_108_864,
  ranges: 100,
  goalChars: 100_000,
  queue: 256,
  pruneMs: 30_000,
  storeMs: 500,
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
  keepAliveMs: 5_000,
  sessions: 1_000,
  sessionIdleMs: 1_800_000,
  shutdownMs: 10_000,
}
