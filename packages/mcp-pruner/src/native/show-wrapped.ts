// The output of a command that was wrapped before it ran, once it has ended.
import type { NativeContext } from './native-context.js'
import { nativeQuestion } from './native-question.js'
import { wordsOf } from './native-words.js'
import { isPruned } from './prune-native.js'
import { showOutput } from './show-output.js'

/** `undefined`: it is shown as it is. */
export async function showWrapped(
  token: string,
  text: string,
  context: NativeContext,
): Promise<string | undefined> {
  const call = context.pending.take(token)
  if (!call || !context.settings.on) return undefined
  const { facts, client } = call
  const [words, held] = await Promise.all([
    wordsOf(call, context),
    context.heldBefore(call, context),
  ])
  const asked = nativeQuestion(facts, words)
  const inShell = client === 'claude'
  const pruned = await showOutput({ text, facts, asked, held, inShell }, context)
  const shown = { ...call, tool: 'Bash', ...(asked && { question: asked.question }) }
  if (context.signal.aborted) return undefined
  if (!isPruned(pruned)) {
    if (asked) context.passed(shown, text, pruned)
    return undefined
  }
  context.replaced(shown, text, pruned)
  return pruned.text
}
