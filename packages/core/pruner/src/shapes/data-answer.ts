// Questions about data (YAML, JSON, TOML, INI): the content of a key, all endpoints of an API description.
import { wordsOf } from '../text/words.js'
import {
  type Answer,
  type Asking,
  ascending,
  containsAll,
  knownWords,
  lineOf,
  partOf,
  setOf,
  solidLines,
  stemsIn,
} from './answer.js'
import { ancestorsOf, type DataKey, keysOf } from './data-keys.js'
import { endpointsOf } from './endpoint-answer.js'
import { innerKey, isPathOf, labelledKey, requestedKey } from './requested-key.js'

export function isData({ family, split }: Pick<Asking, 'family' | 'split'>): boolean {
  if (family === 'data') return true
  return (
    family === 'code' &&
    /^\s*\{\s*$/m.test(split.text.slice(0, 200)) &&
    /^\s*"[^"\n]+"\s*:/m.test(split.text.slice(0, 400))
  )
}

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
  const labelled = labelledKey(asking, keys)
  if (question.isHow && labelled === undefined && !/^\s*how (?:is|are)\b/i.test(question.text))
    return undefined
  if (labelled !== undefined) return contentOf(asking, keys, labelled, true)
  const scoped = scopedAnswer(asking, keys) ?? ofEachMember(asking, keys)
  if (scoped !== undefined) return scoped
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
  if (inner !== undefined && question.isList && inner.end - inner.line > LONGEST_VALUE) {
    const listed = childrenOf(asking, inner)
    return { ...setOf(listed, inner.name), lines: [line, inner.line, ...listed] }
  }
  if (inner !== undefined) {
    const lines = valueLines(asking, inner)
    return { ...partOf(lines), lines: ascending([line, ...lines]) }
  }
  const isWhole = !question.isList && question.kinds.size === 0 && end - line <= LONGEST_WHOLE
  if (isWhole) return partOf(solidLines(structure, line, end))
  if (isLabelled && !question.isList) return settingsOf(asking, key)
  const children = childrenOf(asking, key)
  const isShort = end - line <= SHORT_BLOCK
  const lines = isShort ? solidLines(structure, line, end) : [line, ...children]
  return { ...setOf(children, 'entries'), lines }
}
/** So short a list is shown with what is below its members. */
const SHORT_BLOCK = 16

/** A key with its value; of a long one the first line of each member, so that none is missing. */
export const valueLines = (asking: Asking, key: DataKey): number[] =>
  key.end - key.line <= LONGEST_VALUE
    ? solidLines(asking.structure, key.line, key.end)
    : [key.line, ...childrenOf(asking, key)]

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

/** `responses of deleteOrder`: the key inside the record that a member names by its value. */
function scopedAnswer(asking: Asking, keys: readonly DataKey[]): Answer | undefined {
  const { question, split, structure } = asking
  const values = [...question.quoted, ...question.tokens].filter((token) =>
    /[a-z][A-Z]|\w[-_/]\w/.test(token),
  )
  for (const value of values) {
    const isValue = new RegExp(
      `[:=]\\s*["']?${value.replaceAll(/[^\w-]/g, '\\$&')}["']?\\s*,?\\s*$`,
    )
    const owners = keys.filter(({ line }) => isValue.test(lineOf(split, line)))
    const records = owners.slice(0, MOST_OWNERS).flatMap((one) => {
      const inside = keyInRecord(asking, keys, one)
      return inside === undefined ? [] : [{ owner: one, key: inside }]
    })
    // Of a package and a resource with one name the resource is meant.
    const depth = Math.max(...records.map((one) => one.owner.indent))
    const [record, ...more] = records.filter((one) => one.owner.indent === depth)
    if (record === undefined || more.length > 0) continue
    const { owner, key } = record
    const members = childrenOf(asking, key)
    const isList = question.kinds.size > 0 && key.end - key.line > LONGEST_WHOLE
    const lines = isList ? [key.line, ...members] : solidLines(structure, key.line, key.end)
    return {
      ...partOf(isList ? members : lines, 'entries'),
      lines: ascending([owner.line, ...lines]),
    }
  }
  return undefined
}

