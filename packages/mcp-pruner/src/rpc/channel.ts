// One end of a connection, whatever carries it.
import type { Id, Message } from './message.js'

/** Received data that is not a message. */
export interface Broken {
  readonly code: number
  readonly id: Id | null
  /** For the log, never for the protocol. */
  readonly reason: string
}

/** Whether a message may have reached the other side; maintained by the channel that sends it. */
export interface Delivery {
  wasSent: boolean
}

export interface Channel {
  /** `line` is the text the value was parsed from, if there is one. */
  onValue: (value: unknown, line?: string) => void
  onBroken: (broken: Broken) => void
  /** Called once; `reason` reads as the end of a sentence. */
  onClose: (reason: string) => void
  send(message: Message, delivery?: Delivery): void
  /** Sends text that is known to be one JSON-RPC message, the answer to the request `to`. */
  sendText(text: string, to?: Id | null): void
  /** True while the other side does not keep up. */
  readonly congested: boolean
  close(): Promise<void>
}
