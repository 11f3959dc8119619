// Newline-delimited JSON over a pair of streams.
import type { Readable, Writable } from 'node:stream'
import { fitsInHeap } from '../process/heap.js'
import type { Channel, Delivery } from './channel.js'
import { INVALID_REQUEST, PARSE_ERROR, SERVER_ERROR } from './codes.js'
import { createLineReader } from './line-reader.js'
import type { Message } from './message.js'
import type { OverlongLine } from './overlong-line.js'

/** Half of what a V8 string can hold: whole answers of wrapped servers pass, however long. */
const MAX_PASSED_LINE_BYTES = 256 * 1024 * 1024
/** How JSON can begin; a flood of other text must not cost a parser error per line. */
const JSON_START = /^\s*[[{"\-\dtfn]/

export interface LineChannelOptions {
  readonly input: Readable
  readonly output: Writable
  /** Absent: the end of the input closes the channel. Present: answers can still be written. */
  readonly onEnd?: () => void
  readonly maxLineBytes?: number
}

export class LineChannel implements Channel {
  onValue: Channel['onValue'] = () => {}
  onBroken: Channel['onBroken'] = () => {}
  onClose: Channel['onClose'] = () => {}
  readonly #output: Writable
  readonly #maxLineBytes: number
  #closed = false

  constructor({ input, output, onEnd, maxLineBytes = MAX_PASSED_LINE_BYTES }: LineChannelOptions) {
    this.#output = output
    this.#maxLineBytes = maxLineBytes
    const lines = createLineReader(
      (line) => this.#line(line),
      (line, bytes) => this.#tooLong(line, bytes),
      maxLineBytes,
      'utf8',
      fitsInHeap,
    )
    input.on('data', (chunk: Buffer) => {
      if (!this.#closed) lines.push(chunk)
    })
    input.on('end', () => {
      if (!this.#closed) lines.end()
      if (onEnd) onEnd()
      else this.closed('the stream ended')
    })
    input.on('error', (error) => this.closed(error.message))
    output.on('error', (error) => this.broken(error.message))
  }

  get congested(): boolean {
    return this.#output.writableNeedDrain
  }

  send(message: Message, delivery?: Delivery): void {
    if (!delivery) return this.sendText(JSON.stringify(message))
    if (this.#closed || !this.#output.writable) return
    // Part of a line is not a message: what was not completely written was not sent.
    this.#output.write(`${JSON.stringify(message)}\n`, (error) => {
      delivery.wasSent = !error
    })
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
    this.onClose(reason)
  }

  #line(text: string): void {
    if (this.#closed) return
    let value: unknown
    try {
      value = JSON_START.test(text) ? JSON.parse(text) : undefined
    } catch {
      // Reported below, like text that does not even begin like JSON.
    }
    if (value !== undefined) return this.onValue(value, text)
    this.onBroken({ code: PARSE_ERROR, id: null, reason: text.slice(0, 200) })
  }

  /** A caller waiting for an unreadable answer gets an error. */
  #tooLong({ id, isResponse }: OverlongLine, bytes: number): void {
    if (this.#closed) return
    const message =
      bytes > this.#maxLineBytes
        ? `a message holds at most ${this.#maxLineBytes} bytes`
        : `a message of ${bytes} bytes does not fit in the memory that is left; ask for less, or give Node more with NODE_OPTIONS=--max-old-space-size`
    if (isResponse) {
      this.onValue({ jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message } })
    } else this.onBroken({ code: INVALID_REQUEST, id, reason: message })
  }
}
