// Questions about data (YAML, JSON, TOML, INI): the content of a key, all endpoints of an API description.
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, lineOf, solidLines } from './answer.js'
import { innerKey, isPathOf, keyAsked } from './asked-key.js'
import { type DataKey, keysOf } from './data-keys.js'
import { endpointsOf } from './endpoint-answer.js'

export function isData({
  family,
  fileName,
  split,
}: Pick<Asking, 'family' | 'fileName' | 'split'>): boolean {
  if (family === 'data') return true
  if (/\.(?:json5?|jsonc|ya?ml|toml|ini|cfg|conf|properties)$/i.test(fileName)) return true
  return (
    family === 'code' &&
    /^\s*\{\s*$/m.test(split.text.slice(0, 200)) &&
    /^\s*"[^"\n]+"\s*:/m.test(split.text.slice(0, 400))
  )
}

export function dataAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  if (question.kinds.has('endpoint') || /\boperations?\b/i.test(question.text)) {
    const endpoints = endpointsOf(asking)
    if (endpoints !== undefined) return endpoints
  }
  if (question.isHow && !/^\s*how (?:is|are)\b/i.test(question.text)) return undefined
  const keys = keysOf(asking)
  const scoped = scopedAnswer(asking, keys) ?? ofEachMember(asking, keys)
  if (scoped !== undefined) return scoped
  const found = keyAsked(asking, keys)
  if (found === undefined) return undefined
  const { line, end } = found
  if (end === line && isPathOf(question.tokens, keys, found))
    return {
      shape: 'value',
      lines: [...ancestors(keys, found), line],
      noun: 'values',
      members: [line],
    }
  const isSettings = question.kinds.has('environment')
  if (end === line && question.tokens.includes(found.name)) return valuesOf(keys, found.name)
  if (end === line || (!isSettings && isAboutMore(asking, found))) return undefined
  const children = childrenOf(asking, keys, found)
  const inner = innerKey(asking, keys, found)
  if (inner !== undefined) {
    const lines = solidLines(
      asking.structure,
      inner.line,
      Math.min(inner.end, inner.line + LONGEST_VALUE),
    )
    return {
      shape: 'part',
      lines: [line, ...lines.filter((one) => one !== line)],
      noun: 'lines',
      members: lines,
    }
  }
  const isWhole = !question.isList && question.kinds.size === 0 && end - line <= LONGEST_WHOLE
  if (isWhole) {
    const lines = solidLines(asking.structure, line, end)
    return { shape: 'part', lines, noun: 'lines', members: lines }
  }
  if (children.length === 0) return undefined
  return { shape: 'set', lines: [line, ...children], noun: 'entries', members: children }
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
    const members = childrenOf(asking, keys, key)
    const isList =
      question.kinds.size > 0 && members.length > 0 && key.end - key.line > LONGEST_WHOLE
    const lines = isList ? [key.line, ...members] : solidLines(structure, key.line, key.end)
    return {
      shape: 'part',
      lines: [owner.line, ...lines.filter((line) => line !== owner.line)].sort((a, b) => a - b),
      noun: 'entries',
      members: isList ? members : lines,
    }
  }
  return undefined
}

const MOST_VALUES = 4
/** The question may ask for more than the value. */
const ELSEWHERE = 0.5

/** The few places where a setting has a value, each with the keys around it. */
function valuesOf(keys: readonly DataKey[], name: string): Answer | undefined {
  const members = keys.filter((key) => key.name === name)
  if (members.length > MOST_VALUES) return undefined
  const lines = members.flatMap((key) => ancestors(keys, key).concat(key.line))
  return {
    shape: 'value',
    lines: [...new Set(lines)].sort((a, b) => a - b),
    noun: 'values',
    members: members.map(({ line }) => line),
    elsewhere: ELSEWHERE,
  }
}