const LACKING = /\b(?:not|without|no|lacks?|lacking|missing)\b|n['’]t\b/i
const LEAST_SHARED = 2

/** `Which image does each service use?`, `which services publish no ports?`: a key of the members of another. */
function ofEachMember(asking: Asking, keys: readonly DataKey[]): Answer | undefined {
  const { question } = asking
  const stems = new Set(question.stems)
  const isRequested = ({ name }: DataKey) => {
    const own = wordsOf(name)
    return own.length > 0 && own.every((stem) => stems.has(stem))
  }
  const owner = question.isList
    ? keys.find((key) => key.end > key.line && isRequested(key) && /s$/i.test(key.name))
    : undefined
  if (owner === undefined) return undefined
  const members = owner.children
  if (members.some(isRequested)) return undefined
  const below = members.flatMap(({ children }) => children)
  const named = below.filter(isRequested)
  // `timeout` is `timeout-minutes`.
  const inner = named.length > 0 ? named : below.filter((key) => isPartlyRequested(asking, key))
  const owned = members.map((key) => ({ key, own: inner.filter(({ parent }) => parent === key) }))
  const having = owned.filter(({ own }) => own.length > 0)
  if (having.length < LEAST_SHARED) return undefined
  const isLacking = LACKING.test(question.text)
  const lacking = owned.filter(({ own }) => own.length === 0)
  // `Which services do not use postgres?` is about a value: each is shown with its own.
  const isByValue = isLacking && inner.some((one) => hasAskedValue(asking, one))
  const found = isByValue ? owned : isLacking ? lacking : having
  const lines = found.flatMap(({ key, own }) => [
    key.line,
    ...own.flatMap((one) => valueLines(asking, one)),
  ])
  const heads = found.map(({ key }) => key.line)
  return { ...setOf(heads, owner.name), lines: [owner.line, ...new Set(lines)] }
}

function hasAskedValue(asking: Asking, { name, line, end }: DataKey): boolean {
  const own = wordsOf(name)
  return stemsIn(asking, asking.question.contentWords, line, end).some(
    (stem) => !own.includes(stem),
  )
}

const isPartlyRequested = ({ question }: Asking, { name }: DataKey): boolean =>
  wordsOf(name).some((stem) => question.contentWords.includes(stem))

const MOST_OWNERS = 20

/** The key with members that the question names, next to the one that names the record, or below its siblings. */
function keyInRecord(
  asking: Asking,
  keys: readonly DataKey[],
  owner: DataKey,
): DataKey | undefined {
  const record = recordSpan(asking, owner)
  const stems = new Set(asking.question.stems)
  const requested = keys.filter(
    ({ name, line, end }) =>
      line >= record.line &&
      line <= record.end &&
      line !== owner.line &&
      end > line &&
      wordsOf(name).every((stem) => stems.has(stem)),
  )
  const direct = requested.find(({ parent }) => parent === owner.parent)
  return direct ?? (requested.length === 1 ? requested[0] : undefined)
}

/** The lines of the object in a list that contains a key, or of everything under the same key. */
function recordSpan({ split, structure }: Asking, owner: DataKey): { line: number; end: number } {
  const { indents } = structure
  const around = owner.parent ?? { line: 0, end: split.count - 1 }
  const isOuter = (at: number) => indents[at]! >= 0 && indents[at]! < indents[owner.line]!
  let { line } = owner
  while (line > around.line && !isOuter(line - 1)) line--
  let end = owner.line
  while (end < around.end && !isOuter(end + 1)) end++
  return { line, end }
}

/** Words of the question that occur elsewhere in the text ask for less than the key's whole content. */
function isAboutMore(asking: Asking, { name, line, end, parent }: DataKey): boolean {
  const own = wordsOf(`${name} ${parent?.name ?? ''}`)
  const others = knownWords(asking, asking.question.contentWords).filter(
    (stem) => !own.includes(stem),
  )
  return !containsAll(asking, others, line, end)
}

export const LONGEST_WHOLE = 30
const LONGEST_VALUE = 20

/** Keys, plain values and the members of objects in a list: the lines of the least depth. */
export function childrenOf({ split, structure }: Asking, { line, end }: DataKey): number[] {
  const body = solidLines(structure, line + 1, end).filter(
    (i) => !/^\s*(?:#|\/\/|[\]}[{]+,?\s*$)/.test(lineOf(split, i)),
  )
  const least = Math.min(...body.map((i) => structure.indents[i]!))
  return body.filter((i) => structure.indents[i] === least)
}
