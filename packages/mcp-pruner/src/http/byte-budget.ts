// What all requests together may hold: bodies that are read or worked on, and answers that are made or written.
// One budget over all routes, so that no mixture of them can take more.
import { AsyncLocalStorage } from 'node:async_hooks'
import { INVALID_REQUEST } from '../rpc/codes.js'
import { RpcError } from '../rpc/rpc-error.js'
import { OverloadedError } from './rpc-errors.js'

export class ByteBudget {
  readonly limit: number
  #bytes = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get bytes(): number {
    return this.#bytes
  }

  /** What is held through it is given back when it ends; after that it holds nothing more. */
  open(): Reservation {
    let held = 0
    let hasEnded = false
    return {
      take: (bytes) => {
        if (hasEnded || this.#bytes + bytes > this.limit) return false
        this.#bytes += bytes
        held += bytes
        return true
      },
      end: () => {
        hasEnded = true
        this.#bytes -= held
        held = 0
      },
    }
  }
}

/** A request's part of the budget. Nothing can be taken but through one, so nothing outlives its request. */
export interface Reservation {
  /** False when there is no room, or the request has ended. */
  take(bytes: number): boolean
  end(): void
}

/** One HTTP request with its answer, however many calls it holds. */
export interface Exchange {
  /** Aborted when the answer has been sent or the caller has gone: work without an answer ends. */
  readonly signal: AbortSignal
  /** Throws when an answer of so many bytes may not be made; what is taken is given back when all is sent. */
  readonly reserve: (bytes: number) => void
}

/** A text is in memory once more while it is written as JSON. */
const COPIES = 2

export function createExchange(
  reservation: Reservation,
  { limit }: Pick<ByteBudget, 'limit'>,
  maxBytes: number,
  signal: AbortSignal,
): Exchange {
  let taken = 0
  return {
    signal,
    reserve(bytes) {
      if (signal.aborted) throw new RpcError(INVALID_REQUEST, 'the request has ended', {})
      // One answer may be as large as its tool allows; it is several together that have a bound.
      if (taken > 0 && taken + bytes > maxBytes) throw answersTooLarge(maxBytes)
      if (!reservation.take(bytes * COPIES)) {
        throw new OverloadedError(`${limit} bytes are being read, made or written already`)
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

/** Through a library that knows nothing of it. */
export const exchanges = new AsyncLocalStorage<Exchange>()