const LACKING = /\b(?:not|without|no|lacks?|lacking|missing)\b|n['’]t\b/i
const LEAST_SHARED = 2

/** `Which image does each service use?`, `which services publish no ports?`: a key of the members of another. */
function ofEachMember(asking: Asking, keys: readonly DataKey[]): Answer | undefined {
  const { question, structure } = asking
  const stems = new Set(question.stems)
  const isAsked = ({ name }: DataKey) => {
    const own = wordsOf(name)
    return own.length > 0 && own.every((stem) => stems.has(stem))
  }
  const owner = question.isList
    ? keys.find((key) => key.end > key.line && isAsked(key) && /s$/i.test(key.name))
    : undefined
  if (owner === undefined) return undefined
  const at = keys.indexOf(owner)
  const members = keys.flatMap((key, n) => (key.parent === at ? [{ key, n }] : []))
  if (members.some(({ key }) => isAsked(key))) return undefined
  const places = new Set(members.map(({ n }) => n))
  const below = keys.filter((key) => places.has(key.parent) && key.name !== owner.name)
  const named = below.filter(isAsked)
  // `timeout` is `timeout-minutes`.
  const inner = named.length > 0 ? named : below.filter((key) => isPartlyAsked(asking, key))
  const owned = members.map(({ key, n }) => ({ key, own: inner.filter((one) => one.parent === n) }))
  const having = owned.filter(({ own }) => own.length > 0)
  if (having.length < LEAST_SHARED) return undefined
  const isLacking = LACKING.test(question.text)
  const lacking = owned.filter(({ own }) => own.length === 0)
  // `Which services do not use postgres?` is about a value: each is shown with its own.
  const isByValue = isLacking && inner.some((one) => hasAskedValue(asking, one))
  const found = isByValue ? owned : isLacking ? lacking : having
  const lines = found.flatMap(({ key, own }) => [
    key.line,
    ...own.flatMap(({ line, end }) =>
      solidLines(structure, line, Math.min(end, line + LONGEST_VALUE)),
    ),
  ])
  if (lines.length === 0) return undefined
  return {
    shape: 'set',
    lines: [owner.line, ...new Set(lines)],
    noun: owner.name,
    members: found.map(({ key }) => key.line),
  }
}

function hasAskedValue({ question, split }: Asking, { name, line, end }: DataKey): boolean {
  const own = new Set(wordsOf(name))
  const inside = new Set(wordsOf(split.text.slice(split.starts[line], split.ends[end])))
  return question.telling.some((stem) => inside.has(stem) && !own.has(stem))
}

const isPartlyAsked = ({ question }: Asking, { name }: DataKey): boolean =>
  wordsOf(name).some((stem) => question.telling.includes(stem) && !ORDINARY_WORDS.has(stem))

const MOST_OWNERS = 20

/** The key with members that the question names, beside the one that names the record, or below its siblings. */
function keyInRecord(
  asking: Asking,
  keys: readonly DataKey[],
  owner: DataKey,
): DataKey | undefined {
  const record = recordSpan(asking, keys, owner)
  const stems = new Set(asking.question.stems)
  const asked = keys.filter(
    ({ name, line, end }) =>
      line >= record.line &&
      line <= record.end &&
      line !== owner.line &&
      end > line &&
      wordsOf(name).every((stem) => stems.has(stem)),
  )
  const direct = asked.find(({ parent }) => parent === owner.parent)
  return direct ?? (asked.length === 1 ? asked[0] : undefined)
}

/** The lines of the object in a list that contains a key, or of everything under the same key. */
function recordSpan(
  asking: Asking,
  keys: readonly DataKey[],
  owner: DataKey,
): { line: number; end: number } {
  const { split, structure } = asking
  const around = recordFirst(asking, keys, owner)
  const depth = structure.indents[owner.line]!
  let line = owner.line
  while (line > around.line && !isOuter(structure, line - 1, depth)) line--
  let end = owner.line
  while (end < around.end && end + 1 < split.count && !isOuter(structure, end + 1, depth)) end++
  return { line, end }
}

const isOuter = ({ indents }: Asking['structure'], line: number, depth: number): boolean =>
  indents[line]! >= 0 && indents[line]! < depth

/** The range of the record or section that contains a key. */
function recordFirst(
  { split }: Asking,
  keys: readonly DataKey[],
  { parent }: DataKey,
): { line: number; end: number } {
  const outer = keys[parent]
  return outer === undefined ? { line: 0, end: split.count - 1 } : outer
}

/** Words of the question that occur elsewhere in the text ask for less than the key's whole content. */
function isAboutMore({ question, words, split }: Asking, { name, line, end }: DataKey): boolean {
  const own = new Set(wordsOf(name))
  const rest = question.telling.filter((stem) => !own.has(stem) && !ORDINARY_WORDS.has(stem))
  const known = rest.filter((stem) => words.vocabulary.find(stem) !== undefined)
  if (known.length === 0) return false
  const inside = new Set(wordsOf(split.text.slice(split.starts[line], split.ends[end])))
  return known.some((stem) => !inside.has(stem))
}

const LONGEST_WHOLE = 30
const LONGEST_VALUE = 20

/** The lines of a key's ancestors, outermost first. */
function ancestors(keys: readonly DataKey[], key: DataKey): number[] {
  const lines: number[] = []
  for (let at = keys[key.parent]; at !== undefined; at = keys[at.parent]) lines.unshift(at.line)
  return lines
}

function childrenOf(
  { split, structure }: Asking,
  keys: readonly DataKey[],
  { line, end, indent }: DataKey,
): number[] {
  let least = Number.POSITIVE_INFINITY
  const body: number[] = []
  for (let i = line + 1; i <= end; i++) {
    const own = structure.indents[i]!
    if (own < 0 || /^\s*(?:#|\/\/|[\]}[{]+,?\s*$)/.test(lineOf(split, i))) continue
    body.push(i)
    least = Math.min(least, own)
  }
  const isKey = new Set(keys.map((key) => key.line))
  const own = body.filter((i) => structure.indents[i] === least)
  const firsts = recordStarts({ split, structure }, line, end)
  if (own.length === 0 || (indent >= 0 && firsts.length > own.length)) return firsts
  return own.filter((i) => isKey.has(i) || /^\s*(?:- |["'\d\w[{-])/.test(lineOf(split, i)))
}

/** Objects in a list, which only a brace opens, are identified by their first member. */
function recordStarts(
  { split, structure }: Pick<Asking, 'split' | 'structure'>,
  line: number,
  end: number,
): number[] {
  const starts: number[] = []
  let depth = Number.POSITIVE_INFINITY
  for (let i = line + 1; i < end; i++) {
    if (!/^\s*\{\s*$/.test(lineOf(split, i))) continue
    if (structure.indents[i]! < depth) {
      depth = structure.indents[i]!
      starts.length = 0
    }
    if (structure.indents[i] === depth) starts.push(nameLine(split, structure, i))
  }
  return starts
}

/** The member that names a record, or its first one. */
function nameLine(split: Asking['split'], { indents }: Asking['structure'], brace: number): number {
  for (let i = brace + 1; i < split.count && indents[i]! > indents[brace]!; i++)
    if (
      indents[i] === indents[brace + 1] &&
      /^\s*"(?:name|id|key|title|label)"\s*:/.test(lineOf(split, i))
    )
      return i
  return brace + 1
}
