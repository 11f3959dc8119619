// Which words of a question the keys of YAML, JSON, TOML or INI contain: in their names, in their values, and around them.
// Words are bits of a number.
import { isFrameWord } from '../question/shape-words.js'
import { aliasesOf } from '../scorer/columns/aliases.js'
import { stemmed, wordsOf } from '../text/words.js'
import { type Asking, lineOf } from './answer.js'
import type { DataKey } from './data-keys.js'
import { NAMING } from './data-parts.js'

/** For each key, by its index. */
export interface KeyWords {
  readonly names: readonly number[]
  /** On its line or, if it has a list, in its items. */
  readonly own: readonly number[]
  /** In the keys around it, and in the member that names its record. */
  readonly outer: readonly number[]
  /** Those of any line. */
  readonly maskOf: (line: number) => number
}

/** What formats call what a question calls by another word. */
const KEY_ALIASES = stemmed(
  `action uses, trigger on, command run script bin cmd entrypoint, dependency require need dep install crate library,
  container service,
  description desc, runner run, limit timeout max, mount volume`,
)
  .split(', ')
  .map((group) => group.split(' '))

/** Words of a key that mean a word of the question, and vice versa. */
export const keyAliasesOf = (stem: string): readonly string[] => [
  ...aliasesOf(stem),
  ...KEY_ALIASES.filter((group) => group.includes(stem)).flatMap(([word, ...others]) =>
    word === stem ? others : [word!],
  ),
]

const MAX_LIST_LINES = 40
/** `subresources` is part of `webhookSubResources`; a shorter word may be part of anything. */
const MIN_JOINED = 5

export function keyWords(
  asking: Asking,
  keys: readonly DataKey[],
  stems: readonly string[],
): KeyWords {
  const { words, checkDeadline } = asking
  const { bits, joined } = bitsOf(asking, stems)
  const isKeyLine = new Set(keys.map(({ line }) => line))
  const maskOf = (line: number) => {
    let mask = 0
    for (let w = words.starts[line]!; w < words.starts[line + 1]!; w++) mask |= bits[words.ids[w]!]!
    return mask
  }
  const nameMask = (name: string) =>
    wordsOf(name).reduce((mask, stem) => mask | (bits[words.vocabulary.find(stem) ?? -1] ?? 0), 0)
  const names: number[] = []
  const own = keys.map(({ name, line, end }, i) => {
    if ((i & 255) === 0) checkDeadline()
    let mask = maskOf(line)
    const last = Math.min(end, line + MAX_LIST_LINES)
    for (let at = line + 1; at <= last && !isKeyLine.has(at); at++) mask |= maskOf(at)
    const plain = joined.length === 0 ? '' : name.toLowerCase().replaceAll(/[^a-z\d]/g, '')
    let inName = mask === 0 ? 0 : nameMask(name)
    for (const [bit, word] of joined) if (plain.includes(word)) inName |= 1 << bit
    names.push(inName)
    return mask | inName
  })
  return { names, own, outer: outerMasks(asking, keys, own), maskOf }
}

/** For each word of the text, by number, the bits of the question's words that it stands for; and words to look for in names. */
function bitsOf({ words: { vocabulary }, question }: Asking, stems: readonly string[]) {
  const bits = new Int32Array(vocabulary.size)
  const joined: [bit: number, word: string][] = []
  for (const [bit, stem] of stems.entries()) {
    const others = isFrameWord(stem) ? [] : keyAliasesOf(stem)
    const numbers = [stem, ...others].flatMap((name) => vocabulary.find(name) ?? [])
    for (const number of numbers) bits[number]! |= 1 << bit
    if (numbers.length > 0) continue
    const written = question.tokens.filter((token) => wordsOf(token)[0] === stem)
    for (const token of written)
      if (token.length >= MIN_JOINED) joined.push([bit, token.toLowerCase()])
  }
  return { bits, joined }
}

/** For each key, the words of the keys around it and of the member that names its record. */
function outerMasks({ split }: Asking, keys: readonly DataKey[], own: readonly number[]): number[] {
  const record = new Map<DataKey | undefined, { end: number; mask: number }>()
  const records = keys.map(({ line, end, parent, name }, i) => {
    let current = record.get(parent)
    if (current === undefined || opensRecord(split, current.end + 1, line)) {
      current = { end, mask: 0 }
      record.set(parent, current)
    }
    current.end = end
    if (NAMING.test(name)) current.mask |= own[i]!
    return current
  })
  const around = new Map<DataKey, number>()
  return keys.map((key, i) => {
    const mask = records[i]!.mask | (key.parent === undefined ? 0 : around.get(key.parent)!)
    around.set(key, mask | own[i]!)
    return mask
  })
}

function opensRecord(split: Asking['split'], from: number, to: number): boolean {
  for (let i = from; i <= to; i++) if (/^\s*(?:\{\s*$|- )/.test(lineOf(split, i))) return true
  return false
}
