// A connection to Redis that never makes a caller wait for long: a command has a time limit, nothing is
// queued while the server is away, and the connection comes back by itself.
import { Redis } from 'ioredis'
import { ArtifactStoreError } from './store.js'

const CONNECT_TIMEOUT_MS = 2_000
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 2_000
/** A server that stops answering leaves the socket open; after this many silent commands it is dropped. */
const SILENT_COMMANDS = 3

export class RedisConnection {
  readonly #client: Redis
  #connecting: Promise<void> | undefined
  #silent = 0

  constructor(url: string, commandTimeoutMs: number) {
    assertRedisUrl(url)
    this.#client = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      commandTimeout: commandTimeoutMs,
      connectTimeout: CONNECT_TIMEOUT_MS,
      retryStrategy: (times) => Math.min(FIRST_RETRY_MS * 2 ** (times - 1), LONGEST_RETRY_MS),
    })
    // Every call reports its own failure; without a listener the first lost connection ends the process.
    this.#client.on('error', () => undefined)
  }

  /** Runs commands, or throws `ArtifactStoreError`; the address, which may hold a password, stays out. */
  async run<T>(work: (client: Redis) => Promise<T>): Promise<T> {
    try {
      await this.#ready()
      const result = await work(this.#client)
      this.#silent = 0
      return result
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (reason === 'Command timed out') this.#noteSilence()
      throw new ArtifactStoreError(`Redis cannot answer: ${reason}`)
    }
  }

  /** Does not wait for the server: it may be the very thing that is gone. */
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
    // Only the first connection is worth waiting for; during an outage the answer is at once.
    await this.#connecting
    if (!this.#isReady()) throw new Error('not connected; trying again')
  }

  #isReady(): boolean {
    return this.#client.status === 'ready'
  }

  #noteSilence(): void {
    this.#silent += 1
    if (this.#silent < SILENT_COMMANDS) return
    this.#silent = 0
    this.#client.disconnect(true)
  }
}

function assertRedisUrl(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (protocol === 'redis:' || protocol === 'rediss:') return
  throw new TypeError(
    'The Redis address must look like redis://[user:password@]host:port[/database]',
  )
}
