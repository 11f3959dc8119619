// A search, independent of the program that runs it.
import type { Failure } from '../../call/tool.js'
import type { GroupExit } from '../../process/process-group.js'
import { countCharacters } from '../files/utf8.js'
import type { HeadTail } from '../head-tail.js'
import type { MatchCollector } from './match-collector.js'

export interface Search {
  /** More than one: a line that matches any of them matches. */
  readonly patterns: readonly string[]
  readonly fixedString: boolean
  readonly caseSensitive: boolean
}

/** One opened file or folder. */
export interface Target {
  /** For the program: leads to the opened and checked file. */
  readonly path: string
  readonly realPath: string
  readonly isDirectory: boolean
  /** For people: relative to the root; empty for the root itself. */
  readonly name: string
}

export interface Engine {
  readonly name: 'rg' | 'grep'
  search(
    search: Search,
    target: Target,
    matches: MatchCollector,
    signal: AbortSignal,
  ): Promise<SearchOutcome>
}

/** A failure after matches were found is a warning; before that, it is the answer. */
export interface SearchOutcome {
  readonly failure?: Failure
}

/** The number of characters before a byte, plus one. */
export const columnAt = (line: Buffer, byte: number): number =>
  countCharacters(line.subarray(0, byte)) + 1

/** Without its ending. */
export function withoutEnding(line: Buffer): Buffer {
  const end = line.at(-1) === 10 ? line.length - 1 : line.length
  return line.subarray(0, line[end - 1] === 13 ? end - 1 : end)
}

/** From the searched folder to the root, so that `read` accepts it unchanged. */
export function pathFromRoot({ name, isDirectory }: Target, path: Buffer): Buffer {
  if (!isDirectory) return Buffer.from(name)
  const relative = path.subarray(path.subarray(0, 2).equals(HERE) ? 2 : 0)
  return name === '' ? relative : Buffer.concat([Buffer.from(`${name}/`), relative])
}
const HERE = Buffer.from('./')

export const MAX_STDERR_BYTES = 4096

/** Exit codes 0 and 1 are success, with and without matches; so is a stop at the limits. */
export function outcomeOf(wasStopped: boolean, exit: GroupExit, stderr: HeadTail): SearchOutcome {
  if (wasStopped || exit.code === 0 || exit.code === 1) return {}
  const { text } = stderr.render(MAX_STDERR_BYTES)
  const subject = text.trim() || 'no message'
  const exit_code = exit.code ?? 2
  return { failure: { code: 'rg_error', message: 'the search failed', subject, exit_code } }
}
