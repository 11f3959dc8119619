// Cuts a long text by lines: its head, its tail and the lines between that must not be lost, with a count
// wherever lines were left out. Kept lines are verbatim; one that is too long by itself keeps its ends.
import { sendable } from '../json/cut-text.js'
import { measure, tailStart, textBytes } from '../json/sizes.js'
import { noteStart } from './omission-notes.js'

export interface LineLimits {
  /** Lines of the result, those that count included. Default: what `maxBytes` holds. */
  readonly maxLines?: number
  /** UTF-8 bytes of the result as it is sent in JSON, without its quotes. */
  readonly maxBytes: number
  /** Lines (0-based) that come before all others, as many as there is room for. */
  readonly first?: (line: number) => boolean
  /** Lines (0-based) to keep from between head and tail, as many as there is room for. */
  readonly keep?: (line: number) => boolean
  /** Part of the room that the head gets; the tail gets the rest. Default one half. */
  readonly headShare?: number
}

export interface ShapedLines {
  readonly text: string
  readonly truncated: boolean
  readonly totalLines: number
  readonly shownLines: number
  /** The first line (1-based) that is missing, or is cut itself. */
  readonly firstCutLine: number
}

/** As many bytes as a count with its newline can take. */
const COUNT_COST = 60
const NEWLINE_COST = 2
/** Of the lines that `keep` asks for, so much of the room. */
const KEEP_SHARE = 0.4
/** And of those that come first. */
const FIRST_SHARE = 0.7
/** A single line gets no more of the bytes than this, when there are others. */
const LINE_SHARE = 1 / 3

export function shapeLines(text: string, limits: LineLimits): ShapedLines {
  const { maxBytes, maxLines = Infinity } = limits
  const lines = splitLines(text)
  const totalLines = lines.length
  const fits = totalLines <= maxLines && text.length <= maxBytes && textBytes(text) <= maxBytes
  if (fits) return { text, truncated: false, totalLines, shownLines: totalLines, firstCutLine: 0 }
  const selection = new Selection(lines, limits)
  selection.choose()
  return {
    text: selection.render(text.endsWith('\n')),
    truncated: true,
    totalLines,
    shownLines: selection.size,
    firstCutLine: selection.firstCut,
  }
}

