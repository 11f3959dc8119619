// Lines that hold several words of the question together.

import { lineText } from '../text/lines.js'
import type { ScoringInput } from '../types.js'
import { ALL_FAMILIES, type Rule } from './rule.js'

/** As many as fit into the bits of a number. */
const MOST_WORDS = 30

/** At most `most` of them, 0-based; none where there are more, or where the text lacks one of the words. */
export function linesWithAll(
  { words, split, checkDeadline }: ScoringInput,
  stems: readonly string[],
  most: number,
  isTaken: (line: number) => boolean = () => true,
): number[] {
  if (stems.length === 0 || stems.length > MOST_WORDS) return []
  const bit = new Int32Array(words.vocabulary.stems.length)
  for (const [q, stem] of stems.entries()) {
    const number = words.vocabulary.find(stem)
    if (number === undefined) return []
    bit[number] = 1 << q
  }
  const all = (1 << stems.length) - 1
  const lines: number[] = []
  for (let i = 0; i < split.count && lines.length <= most; i++) {
    if ((i & 1023) === 0) checkDeadline()
    let seen = 0
    for (let w = words.starts[i]!; w < words.starts[i + 1]!; w++) seen |= bit[words.ids[w]!]!
    if (seen === all && isTaken(i)) lines.push(i)
  }
  return lines.length <= most ? lines : []
}

// Words of the question together in a line of the text: two that are neighbours in both (*an empty batch*), or all of
// them. A search would find those lines, whatever else the text says about each word.

/** On more lines than this the words are the text's subject. */
const MOST_LINES = 2

export const wordsTogether: Rule = {
  name: 'words-together',
  families: ALL_FAMILIES,
  questions: 'plain',
  answersOnly: true,
  does: 'Makes the few lines certain that hold two neighbouring words of the question side by side, or all of its words.',
  effect: ({ input, names }) => {
    const asked = { ...input, question: names.rest.question }
    const { specific } = asked.question
    const together = specific.length < 2 ? [] : linesWithAll(asked, specific, MOST_LINES)
    const certain = [...linesOfPairs(asked), ...together]
    return certain.length === 0 ? undefined : { certain }
  },
}

function linesOfPairs({ question, words, split, checkDeadline }: ScoringInput): number[] {
  const second = pairsOf(question.stems, new Set(question.specific), words)
  if (second.size === 0) return []
  const found = new Map<number, number[]>()
  const isFirst = new Uint8Array(words.vocabulary.stems.length)
  for (const first of second.keys()) isFirst[first] = 1
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    for (let w = words.starts[i]!; w + 1 < words.starts[i + 1]!; w++) {
      const first = words.ids[w]!
      if (isFirst[first] === 0 || second.get(first) !== words.ids[w + 1]) continue
      const lines = found.get(first) ?? []
      if (lines.at(-1) !== i && lines.length <= MOST_LINES) found.set(first, [...lines, i])
    }
  }
  return [...found.values()].filter((lines) => lines.length <= MOST_LINES).flat()
}

/** By the number of a word that of the word behind it, for words of which neither is in every question. */
function pairsOf(
  stems: readonly string[],
  specific: ReadonlySet<string>,
  { vocabulary }: ScoringInput['words'],
): Map<number, number> {
  const pairs = new Map<number, number>()
  for (const [i, stem] of stems.slice(0, -1).entries()) {
    const next = stems[i + 1]!
    if (!specific.has(stem) || !specific.has(next)) continue
    const [first, behind] = [vocabulary.find(stem), vocabulary.find(next)]
    if (first !== undefined && behind !== undefined && first !== behind) pairs.set(first, behind)
  }
  return pairs
}

// *What is the default for following links?* is answered where a plain value is written behind the name:
// `follow_links: false`. Descriptions of the setting hold the words too, and more often.

const MOST_DEFAULTS = 3
const MOST_NAMED = 4
const LONGEST_LINE = 200
const PLAIN_VALUE =
  /[\w"'\])?]\s*(?::=|[:=]|=>)\s*(?:true|false|nil|none|null|undefined|-?\d[\w.]*|"[^"]{0,80}"|'[^']{0,80}')\s*[,;)}]*\s*(?:\/\/.*|#.*)?$/i

export const defaultValues: Rule = {
  name: 'default-values',
  families: ALL_FAMILIES.filter((family) => family === 'code' || family === 'data'),
  questions: 'plain',
  answersOnly: true,
  does: 'Makes the few lines certain that write a plain value behind the name whose default is asked for.',
  effect: ({ input }) => {
    const { terms, specific } = input.question
    const named = specific.filter((stem) => stem !== DEFAULT)
    if (!terms.includes(DEFAULT) || named.length === 0 || named.length > MOST_NAMED)
      return undefined
    const { split } = input
    const certain = linesWithAll(input, named, MOST_DEFAULTS, (line) =>
      PLAIN_VALUE.test(lineText(split, line, LONGEST_LINE)),
    )
    return certain.length === 0 ? undefined : { certain }
  },
}

const DEFAULT = 'default'
