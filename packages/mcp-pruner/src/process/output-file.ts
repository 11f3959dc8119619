// The file that a command prints into. A pipe is not enough: Node writes to pipes and sockets without waiting, and a
// program that prints and calls `process.exit` loses what did not fit. A file loses nothing, at any
// size. The file has no name, so that none is left behind; space that was read is returned to the disk.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  read as readFile,
  readSync,
  statfsSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants
const read = promisify(readFile)

const CHUNK_BYTES = 256 * 1024
/** Space is returned in steps of this size. */
const RELEASE_BYTES = 64 * 1024 * 1024
/** The header's page stays. */
const PAGE_BYTES = 64 * 1024
const MAX_HELD_BYTES = 1024 * 1024 * 1024
/** Share of the free space on the file's disk. */
const MAX_SHARE = 0.5

export const OVERWRITTEN =
  '[mcp-pruner: a program opened /dev/stdout or /dev/stderr as a file, which discarded output printed before this line]\n'

export class OutputFile {
  readonly fd: number
  readonly inode: string
  readonly #header = randomBytes(16)
  readonly #maxHeld: number
  #position: number
  #released = PAGE_BYTES
  #isReleasing = false
  #isOverwritten = false

  constructor(folder: string = tmpdir()) {
    const file = join(folder, `mcp-pruner-${randomBytes(12).toString('hex')}`)
    this.fd = openSync(file, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW, 0o600)
    unlinkSync(file)
    // Shows whether the file was truncated by a program that reopened it.
    writeSync(this.fd, this.#header)
    this.#position = this.#header.length
    const { dev, ino } = fstatSync(this.fd)
    this.inode = `${dev}:${ino}`
    const { bavail, bsize } = statfsSync(folder)
    this.#maxHeld = Math.min(MAX_HELD_BYTES, bavail * bsize * MAX_SHARE)
  }

  /** Delivers what was printed since the last time, at most `maxBytes`, and returns how much it was. */
  async drain(sink: (chunk: Buffer) => void, maxBytes = Number.POSITIVE_INFINITY): Promise<number> {
    if (this.#wasEmptied()) {
      this.#position = 0
      this.#isOverwritten = true
      sink(Buffer.from(OVERWRITTEN))
    }
    // What is printed meanwhile is for the next time: there may be no end to it.
    const start = this.#position
    const end = Math.min(this.size, start + maxBytes)
    while (this.#position < end) {
      const room = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - this.#position))
      const { bytesRead } = await read(this.fd, room, 0, room.length, this.#position)
      if (bytesRead === 0) break
      this.#position += bytesRead
      sink(room.subarray(0, bytesRead))
      this.#release()
    }
    return this.#position - start
  }

  /** More is on the disk than allowed: the writer is faster than the reader. */
  get isTooLarge(): boolean {
    return this.size - this.#released > this.#maxHeld
  }

  get size(): number {
    return fstatSync(this.fd).size
  }

  /** Unread data is dropped; a remaining writer begins at the start. */
  discard(): void {
    ftruncateSync(this.fd, 0)
  }

  close(): void {
    closeSync(this.fd)
  }

  #wasEmptied(): boolean {
    if (this.size < this.#position) return true
    if (this.#isOverwritten) return false
    const start = Buffer.alloc(this.#header.length)
    readSync(this.fd, start, 0, start.length, 0)
    return !start.equals(this.#header)
  }

  /** Without `fallocate`, or on a disk without sparse files, the file grows until it is too large. */
  #release(): void {
    if (process.platform !== 'linux' || this.#isReleasing) return
    const bytes = this.#position - this.#released
    if (bytes < RELEASE_BYTES) return
    this.#isReleasing = true
    const from = this.#released
    const args = ['--punch-hole', '--offset', `${from}`, '--length', `${bytes}`, '/proc/self/fd/3']
    const child = spawn('fallocate', args, { stdio: ['ignore', 'ignore', 'ignore', this.fd] })
    child.once('error', () => {})
    child.once('exit', (code) => {
      if (code === 0) this.#released = from + bytes
      this.#isReleasing = code !== 0
    })
  }
}