/** A final newline ends the last line rather than starting one more. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  return lines
}

class Selection {
  readonly #lines: readonly string[]
  readonly #kept = new Map<number, string>()
  readonly #maxLines: number
  readonly #maxBytes: number
  readonly #lineBytes: number
  readonly #first: ((line: number) => boolean) | undefined
  readonly #keep: ((line: number) => boolean) | undefined
  readonly #headShare: number
  #gaps = 1
  #bytes = 0

  constructor(lines: readonly string[], limits: LineLimits) {
    this.#lines = lines
    this.#maxLines = limits.maxLines ?? Infinity
    this.#maxBytes = limits.maxBytes
    this.#lineBytes = lines.length === 1 ? limits.maxBytes : limits.maxBytes * LINE_SHARE
    this.#first = limits.first
    this.#keep = limits.keep
    this.#headShare = limits.headShare ?? 0.5
  }

  get size(): number {
    return this.#kept.size
  }

  get firstCut(): number {
    return this.#lines.findIndex((line, i) => this.#kept.get(i) !== line) + 1
  }

  choose(): void {
    const last = this.#lines.length - 1
    this.#chooseKept(this.#first, FIRST_SHARE, this.#maxBytes * FIRST_SHARE)
    // The last lines say how it ended, the first what it was.
    for (const index of [last, 0, last - 1, 1, last - 2]) this.#add(index)
    this.#chooseKept(this.#keep, KEEP_SHARE)
    this.#fill()
  }

  /** From both ends inwards, because the first and the last failure explain the most. */
  #chooseKept(
    keep: ((line: number) => boolean) | undefined,
    share: number,
    lineBytes = this.#lineBytes,
  ): void {
    if (keep === undefined) return
    const candidates: number[] = []
    for (const index of this.#lines.keys()) if (keep(index)) candidates.push(index)
    const lineLimit = this.#used + Math.ceil((this.#maxLines - this.#used) * share * 2)
    const byteLimit = this.#bytes + (this.#maxBytes - this.#bytes) * share
    for (let i = 0, j = candidates.length - 1; i <= j; i++, j--) {
      for (const index of i === j ? [candidates[i]] : [candidates[i], candidates[j]]) {
        if (this.#used >= lineLimit || this.#bytes >= byteLimit || index === undefined) return
        this.#add(index, lineBytes)
      }
    }
  }

  /** Lets head and tail grow towards each other by their shares until nothing more fits. */
  #fill(): void {
    let head = 0
    let tail = this.#lines.length - 1
    let headOpen = true
    let tailOpen = true
    for (let taken = 0, heads = 0; head <= tail && (headOpen || tailOpen); taken++) {
      const takeHead = headOpen && (!tailOpen || heads < taken * this.#headShare)
      if (takeHead) {
        headOpen = this.#add(head++)
        heads += 1
      } else {
        tailOpen = this.#add(tail--)
      }
    }
  }

  get #used(): number {
    return this.#kept.size + this.#gaps
  }

  /** Whether the line is in, now or before. */
  #add(index: number, lineBytes = this.#lineBytes): boolean {
    if (this.#kept.has(index)) return true
    const line = this.#lines[index]
    if (line === undefined) return false
    const before = index === 0 || this.#kept.has(index - 1)
    const after = index === this.#lines.length - 1 || this.#kept.has(index + 1)
    const gaps = this.#gaps + 1 - (before ? 1 : 0) - (after ? 1 : 0)
    const room = this.#maxBytes - this.#bytes - gaps * COUNT_COST - NEWLINE_COST
    const shown = cutLine(line, Math.min(lineBytes, room))
    if (shown === undefined || this.#kept.size + 1 + gaps > this.#maxLines) return false
    this.#kept.set(index, shown)
    this.#bytes += textBytes(shown) + NEWLINE_COST
    this.#gaps = gaps
    return true
  }

  render(endsWithNewline: boolean): string {
    if (this.#maxBytes < COUNT_COST) return ''
    const out: string[] = []
    let next = 0
    const skipTo = (index: number) => {
      if (index > next) out.push(cutNote(next + 1, index))
    }
    for (const index of [...this.#kept.keys()].sort((a, b) => a - b)) {
      skipTo(index)
      out.push(this.#kept.get(index) ?? '')
      next = index + 1
    }
    skipTo(this.#lines.length)
    return out.join('\n') + (endsWithNewline ? '\n' : '')
  }
}

/** The lines, 1-based, that are missing at its place: they can be asked for by these numbers. */
export const cutNote = (first: number, last: number): string =>
  `${noteStart()}${first === last ? `line ${first}` : `lines ${first}-${last}`} cut⟧`

/** Room for ` ⟦mcp-pruner: 1234567 characters cut⟧ `. */
const LINE_COUNT_LENGTH = 52

/** The line, or its start and its end with a count between; `undefined` when there is no room for that. */
function cutLine(line: string, maxBytes: number): string | undefined {
  if (line.length <= maxBytes && textBytes(line) <= maxBytes) return line
  const length = Math.min(maxBytes, line.length) - LINE_COUNT_LENGTH
  const bytes = maxBytes - LINE_COUNT_LENGTH
  if (length < LINE_COUNT_LENGTH) return undefined
  const whole = sendable(line)
  const head = measure(whole, Math.ceil(length * 0.6), bytes * 0.6, 'json').end
  const start = Math.max(head, tailStart(whole, Math.floor(length * 0.4), bytes * 0.4))
  return `${whole.slice(0, head)} ${noteStart()}${start - head} characters cut⟧ ${whole.slice(start)}`
}
