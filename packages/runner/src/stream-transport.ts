// The SDK's client over the pipes of a process that somebody else started and will end.
import type { Readable, Writable } from 'node:stream'
import {
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client'

export class StreamTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #input: Writable
  readonly #output: Readable
  readonly #received = new ReadBuffer()

  constructor(input: Writable, output: Readable) {
    this.#input = input
    this.#output = output
  }

  async start(): Promise<void> {
    this.#output.on('data', this.#take)
    // The client's timers would outlive the process.
    this.#output.once('close', () => void this.close())
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#input.write(serializeMessage(message))
  }

  async close(): Promise<void> {
    this.#output.off('data', this.#take)
    this.onclose?.()
  }

  readonly #take = (chunk: Buffer): void => {
    this.#received.append(chunk)
    for (;;) {
      try {
        const message = this.#received.readMessage()
        if (message === null) return
        this.onmessage?.(message)
      } catch (error) {
        // A server may print other text; its messages still count.
        this.onerror?.(error as Error)
      }
    }
  }
}
