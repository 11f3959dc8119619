// Words of the question together in a line of the text: two that are neighbours in both (*an empty batch*), or all of
// them. A search would find those lines, whatever else the text says about each word.
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { lineText } from '../text/lines.js'
import type { ScoringInput } from '../types.js'
import { bestCovered, linesWithAll } from './lines-with-all.js'
import { ALL_FAMILIES, type Rule } from './rule.js'

/** On more lines than this the words are the text's subject. */
const MOST_LINES = 2

export const wordsTogether: Rule = {
  name: 'words-together',
  families: ALL_FAMILIES,
  questions: 'plain',
  answersOnly: true,
  does: 'Makes the few lines certain that contain two neighbouring words of the question side by side, or all of its words.',
  effect: ({ input, names }) => {
    const asked = { ...input, question: names.rest.question }
    const { specific, terms } = asked.question
    const together = [
      ...(specific.length < 2 ? [] : linesWithAll(asked, specific, MOST_LINES)),
      ...(terms.length < 3 ? [] : linesWithAll(asked, terms, MOST_LINES)),
    ]
    const certain = [...linesOfPairs(asked), ...together, ...messages(asked)]
    return certain.length === 0 ? undefined : { certain }
  },
}

const LONGEST_LINE = 300
const MESSAGE = /"[^"]{10,}"|'[^']{10,}'|`[^`]{10,}`/

/** The few messages that contain most of the question's telling words. */
function messages(input: ScoringInput): number[] {
  const telling = input.question.specific.filter((stem) => !ORDINARY_WORDS.has(stem))
  const least = Math.max(2, Math.ceil(0.6 * telling.length))
  return bestCovered(input, telling, MOST_LINES, least, (line) => {
    const message = MESSAGE.exec(lineText(input.split, line, LONGEST_LINE))?.[0] ?? ''
    return message.split(' ').length > 2
  })
}

function linesOfPairs({ question, words, split, checkDeadline }: ScoringInput): number[] {
  const second = pairsOf(question.stems, new Set(question.specific), words)
  if (second.size === 0) return []
  const found = new Map<number, number[]>()
  const isFirst = new Uint8Array(words.vocabulary.size)
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
