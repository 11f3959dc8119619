// A file that Claude Code has read, reduced to the lines expected to be needed, each with its number. A second read, or
// a range, is shown unchanged.
import { readFile, stat } from 'node:fs/promises'
import type { CallFacts } from '../clients/sessions/call-kind.js'
import type { WordsBefore } from '../clients/sessions/words-before-call.js'
import { visible } from '../process/visible-text.js'
import type { HookInput } from './hook-input.js'
import type { NativeContext } from './native-context.js'
import { nativeQuestion } from './native-question.js'
import { type NumberedLines, readNumbered, showNumbered } from './numbered-lines.js'
import { type HELD_OUT, isPruned, type PrunedOutput } from './prune-native.js'
import { isWorthCutting, mayCutRead } from './read-policy.js'
import { replacedOutput } from './replace-output.js'

/** `undefined` for a file that is shown unchanged. */
export async function showRead(
  hook: HookInput,
  given: string,
  context: NativeContext,
): Promise<string | undefined> {
  const { facts, input, said = '', prompt = '' } = hook
  if (facts.path === undefined) return undefined
  // In a range, only repeats of the conversation are left out.
  if (isRanged(input)) return replacedOutput(hook, context, given)
  if (context.cutBefore.has(hook))
    return SAID_UNCHANGED.test(given) ? wholeFile(facts.path) : undefined
  if (!mayCutRead(said)) return undefined
  return showLines(hook, given, context, { said, prompt })
}

/** Some versions answer a second read this way; but the model was shown only some of the lines. */
const SAID_UNCHANGED = /^(?:Wasted call|File unchanged)/
/** The client's own maximum. */
const MAX_WHOLE_LINES = 2000
const MAX_WHOLE_BYTES = 256 * 1024

async function wholeFile(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const again = `[only some lines of ${path} were shown before; Read it with offset and limit]`
  if (stats.size > MAX_WHOLE_BYTES) return again
  const lines = (await readFile(path, 'utf8')).split('\n')
  if (lines.length > MAX_WHOLE_LINES) return again
  return visible(lines.map((line, index) => `${index + 1}\t${line}`).join('\n'))
}

const isRanged = ({ offset, limit, pages }: HookInput['input']): boolean =>
  offset !== undefined || limit !== undefined || pages !== undefined

/** The file is shown without a question: missing lines are a read away. */
export const showAttached = (
  hook: HookInput,
  given: string,
  context: NativeContext,
): Promise<string | undefined> => {
  const { said = '', prompt = '' } = hook
  return showLines(hook, given, context, { said, prompt })
}

async function showLines(
  hook: HookInput,
  given: string,
  context: NativeContext,
  words: WordsBefore,
): Promise<string | undefined> {
  const { facts } = hook
  const cut = await cutRead(given, facts, words, context)
  if (!cut) return undefined
  const call = { ...hook, question: cut.question }
  if (!('shown' in cut)) {
    context.passed(call, given, cut.passed)
    return undefined
  }
  context.cutBefore.add(hook)
  context.replaced(call, given, cut.shown)
  return cut.shown.text
}

interface CutRead {
  readonly question: string
  readonly shown: PrunedOutput & { readonly keptLines: readonly number[] }
}

/** The shown lines of a file, each after its number; without `shown`, the file passes unchanged. */
export async function cutRead(
  given: string,
  facts: CallFacts,
  words: WordsBefore,
  { prune, signal }: Pick<NativeContext, 'prune' | 'signal'>,
): Promise<CutRead | { question: string; passed: typeof HELD_OUT | undefined } | undefined> {
  const file = readNumbered(given)
  const asked = file && nativeQuestion(facts, words)
  if (!file || !asked) return undefined
  const { question } = asked
  const text = `${file.lines.join('\n')}\n`
  const { firstLine } = file
  const output = { text, facts, asked, firstLine, inShell: false }
  const pruned = await prune(output, signal)
  if (!isPruned(pruned)) return { question, passed: pruned }
  const { keptLines } = pruned
  if (!keptLines) return { question, passed: undefined }
  const note = readNote(file, keptLines.length)
  const shown = visible(showNumbered(file, keptLines, note))
  if (!isWorthCutting(given.length, shown.length)) return { question, passed: undefined }
  return { question, shown: { ...pruned, keptLines, text: shown, pruneId: note } }
}

/** Missing lines can be read: no id is needed. */
const readNote = ({ lines }: NumberedLines, kept: number): string =>
  `[${lines.length - kept} of ${lines.length} lines not shown, chosen from your last message; for others Read with offset and limit, for all Read it again]`
