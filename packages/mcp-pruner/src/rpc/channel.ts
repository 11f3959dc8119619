// One end of a connection, whatever carries it.
import type { Message } from './message.js'

export interface Channel {
  /** `line` is the text the message was read from, if there is one. */
  onMessage: (message: Message, line?: string) => void
  /** Called once; `reason` reads as the end of a sentence. */
  onClose: (reason: string) => void
  send(message: Message): void
  /** Sends text that is known to be one JSON-RPC message. */
  sendText(text: string): void
  /** True while the other side does not keep up. */
  readonly congested: boolean
  close(): Promise<void>
}
