// Questions about a key of several members of settings: which have it, which lack it, and its value in each.
import { STOP_WORDS } from '../question/filler-words.js'
import { isFrameWord } from '../question/shape-words.js'
import { wordsOf } from '../text/words.js'
import {
  type Answer,
  type Asking,
  ascending,
  containsAll,
  knownWords,
  lineOf,
  setOf,
  solidLines,
  stemsIn,
} from './answer.js'
import type { DataKey } from './data-keys.js'
import { recordEnd, recordNames, recordsAround, referredKeys, valueLines } from './data-parts.js'
import { keyAliasesOf } from './key-words.js'

const LACKING = /\b(?:not|without|no|lacks?|lacking|missing)\b|n['’]t\b/i
const MIN_SHARED = 2
const MAX_SHARED = 200

/** `Which image does each service use?`, `which services publish no ports?`, `replicas of every deployment`. */
export function memberAnswer(asking: Asking, keys: readonly DataKey[]): Answer | undefined {
  const { question } = asking
  const written = new Set([...question.tokens, ...question.quoted])
  // `What does lib/tsx contain?` names one key.
  const isOne = ({ name, line, end }: DataKey) => end > line && /\W/.test(name) && written.has(name)
  const isForSeveral = question.isList || question.kinds.size > 0
  if (!isForSeveral || keys.some(isOne)) return undefined
  const named = keys.filter((key) => isRequested(asking, key))
  for (const owner of named.filter(isOwner)) {
    const found = ofOwner(asking, owner)
    if (found !== undefined) return found
  }
  const subject = wordsOf(SUBJECT.exec(question.text)?.[1] ?? '')
  const collection = named.find(
    ({ name, children }) =>
      children.length >= MIN_SHARED && wordsOf(name).some((stem) => isAnyOf(stem, subject)),
  )
  return (collection && membersWith(asking, collection)) ?? ofRecords(asking, keys, named)
}

const isOwner = ({ line, end, name, children }: DataKey): boolean =>
  end > line && (/s$/i.test(name) || children.some((one) => one.children.length > 0))

/** `services` of *Which services wait for the database?* */
const SUBJECT = /\b(?:which|what|all|every|each|list|name|show)(?: of)?(?: the)? ([\w-]+)/i

const isAnyOf = (stem: string, stems: readonly string[]): boolean =>
  [stem, ...keyAliasesOf(stem)].some((one) => stems.includes(one))

/** Whether the question contains all words of a key's name, or of the last part of a section's. */
function isRequested({ question: { stems } }: Asking, { name, indent }: DataKey): boolean {
  const own = wordsOf(indent < 0 ? name.split('.').at(-1)! : name)
  const isMentioned = (stem: string) => keyAliasesOf(stem).some((one) => stems.includes(one))
  const isSpecific = (stem: string) =>
    isMentioned(stem) || (stems.includes(stem) && !isFrameWord(stem))
  // `runs-on` names runners.
  return own.some(isSpecific) && own.every((stem) => isSpecific(stem) || STOP_WORDS.has(stem))
}

/** A key of the members of another: those that have it, or lack it, or for which it is on. */
function ofOwner(asking: Asking, owner: DataKey): Answer | undefined {
  const { question, split } = asking
  const members = owner.children
  if (members.some((key) => isRequested(asking, key))) return undefined
  const below = members.flatMap(({ children }) => children)
  const named = below.filter((key) => isRequested(asking, key))
  // `timeout` is `timeout-minutes`.
  const isExact = named.length > 0 || !/s$/i.test(owner.name)
  const inner = isExact ? named : below.filter((key) => isPartlyRequested(asking, key))
  const names = [owner, ...inner].flatMap(({ name }) => wordsOf(name))
  const meant = narrowed(asking, members, names)?.members ?? members
  const ownOf = (key: DataKey) => inner.filter(({ parent }) => parent === key)
  const having = meant.filter((key) => ownOf(key).length > 0)
  if (having.length < MIN_SHARED) return undefined
  const isLacking = LACKING.test(question.text)
  const isSwitched = inner.every(({ line }) => IS_SWITCH.test(lineOf(split, line)))
  const isOn = (key: DataKey) => ownOf(key).some(({ line }) => IS_TRUE.test(lineOf(split, line)))
  // `Which services do not use postgres?` is about a value: each is shown with its own.
  const isByValue = isLacking && inner.some((one) => hasAskedValue(asking, one))
  const isMeant = (key: DataKey) =>
    isByValue || (isSwitched ? isOn(key) : having.includes(key)) !== isLacking
  const found = members.filter(isMeant)
  const lines = found.flatMap((key) => [
    key.line,
    ...ownOf(key).flatMap((one) => valueLines(asking, one)),
  ])
  const heads = found.map(({ line }) => line)
  return { ...setOf(heads, owner.name), lines: ascending([owner.line, ...lines]) }
}

/** The members with the question's other words, each with the lines that have them. */
export function membersWith(asking: Asking, owner: DataKey): Answer | undefined {
  const own = wordsOf(`${owner.name} ${owner.parent?.name ?? ''}`)
  const found = narrowed(asking, owner.children, own)
  if (found === undefined || found.members.length === owner.children.length) return undefined
  const { others, members } = found
  const lines = members.flatMap((member) => {
    const { line, end } = member
    if (containsAll(asking, others, line)) return valueLines(asking, member)
    const isMeant = (one: number) => one === line || stemsIn(asking, others, one).length > 0
    return solidLines(asking.structure, line, end).filter(isMeant)
  })
  const heads = members.map(({ line }) => line)
  return { ...setOf(heads, owner.name), lines: [owner.line, ...lines] }
}

/** Those with all words of the question that are not in the names of keys, if any have them. */
function narrowed(asking: Asking, members: readonly DataKey[], names: readonly string[]) {
  const { contentWords } = asking.question
  const isKnown = (stem: string) => asking.words.vocabulary.find(stem) !== undefined
  const haveAll = (stems: readonly string[]) =>
    members.filter(({ line, end }) => containsAll(asking, stems, line, end))
  // Ordinary words may be what members are called: `external` networks.
  return [contentWords.filter(isKnown), knownWords(asking, contentWords)]
    .map((words) => words.filter((stem) => !isAnyOf(stem, names)))
    .filter((others) => others.length > 0)
    .map((others) => ({ others, members: haveAll(others) }))
    .find((found) => found.members.length > 0)
}

const IS_TRUE = /[:=]\s*["']?(?:true|yes|on)\b/i
const IS_SWITCH = /[:=]\s*["']?(?:true|yes|on|false|no|off)["']?\s*,?\s*(?:#.*)?$/i

function hasAskedValue(asking: Asking, { name, line, end }: DataKey): boolean {
  const own = wordsOf(name)
  return stemsIn(asking, asking.question.contentWords, line, end).some(
    (stem) => !own.includes(stem),
  )
}

const isPartlyRequested = ({ question }: Asking, { name }: DataKey): boolean =>
  wordsOf(name).some((stem) => isAnyOf(stem, question.contentWords))

/** A key of several records of lists, or of several documents, that contain the question's other words. */
function ofRecords(
  asking: Asking,
  keys: readonly DataKey[],
  named: readonly DataKey[],
): Answer | undefined {
  const { question } = asking
  const wordCounts = named.map(({ name }) => wordsOf(name).length)
  const most = Math.max(0, ...wordCounts)
  const fullest = named.filter((_, i) => wordCounts[i] === most)
  // `How many retries has pump41?` asks for those inside the one key.
  const scopes = named.filter(
    ({ line, end, name }) => end > line && named.filter((one) => one.name === name).length === 1,
  )
  const isInside = (key: DataKey) =>
    scopes.length === 0 || scopes.some(({ line, end }) => key.line > line && key.line <= end)
  const outermost = fullest.filter(
    (key) =>
      isInside(key) &&
      (key.parent === undefined || scopes.includes(key.parent) || !fullest.includes(key.parent)),
  )
  if (outermost.length < MIN_SHARED || outermost.length > MAX_SHARED) return undefined
  const names = [...scopes, ...outermost].flatMap(({ name }) => wordsOf(name))
  const others = knownWords(asking, question.contentWords).filter((stem) => !isAnyOf(stem, names))
  const found = others.length === 0 ? outermost : nearest(asking, outermost, others)
  if (found.length === 0) return undefined
  const lines = found.flatMap((key) => [
    ...(key.parent === undefined ? [] : [key.parent.line]),
    ...recordNames(asking, key.line),
    ...[key, ...referredKeys(asking, keys, key)].flatMap((one) => valueLines(asking, one)),
  ])
  const heads = found.map(({ line }) => line)
  return { ...setOf(heads, 'keys'), lines: ascending(lines) }
}

/** Those whose record has all of the words: the innermost record that has them for some. */
function nearest(asking: Asking, keys: readonly DataKey[], stems: readonly string[]): DataKey[] {
  const spans = keys.map((key) => [
    ...(key.parent === undefined ? [] : [key.parent]),
    ...recordsAround(asking, key.line).map((line) => ({ line, end: recordEnd(asking, line) })),
  ])
  for (let depth = 0; spans.some((own) => own.length > depth); depth++) {
    const found = keys.filter((_, i) => {
      const span = spans[i]![depth]
      return span !== undefined && containsAll(asking, stems, span.line, span.end)
    })
    if (found.length > 0) return found
  }
  return []
}
