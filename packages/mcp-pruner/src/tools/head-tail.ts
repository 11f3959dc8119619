// Captures a stream of any length in bounded memory. The end of an output is as useful as its start, so
// the middle is dropped, and a mark says how much.
import { visible } from '../process/visible-text.js'
import { fitVisible } from './files/fit-visible.js'
import { decodeWithin, endWithin, startWithin } from './files/utf8.js'

export class HeadTail {
  readonly #headBytes: number
  readonly #tailBytes: number
  #head: Buffer[] = []
  #headSize = 0
  #tail: Buffer[] = []
  #tailSize = 0
  #total = 0

  constructor(maxBytes: number) {
    this.#headBytes = Math.ceil(maxBytes / 2)
    this.#tailBytes = maxBytes - this.#headBytes
  }

  /** All bytes received, kept or not. */
  get total(): number {
    return this.#total
  }

  /** Bytes in memory now. */
  get bytesInMemory(): number {
    return this.#headSize + this.#tailSize
  }

  push = (chunk: Buffer): void => {
    this.#total += chunk.length
    const room = Math.max(0, this.#headBytes - this.#headSize)
    if (room > 0) {
      const part = chunk.subarray(0, room)
      this.#head.push(part)
      this.#headSize += part.length
    }
    if (chunk.length > room) this.#pushTail(chunk.subarray(room))
  }

  #pushTail(chunk: Buffer): void {
    this.#tail.push(chunk)
    this.#tailSize += chunk.length
    while (this.#tailSize - (this.#tail[0]?.length ?? 0) >= this.#tailBytes) {
      this.#tailSize -= this.#tail.shift()?.length ?? 0
    }
  }

  /** At most `maxBytes` of UTF-8, including the mark for the missing middle. */
  render(maxBytes: number): { readonly text: string; readonly truncated: boolean } {
    const kept = Buffer.concat([...this.#head, ...this.#tail])
    if (this.#total <= maxBytes) {
      const text = decodeWithin(kept, Number.POSITIVE_INFINITY)
      if (Buffer.byteLength(visible(text)) <= maxBytes) return { text, truncated: false }
    }
    const text = fitVisible(maxBytes, (bytes) => {
      const mark = `\n[… ${Math.max(0, this.#total - bytes)} bytes cut …]\n`
      const room = Math.max(0, bytes - Buffer.byteLength(mark))
      const start = decodeWithin(kept, Math.ceil(room / 2), startWithin)
      return start + mark + decodeWithin(kept, Math.floor(room / 2), endWithin)
    })
    return { text, truncated: true }
  }
}
