// Calls whose output is still to come: a wrapped command sends its token when it has ended.
import { randomInt } from 'node:crypto'
import { dropOldest } from '../process/drop-oldest.js'
import type { HookInput } from './hook-input.js'

const MAX_PENDING = 500
const TOKEN_CHARS = '0123456789abcdefghijklmnopqrstuvwxyz'
const TOKEN_LENGTH = 12

export class PendingCalls {
  readonly #byToken = new Map<string, HookInput>()
  /** For the hook after the call: already pruned. */
  readonly #wrapped = new Set<string>()

  add(call: HookInput): string {
    const random = Array.from({ length: TOKEN_LENGTH }, () => TOKEN_CHARS[randomInt(36)]).join('')
    // Prefixed with the process id: only this server knows the call.
    const token = `${process.pid}t${random}`
    this.#byToken.set(token, call)
    this.#wrapped.add(call.callId)
    dropOldest(this.#byToken, MAX_PENDING)
    dropOldest(this.#wrapped, MAX_PENDING)
    return token
  }

  /** Once. */
  claim(token: string): HookInput | undefined {
    const call = this.#byToken.get(token)
    this.#byToken.delete(token)
    return call
  }

  isWrapped(callId: string): boolean {
    return this.#wrapped.has(callId)
  }
}
