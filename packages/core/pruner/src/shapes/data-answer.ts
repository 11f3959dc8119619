// Questions about data (YAML, JSON, TOML, INI): the content of a key, all endpoints of an API description.
import { wordsOf } from '../text/words.js'
import {
  type Answer,
  type Asking,
  ascending,
  containsAll,
  knownWords,
  partOf,
  setOf,
  solidLines,
} from './answer.js'
import { ancestorsOf, type DataKey, keysOf } from './data-keys.js'
import { childrenOf, MAX_VALUE_LENGTH, MAX_WHOLE_LINES, valueLines } from './data-parts.js'
import { endpointsOf } from './endpoint-answer.js'
import { memberAnswer, membersWith } from './member-answer.js'
import { eventsKey, innerKey, isPathOf, labelledKey, requestedKey } from './requested-key.js'

/** `How often is it saved?` asks for a value, and `How is it saved?` for what is set. */
export const isForValue = ({ text }: Asking['question']): boolean =>
  /^\s*how (?:is|are|often|large|big|small|long|far|fast|high|low|old|deep|frequently)\b/i.test(
    text,
  )

export function dataAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  if (
    question.kinds.has('endpoint') ||
    /\b(?:operations?|paths|urls|every (?:path|url))\b/i.test(question.text)
  ) {
    const endpoints = endpointsOf(asking)
    if (endpoints !== undefined) return endpoints
  }
  const keys = keysOf(asking)
  const events = eventsKey(asking, keys)
  if (events !== undefined) return partOf(valueLines(asking, events))
  const labelled = labelledKey(asking, keys)
  if (question.isHow && labelled === undefined && !isForValue(question)) return undefined
  if (labelled !== undefined) return contentOf(asking, keys, labelled, true)
  const ofMembers = memberAnswer(asking, keys)
  if (ofMembers !== undefined) return ofMembers
  const found = requestedKey(asking, keys)
  if (found === undefined || found.end > found.line)
    return found && contentOf(asking, keys, found, false)
  if (!isPathOf(question.tokens, keys, found)) return undefined
  const path = [found, ...ancestorsOf(found)].map(({ line }) => line)
  return { ...setOf([found.line], 'values'), shape: 'value', lines: path.reverse() }
}

/** The content of a key: whole, its entries, or the part of it that the question names as well. */
function contentOf(
  asking: Asking,
  keys: readonly DataKey[],
  key: DataKey,
  isLabelled: boolean,
): Answer | undefined {
  const { question, structure } = asking
  const { line, end } = key
  if (!question.kinds.has('environment') && isAboutMore(asking, key)) return undefined
  // `When does the sign job run?` does not ask for the key `run`.
  const inner = question.isHow && isLabelled ? undefined : innerKey(asking, keys, key)
  if (inner !== undefined && question.isList && inner.end - inner.line > MAX_VALUE_LENGTH) {
    const listed = childrenOf(asking, inner)
    return { ...setOf(listed, inner.name), lines: [line, inner.line, ...listed] }
  }
  if (inner !== undefined) {
    const lines = valueLines(asking, inner)
    return { ...partOf(lines), lines: ascending([line, ...lines]) }
  }
  const isWhole = !question.isList && question.kinds.size === 0 && end - line <= MAX_WHOLE_LINES
  if (isWhole) return partOf(solidLines(structure, line, end))
  if (isLabelled && !question.isList) return settingsOf(asking, key)
  const narrowed = question.isList ? membersWith(asking, key) : undefined
  if (narrowed !== undefined) return narrowed
  const children = childrenOf(asking, key)
  const isShort = end - line <= SHORT_BLOCK
  const lines = isShort ? solidLines(structure, line, end) : [line, ...children]
  return { ...setOf(children, 'entries'), lines }
}
/** So short a list is shown with what is below its members. */
const SHORT_BLOCK = 16

const SHORT_VALUE = 5
/** Besides the settings of a long member, the question may ask for something deeper in it. */
const DEEPER = 0.3

/** The keys of a long member, with those values that are short. */
function settingsOf({ structure }: Asking, owner: DataKey): Answer {
  const lines = owner.children.flatMap(({ line, end }) =>
    solidLines(structure, line, end - line <= SHORT_VALUE ? end : line),
  )
  return { ...partOf([owner.line, ...lines]), elsewhere: DEEPER }
}

/** Words of the question that occur elsewhere in the text ask for less than the key's whole content. */
function isAboutMore(asking: Asking, { name, line, end, parent }: DataKey): boolean {
  const own = wordsOf(`${name} ${parent?.name ?? ''}`)
  const others = knownWords(asking, asking.question.contentWords).filter(
    (stem) => !own.includes(stem),
  )
  return !containsAll(asking, others, line, end)
}
