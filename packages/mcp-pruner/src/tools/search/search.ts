// What a search is, whichever program does it, and the limits that end it.
import type { GrepMatch } from '@jeeves/contracts'
import type { Failure } from '../../call/tool.js'
import type { GroupExit } from '../../process/process-group.js'
import { countCharacters, decodeWithin } from '../files/utf8.js'
import type { HeadTail } from '../head-tail.js'

export interface Search {
  /** More than one: a line that matches any of them matches. */
  readonly patterns: readonly string[]
  readonly fixedString: boolean
  readonly caseSensitive: boolean
}

/** One opened file or folder. */
export interface Target {
  /** For the program: leads to what was opened and checked. */
  readonly path: string
  readonly realPath: string
  readonly isDirectory: boolean
  /** For people: relative to the root; empty for the root itself. */
  readonly name: string
}

export interface Engine {
  readonly name: 'rg' | 'grep'
  search(search: Search, target: Target, sink: MatchSink, signal: AbortSignal): Promise<Outcome>
}

/** A failure after matches were found is worth a warning; before, it is the answer. */
export interface Outcome {
  readonly failure?: Failure
}

/** Collects matches until a limit is reached, then asks for the search to end. */
export class MatchSink {
  readonly matches: GrepMatch[] = []
  truncated = false
  readonly #maxMatches: number
  #bytesLeft: number
  readonly #stop = new AbortController()

  constructor(maxMatches: number, maxBytes: number) {
    this.#maxMatches = maxMatches
    this.#bytesLeft = maxBytes
  }

  /** Aborted when nothing more is wanted. */
  get full(): AbortSignal {
    return this.#stop.signal
  }

  add(match: GrepMatch): void {
    if (this.truncated) return
    const bytes = Buffer.byteLength(match.text)
    const fits = bytes <= this.#bytesLeft
    if (fits) this.matches.push(match)
    // A first line that is too long on its own is still better cut than missing.
    else if (this.matches.length === 0) {
      this.matches.push({ ...match, text: decodeWithin(Buffer.from(match.text), this.#bytesLeft) })
    }
    this.#bytesLeft -= bytes
    if (!fits || this.matches.length >= this.#maxMatches) {
      this.truncated = true
      this.#stop.abort()
    }
  }
}

/** The number of characters before a byte, plus one. */
export const columnAt = (line: Buffer, byte: number): number =>
  countCharacters(line.subarray(0, byte)) + 1

export const MAX_STDERR_BYTES = 4096

/** Exit codes 0 and 1 are success, with and without matches; so is an end that the limits asked for. */
export function outcomeOf(sink: MatchSink, exit: GroupExit, stderr: HeadTail): Outcome {
  if (sink.truncated || exit.code === 0 || exit.code === 1) return {}
  const { text } = stderr.render(MAX_STDERR_BYTES)
  const subject = text.trim() || 'no message'
  const exit_code = exit.code ?? 2
  return { failure: { code: 'rg_error', message: 'the search failed', subject, exit_code } }
}
