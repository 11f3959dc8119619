// Claude Code's Read is narrowed to one range before it runs, so that its line numbers stay true, and only where
// that is expected to pay: a long file, read whole, by an agent that has named something in one place of it.

import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { countLines } from '@jeeves/pruner/count'
import type { CallFacts } from '../clients/sessions/call-kind.js'
import type { WordsBefore } from '../clients/sessions/words-before-call.js'
import { dropOldest } from '../process/drop-oldest.js'
import { codeNames, linesOfNames } from './code-names.js'
import type { HookInput } from './hook-input.js'
import type { NativeContext } from './native-context.js'
import { type NativeQuestion, nativeQuestion } from './native-question.js'
import { wordsOf } from './native-words.js'
import { isPruned, type PrunedOutput } from './prune-native.js'
import { isAboutToEdit } from './read-policy.js'

/** Shorter files cost little to read whole, and longer ones are cut into pages by the client. */
const MIN_LINES = 200
const MAX_BYTES = 1_000_000
/**
 * What is expected to be needed must be so much denser in the range than in the file, and a range that
 * covers most of the file saves too little for the risk. Both were tuned on recorded reads: bench/results/native.md.
 */
const MIN_DENSITY = 0.2
const MAX_SHARE = 0.6

const NOT_TEXT = new Set(
  '.png .jpg .jpeg .gif .webp .bmp .ico .pdf .ipynb .svg .zip .gz .wasm .so .bin .exe'.split(' '),
)

/** State between the hook before a read and the one after it. */
export interface NarrowedRead {
  readonly note: string
  readonly question: string
  readonly range: NarrowedRange
}

const narrowed = new Map<string, NarrowedRead>()
/** Files that were narrowed once: a second read returns the whole file. */
const readBefore = new Set<string>()
const MAX_KEPT = 1000

export async function narrowRead(
  hook: HookInput,
  context: NativeContext,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { input, facts, callId, transcript = '' } = hook
  const { path } = facts
  const key = `${transcript}\0${path}`
  if (path === undefined || readBefore.has(key)) return undefined
  const wanted = wordsToNarrowBy(facts, input, await wordsOf(hook, context))
  const stats = wanted && (await stat(path).catch(() => undefined))
  if (!wanted || !stats?.isFile() || stats.size > MAX_BYTES) return undefined
  const text = await readFile(path, 'utf8')
  const range = await rangeToRead(text, facts, wanted, context)
  if (!range || context.signal.aborted) return undefined
  const { offset, limit } = range
  const { question } = wanted.query
  keep(key, callId, { note: narrowingNote(path, range), question, range })
  return { ...input, offset, limit }
}

export interface WordsToNarrowBy {
  readonly query: NativeQuestion
  /** Names of code in the agent's words. */
  readonly names: readonly string[]
}

/** Decided before the file is opened; `undefined` if it is read as requested. */
export function wordsToNarrowBy(
  facts: CallFacts,
  input: Readonly<Record<string, unknown>>,
  words: Partial<WordsBefore>,
): WordsToNarrowBy | undefined {
  const { path } = facts
  if (path === undefined || NOT_TEXT.has(extname(path).toLowerCase())) return undefined
  if (input.offset !== undefined || input.limit !== undefined || input.pages !== undefined)
    return undefined
  if (!words.message || isAboutToEdit(words.message)) return undefined
  const names = codeNames(words.message, path)
  const query = nativeQuestion(facts, words)
  return query && names.length > 0 ? { query, names } : undefined
}

export interface NarrowedRange {
  readonly offset: number
  readonly limit: number
  /** Of the whole file. */
  readonly lines: number
  /** The pruning that it is based on. */
  readonly by: Pick<PrunedOutput, 'pruneId' | 'metadata'>
}

export async function rangeToRead(
  text: string,
  facts: CallFacts,
  { query, names }: WordsToNarrowBy,
  { prune, signal }: Pick<NativeContext, 'prune' | 'signal'>,
): Promise<NarrowedRange | undefined> {
  const lines = countLines(text)
  const named = linesOfNames(text, names)
  if (lines < MIN_LINES || named.length === 0 || text.includes('\0')) return undefined
  const pruned = await prune({ text, facts, query, inShell: false, wantsRange: true }, signal)
  if (!isPruned(pruned) || !pruned.densest) return undefined
  const { pruneId, metadata, densest } = pruned
  const { from, to, share, density } = densest
  if (density < MIN_DENSITY || share > MAX_SHARE) return undefined
  if (named.some((line) => line < from || line > to)) return undefined
  return { offset: from, limit: to - from + 1, lines, by: { pruneId, metadata } }
}

/** The note that the model sees with such a read. */
export const narrowingNote = (path: string, { offset, limit, lines }: NarrowedRange): string =>
  `only lines ${offset}-${offset + limit - 1} of ${lines} of ${path} were read, chosen from your last message; read it again, with or without offset and limit, for more`

function keep(key: string, callId: string, read: NarrowedRead): void {
  readBefore.add(key)
  narrowed.set(callId, read)
  dropOldest(narrowed, MAX_KEPT)
  dropOldest(readBefore, MAX_KEPT)
}

/** Once, after the read. */
export function popNarrowed(callId: string): NarrowedRead | undefined {
  const found = narrowed.get(callId)
  narrowed.delete(callId)
  return found
}
