// The memory limit of all requests together: bodies being read or processed, and answers being built or written.
// One budget over all routes, so that no combination of them can exceed it.

import type { Cancellation } from '@jeeves/mcp-runtime'
import { INVALID_REQUEST } from '../rpc/codes.js'
import { RpcError } from '../rpc/rpc-error.js'
import { overloaded } from './rpc-errors.js'

export class ByteBudget {
  readonly limit: number
  #bytes = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Releases everything reserved through it when it ends; after that it reserves nothing more. */
  open(): Reservation {
    let reserved = 0
    let hasEnded = false
    return {
      take: (bytes) => {
        if (hasEnded || this.#bytes + bytes > this.limit) return false
        this.#bytes += bytes
        reserved += bytes
        return true
      },
      end: () => {
        hasEnded = true
        this.#bytes -= reserved
        reserved = 0
      },
    }
  }
}

/** A request's part of the budget. Memory is reserved only through one, so nothing outlives its request. */
export interface Reservation {
  /** False when there is no room, or the request has ended. */
  take(bytes: number): boolean
  end(): void
}

/** One HTTP request with its answer, however many calls it contains. */
export interface Exchange {
  /** Aborted when the answer has been sent or the caller has disconnected: work without an answer ends. */
  readonly signal: Cancellation
  /** Throws if an answer of so many bytes may not be built; the reservation is released when all is sent. */
  readonly reserve: (bytes: number) => void
}

/** A text is in memory a second time while it is serialised as JSON. */
const COPIES = 2

export function createExchange(
  reservation: Reservation,
  { limit }: Pick<ByteBudget, 'limit'>,
  maxBytes: number,
  signal: Cancellation,
): Exchange {
  let taken = 0
  return {
    signal,
    reserve(bytes) {
      if (signal.aborted) throw new RpcError(INVALID_REQUEST, 'the request has ended', {})
      // One answer may be as large as its tool allows; several together are limited.
      if (taken > 0 && taken + bytes > maxBytes) throw answersTooLarge(maxBytes)
      if (!reservation.take(bytes * COPIES)) {
        throw overloaded(`${limit} bytes are being read, made or written already`)
      }
      taken += bytes
    },
  }
}

export const answersTooLarge = (limit: number): RpcError =>
  new RpcError(INVALID_REQUEST, undefined, {
    reason: `the answers to one request hold at most ${limit} bytes: ask one by one`,
    code: 'answer_too_large',
    limit,
  })
