// Parts of YAML, JSON, TOML and INI: the content of a key, the members below it, the record that it belongs to.
import { type Asking, lineOf, solidLines } from './answer.js'
import { ancestorsOf, type DataKey } from './data-keys.js'

export function isData({ family, split }: Pick<Asking, 'family' | 'split'>): boolean {
  if (family === 'data') return true
  return (
    family === 'code' &&
    /^\s*\{\s*$/m.test(split.text.slice(0, 200)) &&
    /^\s*"[^"\n]+"\s*:/m.test(split.text.slice(0, 400))
  )
}

export const MAX_WHOLE_LINES = 60
export const MAX_VALUE_LENGTH = 20

/** Keys, plain values and the members of objects in a list: the lines of the least depth. */
export function childrenOf({ split, structure }: Asking, { line, end }: DataKey): number[] {
  const body = solidLines(structure, line + 1, end).filter(
    (i) => !/^\s*(?:#|\/\/|[\]}[{]+,?\s*$)/.test(lineOf(split, i)),
  )
  const least = Math.min(...body.map((i) => structure.indents[i]!))
  const children = body.filter((i) => structure.indents[i] === least)
  if (children.length > FEW_RECORDS || !children.every((i) => isItem(lineOf(split, i))))
    return children
  // One or two records say little by their first keys.
  const inner = body.filter((i) => structure.indents[i] === least + RECORD_INDENT)
  return [...children, ...inner].sort((a, b) => a - b)
}
const FEW_RECORDS = 2
const RECORD_INDENT = 2

/** A key with its value; of a long one the first line of each member, so that none is missing. */
export const valueLines = (asking: Asking, key: DataKey): number[] =>
  key.end - key.line <= MAX_VALUE_LENGTH
    ? solidLines(asking.structure, key.line, key.end)
    : [key.line, ...childrenOf(asking, key)]

const isItem = (line: string): boolean => /^\s*- /.test(line)

/** Between the documents of YAML. */
const SEPARATOR = /^---\s*$/

/** The first member of the list record or document that a line belongs to. */
export function recordStart({ split, structure }: Asking, line: number): number | undefined {
  let indent = structure.indents[line]!
  const first = lineOf(split, line)
  if (isItem(first)) return line
  if (/^[\w.-]+\s*=/.test(first)) return sectionStart(split, line)
  for (let i = line - 1; i >= 0; i--) {
    const own = structure.indents[i]!
    if (own < 0 || (own > 0 && own >= indent)) continue
    const text = lineOf(split, i)
    if (SEPARATOR.test(text)) return i + 1
    if (own >= indent) continue
    if (isItem(text)) return i
    if (/^\s*\{\s*$/.test(text)) return i + 1
    if (own === 0 && /^[\w.-]+\s*=/.test(text)) return sectionStart(split, i)
    indent = own
  }
  return split.text.includes('\n---') ? 0 : undefined
}

/** The first member of the `[[section]]` that a line at the margin belongs to. */
function sectionStart(split: Asking['split'], line: number): number | undefined {
  for (let i = line; i >= 0; i--) if (/^\[{1,2}[^\]]+\]/.test(lineOf(split, i))) return i + 1
  return undefined
}

/** A section of TOML or a document of YAML, which are not indented. */
const OPENS_ANOTHER = /^(?:---\s*$|\[{1,2}[^\]]+\]{1,2}\s*$)/

export function recordEnd({ split, structure }: Asking, start: number): number {
  const indent = structure.indents[start]!
  const least = isItem(lineOf(split, start)) ? indent + 1 : indent
  let end = start
  for (let i = start + 1; i < split.count; i++) {
    if (structure.indents[i]! < 0) continue
    if (structure.indents[i]! < least || OPENS_ANOTHER.test(lineOf(split, i))) break
    end = i
  }
  return end
}

/** Keys that name the record that they belong to. */
export const NAMING = /^(?:name|id|key|title|label|slug|kind|operationId)$/i
const NAMED = /^\s*(?:- )?["']?(?:name|id|key|title|label|slug|kind|operationId)["']?\s*[:=]\s*\S/i

/** What names a record: a key of its own, or of its `metadata`. */
export function namingLines(asking: Asking, start: number): number[] {
  const { split, structure } = asking
  const depthOf = (line: number) => /^\s*(?:- +)?/.exec(lineOf(split, line))![0].length
  const depth = depthOf(start)
  let isOwn = false
  return solidLines(structure, start, recordEnd(asking, start)).filter((line) => {
    const text = lineOf(split, line)
    if (depthOf(line) > depth) return isOwn && NAMED.test(text)
    isOwn = /^\s*metadata:/.test(text)
    return depthOf(line) === depth && NAMED.test(text)
  })
}

/** The first lines of the records around a line, innermost first. */
export function recordsAround(asking: Asking, line: number): number[] {
  const { indents } = asking.structure
  const starts: number[] = []
  for (let at = line; at >= 0; ) {
    const start = recordStart(asking, at)
    if (start === undefined) break
    starts.push(start)
    at = start - 1
    while (at >= 0 && (indents[at]! < 0 || indents[at]! >= indents[start]!)) at--
  }
  return starts
}

/** What names the records around a line. */
export const recordNames = (asking: Asking, line: number): number[] =>
  recordsAround(asking, line).flatMap((start) => namingLines(asking, start))

const REFERENCE = /\$\{\{?\s*([\w-]+(?:\.[\w-]+)*)\s*\}/g

/** The keys that a value refers to, such as `${{ matrix.os }}`. */
export function referredKeys(
  { split }: Asking,
  keys: readonly DataKey[],
  { line }: DataKey,
): DataKey[] {
  return [...lineOf(split, line).matchAll(REFERENCE)].flatMap(([, path]) => {
    const [name, owner] = path!.split('.').reverse()
    return keys.filter(
      (key) =>
        key.name === name &&
        (owner === undefined || ancestorsOf(key).some((outer) => outer.name === owner)),
    )
  })
}
