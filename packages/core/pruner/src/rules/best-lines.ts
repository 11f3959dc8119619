// Of many lines that hold names of the question, those that are most about it: where a name stands by itself, not
// as a part of a longer one, at the beginning of a line, where things are explained, and beside other words of
// the question.
import type { ScoringInput } from '../types.js'
import type { NamedLines } from './names.js'

const MOST = 6
/** How far other words may stand. */
const REACH = 2
const BY_ITSELF = 2
const AT_START = 1
const LONGEST_LINE = 2000

/** At most six lines; of equal ones the likeliest, then the first. */
export function bestLines(
  { question, words, split, checkDeadline }: ScoringInput,
  groups: readonly NamedLines[],
  chances: Float32Array,
): number[] {
  const asked = new Set<number>()
  for (const term of question.specific) {
    const number = words.vocabulary.find(term)
    if (number !== undefined) asked.add(number)
  }
  const wordsAround = (line: number): number => {
    const met = new Set<number>()
    const from = words.starts[Math.max(0, line - REACH)]!
    const to = words.starts[Math.min(split.count, line + REACH + 1)]!
    for (let w = from; w < to; w++) if (asked.has(words.ids[w]!)) met.add(words.ids[w]!)
    return met.size
  }
  const worth = new Map<number, number>()
  for (const { literal, lines } of groups) {
    const pattern = alone(literal)
    for (const line of lines) {
      checkDeadline()
      const start = split.starts[line]!
      const text = split.text.slice(start, Math.min(split.ends[line]!, start + LONGEST_LINE))
      const before = worth.get(line) ?? wordsAround(line) + chances[line]!
      worth.set(line, before + formOf(pattern.exec(text)))
    }
  }
  const ranked = [...worth].sort(([a, x], [b, y]) => y - x || a - b)
  return ranked.slice(0, MOST).map(([line]) => line)
}

function formOf(place: RegExpExecArray | null): number {
  if (place === null) return 0
  const isFirst = /^[\s"'`*-]*$/.test(place.input.slice(0, place.index))
  return BY_ITSELF + (isFirst ? AT_START : 0)
}

/** The name with nothing before or behind it that could be part of a longer one. */
function alone(literal: string): RegExp {
  const escaped = literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  return new RegExp(`(?<![^\\s"'\`([{,=;|])${escaped}(?![^\\s"'\`)\\]},=;:|@?!.])`, 'i')
}
