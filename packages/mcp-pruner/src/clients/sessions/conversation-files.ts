// Follows the records of running sessions: only what was added to a file since the last time is read.
import { open } from 'node:fs/promises'
import { dropOldest } from '../../process/drop-oldest.js'
import { createLineReader } from '../../rpc/line-reader.js'
import { Conversation, type FollowedClient } from './conversation.js'
import { isFields } from './session-event.js'

/** The end of a long record is enough: no mark refers further back. */
const MAX_FIRST_BYTES = 4 * 1024 * 1024
const MAX_FILES = 16
const MAX_LINE_BYTES = 64 * 1024 * 1024

interface Followed {
  readonly conversation: Conversation
  readonly push: (chunk: Buffer) => void
  readonly inode: number
  offset: number
}

export class ConversationFiles {
  readonly #followed = new Map<string, Followed>()
  readonly #startedMs: number
  /** One read of a file at a time: two would take the same lines twice. */
  readonly #looks = new Map<string, Promise<unknown>>()

  /** Nothing recorded before `startedMs` counts. */
  constructor(startedMs: number) {
    this.#startedMs = startedMs
  }

  /** The current content; `undefined` if it cannot be read. */
  async read(client: FollowedClient, file: string): Promise<Conversation | undefined> {
    const before = this.#looks.get(file) ?? Promise.resolve()
    const look = before.then(() => this.#look(client, file)).catch(() => undefined)
    this.#looks.set(file, look)
    const found = await look
    if (this.#looks.get(file) === look) this.#looks.delete(file)
    return found
  }

  async #look(client: FollowedClient, file: string): Promise<Conversation | undefined> {
    const handle = await open(file)
    try {
      const { size, ino } = await handle.stat()
      const known = this.#followed.get(file)
      const isSame = known !== undefined && known.inode === ino && known.offset <= size
      const followed = isSame
        ? known
        : this.#follow(client, ino, Math.max(0, size - MAX_FIRST_BYTES))
      this.#remember(file, followed)
      while (followed.offset < size) {
        const chunk = Buffer.alloc(Math.min(size - followed.offset, MAX_FIRST_BYTES))
        const { bytesRead } = await handle.read(chunk, 0, chunk.length, followed.offset)
        if (bytesRead === 0) break
        followed.offset += bytesRead
        followed.push(chunk.subarray(0, bytesRead))
      }
      return followed.conversation
    } finally {
      await handle.close()
    }
  }

  #follow(client: FollowedClient, inode: number, offset: number): Followed {
    const conversation = new Conversation(client, this.#startedMs)
    let isPartial = offset > 0
    const lines = createLineReader(
      (text) => {
        if (isPartial) isPartial = false
        else addLine(conversation, text)
      },
      () => {},
      MAX_LINE_BYTES,
    )
    return { conversation, push: lines.push, inode, offset }
  }

  #remember(file: string, followed: Followed): void {
    this.#followed.delete(file)
    this.#followed.set(file, followed)
    dropOldest(this.#followed, MAX_FILES)
  }
}

function addLine(conversation: Conversation, text: string): void {
  try {
    const line: unknown = JSON.parse(text)
    if (isFields(line)) conversation.addLine(line)
  } catch {
    // A damaged line: its content is not assumed to be in the conversation.
  }
}
