// A file that Claude Code has read: without what the conversation holds already, or reduced to the lines expected to be
// needed, each with its number. A file that was shown in part is shown whole when it is read again.
import { readFile, stat } from 'node:fs/promises'
import { MIN_OUTPUT_SIZE } from '../clients/hook-names.js'
import { type CallFacts, callFacts } from '../clients/sessions/call-kind.js'
import type { EarlierCall } from '../clients/sessions/conversation.js'
import type { WordsBefore } from '../clients/sessions/words-before-call.js'
import { visible } from '../process/visible-text.js'
import type { HookInput } from './hook-input.js'
import type { NativeContext } from './native-context.js'
import { nativeQuestion } from './native-question.js'
import { type NumberedLines, readNumbered, showNumbered } from './numbered-lines.js'
import { type HELD_OUT, isPruned, type PrunedOutput } from './prune-native.js'
import { isBeforeEdit, isWorthCutting } from './read-policy.js'
import { earlierAnswer } from './repeats/same-request.js'
import { replacedOutput } from './replace-output.js'

/** `undefined` for a file that is shown unchanged. */
export async function showRead(
  hook: HookInput,
  given: string,
  context: NativeContext,
): Promise<string | undefined> {
  const { facts, message = '', prompt = '' } = hook
  if (facts.path === undefined) return undefined
  // In a range, only repeats of the conversation are left out.
  if (facts.isRange) return replacedOutput(hook, context, given)
  const wasCut = context.cutBefore.has(hook)
  if (wasCut && SAID_UNCHANGED.test(given)) return wholeFile(facts.path)
  if (given.length < MIN_OUTPUT_SIZE) return undefined
  const earlierCalls = await context.previousOutputs(hook, context)
  const was = earlierCalls === undefined ? 'none' : earlierAnswer(earlierCalls, facts).was
  // It was shown in part, and is wanted whole.
  if (wasCut && was !== 'whole') return undefined
  const isAgain = earlierCalls?.some(isWholeReadOf(facts.path)) === true
  const marked = isAgain ? await markedRead(hook, earlierCalls, given, context) : undefined
  if (marked !== undefined) return marked
  const mayCut = !wasCut && !isBeforeEdit({ message, prompt }, facts.path)
  const cut = mayCut ? await showLines(hook, given, context, { message, prompt }) : undefined
  return cut ?? (isAgain ? undefined : markedRead(hook, earlierCalls, given, context))
}

/** Only repeats of the conversation are left out. */
async function markedRead(
  hook: HookInput,
  earlierCalls: HookInput['earlierCalls'],
  given: string,
  context: NativeContext,
): Promise<string | undefined> {
  if (earlierCalls === undefined) return undefined
  return replacedOutput({ ...hook, earlierCalls }, context, given, { isWanted: true })
}

function isWholeReadOf(path: string): (call: EarlierCall) => boolean {
  return ({ name, input, output }) => {
    const facts = callFacts(name, input)
    return output !== undefined && facts.kind === 'read' && facts.path === path && !facts.isRange
  }
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

/** The file is shown without a question: missing lines are a read away. */
export const showAttached = (
  hook: HookInput,
  given: string,
  context: NativeContext,
): Promise<string | undefined> => {
  const { message = '', prompt = '' } = hook
  return showLines(hook, given, context, { message, prompt })
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
  const note = readNote(file, keptLines.length, asked.isSaid)
  const shown = visible(showNumbered(file, keptLines, note))
  if (!isWorthCutting(given.length, shown.length)) return { question, passed: undefined }
  return { question, shown: { ...pruned, keptLines, text: shown, pruneId: note } }
}

/** Missing lines can be read: no id is needed. */
const readNote = ({ lines }: NumberedLines, kept: number, isSaid: boolean): string =>
  `[${lines.length - kept} of ${lines.length} lines not shown, chosen from ${isSaid ? 'your last message' : "the user's prompt"}; for others Read with offset and limit, for all Read it again]`
