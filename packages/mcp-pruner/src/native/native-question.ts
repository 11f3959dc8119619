// The question for a call in which nobody asked one: the agent's words just before it, with the
// call's own words and the user's last prompt. The mix was measured: bench/results/native.md.
import type { CallFacts } from '../clients/sessions/call-kind.js'
import type { WordsBefore } from '../clients/sessions/words-before-call.js'

export interface NativeQuestion {
  readonly question: string
  /** Words with a lower weight: the call's own. */
  readonly context: string
  /** The user's prompt: it helps where the agent says little. */
  readonly task?: string
  /** The agent said something about the call; otherwise the question is the user's prompt. */
  readonly isFromAgent: boolean
}

const MAX_MESSAGE = 1200
const MAX_PROMPT = 4000
const MAX_CALL = 400

/** `undefined` if there are no words to prune by. */
export function nativeQuestion(
  facts: CallFacts,
  words: Partial<WordsBefore> = {},
): NativeQuestion | undefined {
  const message = lastPart(words.message ?? '', MAX_MESSAGE)
  const prompt = (words.prompt ?? '').trim().slice(0, MAX_PROMPT)
  const description = facts.description?.trim() ?? ''
  const aboutCall = [message, description].filter((part) => part !== '').join('\n')
  const isFromAgent = aboutCall !== ''
  const question = isFromAgent ? aboutCall : prompt.slice(0, MAX_MESSAGE)
  if (question === '') return undefined
  const call = [facts.pattern, facts.command, facts.path]
    .filter((part) => part !== undefined)
    .join('\n')
    .slice(0, MAX_CALL)
  return { question, context: call, isFromAgent, ...(prompt !== '' && { task: prompt }) }
}

/** The last words are nearest to the call; the text does not begin in the middle of a sentence. */
function lastPart(text: string, length: number): string {
  const trimmed = text.trim()
  if (trimmed.length <= length) return trimmed
  return trimmed.slice(-length).replace(/^\S*\s+/, '')
}
