// Newline-delimited JSON over a pair of streams.
import type { Readable, Writable } from 'node:stream'
import type { Channel } from './channel.js'
import { isFields, type Message } from './message.js'

/** Half of what a V8 string can hold; a line beyond it is no message of ours. */
const MAX_LINE_BYTES = 256 * 1024 * 1024

export interface LineChannelOptions {
  readonly input: Readable
  readonly output: Writable
  /** A line that is no JSON object. The start of it is for the log, never for the protocol. */
  readonly onGarbage: (start: string) => void
  /** Absent: the end of the input closes the channel. Present: answers can still be written. */
  readonly onEnd?: () => void
}

export class LineChannel implements Channel {
  onMessage: Channel['onMessage'] = () => {}
  onClose: Channel['onClose'] = () => {}
  readonly #output: Writable
  readonly #onGarbage: (start: string) => void
  #parts: Buffer[] = []
  #partBytes = 0
  #closed = false

  constructor({ input, output, onGarbage, onEnd }: LineChannelOptions) {
    this.#output = output
    this.#onGarbage = onGarbage
    input.on('data', (chunk: Buffer) => this.#feed(chunk))
    input.on('end', onEnd ?? (() => this.closed('the stream ended')))
    input.on('error', (error) => this.closed(error.message))
    output.on('error', (error) => this.broken(error.message))
  }

  get congested(): boolean {
    return this.#output.writableNeedDrain
  }

  send(message: Message): void {
    this.sendText(JSON.stringify(message))
  }

  sendText(text: string): void {
    if (!this.#closed && this.#output.writable) this.#output.write(`${text}\n`)
  }

  async close(): Promise<void> {
    this.closed('it was closed')
  }

  /** Nothing can be written any more. */
  protected broken(reason: string): void {
    this.closed(reason)
  }

  closed(reason: string): void {
    if (this.#closed) return
    this.#closed = true
    this.#parts = []
    this.onClose(reason)
  }

  #feed(chunk: Buffer): void {
    let start = 0
    while (!this.#closed) {
      const end = chunk.indexOf(0x0a, start)
      if (end === -1) break
      this.#parts.push(chunk.subarray(start, end))
      const line = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts)
      this.#parts = []
      this.#partBytes = 0
      start = end + 1
      if (line) this.#line(line.toString('utf8'))
    }
    if (start >= chunk.length || this.#closed) return
    this.#parts.push(chunk.subarray(start))
    this.#partBytes += chunk.length - start
    if (this.#partBytes > MAX_LINE_BYTES) {
      this.closed(`it sent a message of more than ${MAX_LINE_BYTES} bytes`)
    }
  }

  #line(text: string): void {
    const start = text.trimStart()
    if (start === '') return
    // A flood of other text must not cost a parser's error for each line.
    if (!start.startsWith('{')) return this.#onGarbage(text.slice(0, 200))
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      return this.#onGarbage(text.slice(0, 200))
    }
    if (isFields(message)) this.onMessage(message, text)
    else this.#onGarbage(text.slice(0, 200))
  }
}
