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
import { earlierAnswer, SAYS_UNCHANGED } from './repeats/same-request.js'
import { replacedOutput } from './replace-output.js'

/** `undefined` for a file that is shown unchanged. */
export async function showRead(
  hook: HookInput,
  given: string,
  context: NativeContext,
): Promise<string | undefined> {
  const { facts, message = '', prompt = '' } = hook
  if (facts.path === undefined) return undefined
  const isUnchanged = SAYS_UNCHANGED.test(given)
  if (given.length < MIN_OUTPUT_SIZE && !isUnchanged) return undefined
  // In a range, only repeats of the conversation are left out.
  if (facts.isRange && !isUnchanged) return replacedOutput(hook, context, given)
  const earlierCalls = await context.previousOutputs(hook, context)
  const earlier = earlierCalls && earlierAnswer(earlierCalls, facts)
  // The server of a resumed session did not cut it itself.
  const wasCut = context.cutBefore.has(hook) || earlier?.wasCut === true
  // It was shown in part, and is wanted whole.
  if (wasCut && earlier?.was !== 'whole') return isUnchanged ? readLines(hook) : undefined
  if (isUnchanged) return undefined
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

/** The client's own maximum. */
const MAX_LINES = 2000
const MAX_CHARS = 256 * 1024
const MAX_FILE_BYTES = 32 * 1024 * 1024

/** What the call requested, numbered as by the client, which has said only that it is unchanged. */
async function readLines({ facts, input }: HookInput): Promise<string | undefined> {
  const { path = '', firstLine } = facts
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const again = `[only some lines of ${path} were shown before; Read it with offset and limit]`
  if (stats.size > MAX_FILE_BYTES) return again
  const start = Math.max(1, firstLine ?? 1)
  const count = typeof input.limit === 'number' ? input.limit : undefined
  const lines = (await readFile(path, 'utf8'))
    .split('\n')
    .slice(start - 1, count === undefined ? undefined : start - 1 + count)
  const text = lines.map((line, index) => `${start + index}\t${line}`).join('\n')
  return lines.length > MAX_LINES || text.length > MAX_CHARS ? again : visible(text)
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
  const query = file && nativeQuestion(facts, words)
  if (!file || !query) return undefined
  const { question } = query
  const text = `${file.lines.join('\n')}\n`
  const { firstLine } = file
  const output = { text, facts, query, firstLine, inShell: false }
  const pruned = await prune(output, signal)
  if (!isPruned(pruned)) return { question, passed: pruned }
  const { keptLines } = pruned
  if (!keptLines) return { question, passed: undefined }
  const note = readNote(file, keptLines.length, query.isFromAgent)
  const shown = visible(showNumbered(file, keptLines, note))
  if (!isWorthCutting(given.length, shown.length)) return { question, passed: undefined }
  return { question, shown: { ...pruned, keptLines, text: shown, pruneId: note } }
}

/** Missing lines can be read: no id is needed. */
const readNote = ({ lines }: NumberedLines, kept: number, isFromAgent: boolean): string =>
  `[${lines.length - kept} of ${lines.length} lines not shown, chosen from ${isFromAgent ? 'your last message' : "the user's prompt"}; for others Read with offset and limit, for all Read it again]`
