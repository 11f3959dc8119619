// Every bound of the service in one place. Each of them stops the work; none only stops waiting for it.

export interface ServiceLimits {
  /** A request's body, while it is being read. */
  readonly bodyBytes: number
  /** All bodies that are being read or worked on and all answers that are being made or written, at once. */
  readonly heldBytes: number
  readonly connections: number
  /** From one address, unless it is a trusted proxy's. */
  readonly connectionsPerAddress: number
  /** A write of which nothing has gone for so long is given up. */
  readonly stalledMs: number
  /** Of a body that is refused: read and thrown away, so that its sender reads why. */
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
  /** From the order to stop, in which `/ready` says so and requests are still answered. */
  readonly drainingMs: number
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
