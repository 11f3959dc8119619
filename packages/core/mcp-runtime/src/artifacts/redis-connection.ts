// A connection to Redis that never makes a caller wait for long: commands have a time limit, nothing is
// queued while the server is down, and it reconnects by itself.
import { Cluster, Redis } from 'ioredis'
import { parseRedisAddress, type RedisAddress } from './redis-address.js'
import { ArtifactStoreError } from './store.js'

const CONNECT_TIMEOUT_MS = 2_000
const FIRST_RETRY_MS = 50
const MAX_RETRY_MS = 2_000
/** A server that stops answering leaves the socket open; after this many timeouts it is dropped. */
const SILENT_COMMANDS = 3

export class RedisConnection {
  readonly isCluster: boolean
  readonly #client: Redis | Cluster
  readonly #timeoutMs: number
  #connecting: Promise<void> | undefined
  #silent = 0

  constructor(url: string, commandTimeoutMs: number) {
    const address = parseRedisAddress(url)
    this.isCluster = address.kind === 'cluster'
    this.#timeoutMs = commandTimeoutMs
    this.#client = openClient(address, commandTimeoutMs)
    // Every call reports its own failure; without a listener the first lost connection ends the process.
    this.#client.on('error', () => undefined)
  }

  /** Runs commands, or throws `ArtifactStoreError` without the address, which may contain a password. */
  async run<T>(work: (client: Redis | Cluster) => Promise<T>): Promise<T> {
    try {
      await this.#ready()
      const result = await this.#inTime(work(this.#client))
      this.#silent = 0
      return result
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (reason === TIMED_OUT) this.#noteSilence()
      throw new ArtifactStoreError(`Redis cannot answer: ${reason}`)
    }
  }

  /** Does not wait for the server, which may be gone. */
  close(): void {
    this.#client.disconnect()
  }

  async #ready(): Promise<void> {
    if (this.#isReady()) return
    if (this.#client.status === 'wait') {
      this.#connecting = this.#client.connect().finally(() => {
        this.#connecting = undefined
      })
    }
    // Only the first connection is worth waiting for; during an outage the failure is immediate.
    await this.#connecting
    if (!this.#isReady()) throw new Error('not connected; trying again')
  }

  #isReady(): boolean {
    return this.#client.status === 'ready'
  }

  /** A cluster client retries on other nodes, so the time limit of one attempt does not bound it. */
  async #inTime<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(TIMED_OUT)), this.#timeoutMs + 50)
    })
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
      work.catch(() => undefined)
    }
  }

  #noteSilence(): void {
    this.#silent += 1
    if (this.#silent < SILENT_COMMANDS) return
    this.#silent = 0
    this.#client.disconnect(true)
  }
}

/** ioredis's wording. */
const TIMED_OUT = 'Command timed out'

const retryDelay = (times: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.min(times - 1, 10), MAX_RETRY_MS)

function openClient(address: RedisAddress, commandTimeoutMs: number): Redis | Cluster {
  const { kind, hosts, username, password, tls, database, master } = address
  const login = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls: {} }),
  }
  const common = {
    ...login,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: CONNECT_TIMEOUT_MS,
  }
  if (kind === 'cluster') {
    return new Cluster([...hosts], {
      lazyConnect: true,
      enableOfflineQueue: false,
      clusterRetryStrategy: retryDelay,
      slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
      retryDelayOnFailover: FIRST_RETRY_MS,
      retryDelayOnClusterDown: FIRST_RETRY_MS,
      redisOptions: common,
    })
  }
  const single = {
    ...common,
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: retryDelay,
    db: database,
  }
  if (kind === 'server') return new Redis({ ...single, ...hosts[0] })
  return new Redis({
    ...single,
    sentinels: [...hosts],
    name: master,
    sentinelRetryStrategy: retryDelay,
    ...(tls && { enableTLSForSentinelMode: true }),
  })
}
