// From the calls of a conversation to the texts it contains: outputs as they were shown, and what the model wrote in
// edits and commands. Only as far back as the client certainly keeps them.
import { basename } from 'node:path'
import { estimateTokens } from '@jeeves/pruner/count'
import { type CallFacts, callFacts } from '../../clients/sessions/call-kind.js'
import type { EarlierCall } from '../../clients/sessions/conversation.js'
import { isFields, textField } from '../../clients/sessions/session-event.js'
import type { EarlierText } from './mark-repeats.js'
import { MIN_RUN_LINES } from './run-index.js'

/** Three quarters of the repeats in recorded sessions are nearer. */
export const MAX_DISTANCE_TOKENS = 60_000
const MAX_LABEL_CHARS = 40

/** Oldest first, within so many tokens of the conversation's end. */
export function earlierTexts(
  calls: readonly EarlierCall[],
  maxTokens: number = MAX_DISTANCE_TOKENS,
): EarlierText[] {
  const found: EarlierText[] = []
  let tokens = 0
  for (const call of calls.toReversed()) {
    const texts = textsOf(call)
    for (const { text } of texts) tokens += estimateTokens(text)
    if (tokens > maxTokens) break
    found.push(...texts.filter(({ text }) => hasRun(text)).toReversed())
  }
  return found.toReversed()
}

function textsOf({ name, input, output }: EarlierCall): EarlierText[] {
  const facts = callFacts(name, input)
  const label = labelOf(name, facts)
  const shown = output === undefined ? [] : [{ label, text: output }]
  return [...writtenTexts(facts, input), ...shown]
}

/** Text that the model wrote in the call itself. */
function writtenTexts(facts: CallFacts, input: unknown): EarlierText[] {
  if (facts.kind === 'shell') return [{ label: 'your command', text: facts.command ?? '' }]
  if (facts.kind !== 'edit') return []
  const label = `your edit${facts.path === undefined ? '' : ` of ${basename(facts.path)}`}`
  const fields = isFields(input) ? input : { input }
  const edits = Array.isArray(fields.edits) ? fields.edits.filter(isFields) : [fields]
  const texts = edits.flatMap((edit) =>
    ['new_string', 'newString', 'new_str', 'content', 'file_text'].map((field) =>
      textField(edit[field]),
    ),
  )
  const patch = ['patch', 'patchText', 'input'].map((field) => textField(fields[field]))
  return [...texts, ...patch.map(addedLines)]
    .filter((text) => text !== undefined && text !== '')
    .map((text) => ({ label, text: text ?? '' }))
}

/** A patch's added lines; runs that were apart stay apart. */
function addedLines(patch: string | undefined): string | undefined {
  return patch
    ?.split('\n')
    .map((line) => (line.startsWith('+') ? line.slice(1) : `\0${line}`))
    .join('\n')
}

export function labelOf(
  name: string,
  { kind, path, command, pattern, firstLine }: CallFacts,
): string {
  const file = path === undefined ? '' : ` of ${basename(path)}`
  if (kind === 'read')
    return `your read${file}${firstLine === undefined ? '' : ` from ${firstLine}`}`
  if (kind === 'edit') return `your edit${file}`
  if (kind === 'shell') return `your run of ${shortened(command ?? name)}`
  if (kind === 'search') return `your search for ${shortened(pattern ?? name)}`
  return `your call of ${shortened(name)}`
}

/** On one line: it is part of a mark. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= MAX_LABEL_CHARS ? line : `${line.slice(0, MAX_LABEL_CHARS - 1)}…`
}

function hasRun(text: string): boolean {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines += 1
    if (lines >= MIN_RUN_LINES) return true
  }
  return false
}
