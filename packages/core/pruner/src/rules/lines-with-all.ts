// The lines that contain all of some words, or most of them, aliases included.
import { aliasesOf } from '../scorer/columns/aliases.js'
import type { ScoringInput } from '../types.js'

type Indexed = Pick<ScoringInput, 'words' | 'split' | 'checkDeadline'>

/** As many as fit into the bits of a number. */
const MAX_WORDS = 30

/** At most `most` of them, 0-based; none where there are more, or where the text lacks one of the words. */
export function linesWithAll(
  input: Indexed,
  stems: readonly string[],
  most: number,
  isEligible?: (line: number) => boolean,
): number[] {
  return bestCovered(input, stems, most, stems.length, isEligible)
}

/** The lines that contain most of the words, and at least `least`; none if there are more than `most`. */
export function bestCovered(
  input: Indexed,
  stems: readonly string[],
  most: number,
  least: number,
  isEligible?: (line: number) => boolean,
): number[] {
  return covered(input, stems, (stem) => [stem, ...aliasesOf(stem)], { most, least, isEligible })
}

/** Like `linesWithAll`, but without aliases of the words. */
export function linesWithExactly(
  input: Indexed,
  stems: readonly string[],
  most: number,
  isEligible?: (line: number) => boolean,
): number[] {
  return covered(input, stems, (stem) => [stem], { most, least: stems.length, isEligible })
}

interface CoverageLimits {
  readonly most: number
  readonly least: number
  readonly isEligible: ((line: number) => boolean) | undefined
}

function covered(
  input: Indexed,
  stems: readonly string[],
  namesOf: (stem: string) => readonly string[],
  { most, least, isEligible = () => true }: CoverageLimits,
): number[] {
  const { words, split, checkDeadline } = input
  if (stems.length === 0 || stems.length > MAX_WORDS) return []
  const { bits, found } = bitsOf(input, stems, namesOf)
  if (found < least) return []
  const { ids, starts } = words
  let best = least
  let lines: number[] = []
  checkDeadline()
  for (let i = 0; i < split.count; i++) {
    let seen = 0
    const end = starts[i + 1]!
    for (let w = starts[i]!; w < end; w++) seen |= bits[ids[w]!]!
    const matched = bitCount(seen)
    if (matched < best || !isEligible(i)) continue
    if (matched > best) lines = []
    best = matched
    if (lines.length <= most) lines.push(i)
  }
  return lines.length <= most ? lines : []
}

/** For each word of the text, by number: a bit for each searched word that it is or is an alias of. */
function bitsOf(
  { words: { vocabulary } }: Indexed,
  stems: readonly string[],
  namesOf: (stem: string) => readonly string[],
) {
  const bits = new Int32Array(vocabulary.size)
  let found = 0
  for (const [q, stem] of stems.entries()) {
    const numbers = namesOf(stem).flatMap((name) => vocabulary.find(name) ?? [])
    for (const number of numbers) bits[number]! |= 1 << q
    if (numbers.length > 0) found++
  }
  return { bits, found }
}

function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
