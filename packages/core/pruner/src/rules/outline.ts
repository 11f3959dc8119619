// The outline of a large text, for questions about all of it: declarations and headings, the upper levels of
// data, and for output the first line of each kind, its beginning and its end.
import { messageKind } from '../evidence/count-evidence.js'
import type { Family } from '../text/family.js'
import { Kind } from '../text/line-kinds.js'
import type { SplitText } from '../text/lines.js'
import { isHead, type Structure } from '../text/structure.js'
import type { ScoringInput } from '../types.js'
import { ALL_FAMILIES, type Rule } from './rule.js'

/** So high that every informative line is kept, as far as there is room. */
export const PRICE_OF_OUTLINE = 1e7

/** An outline is for orientation: the upper half of a long one is enough. */
export const OUTLINE_TOKENS = 3000

/** A smaller text is shown whole. */
const SMALL_TOKENS = 3000

/** How much a line shows of the layout, by depth: what does not fit is dropped from the bottom up. */
const DEEPER = 0.4
const UNDER_HEADING = 0.3
const IMPORT = 0.05
const ENDS = 4
const MAX_KINDS = 60

export function isSmall(textTokens: number): boolean {
  return textTokens <= SMALL_TOKENS
}

export const outline: Rule = {
  name: 'outline',
  families: ALL_FAMILIES,
  questions: 'any',
  answersOnly: true,
  does: 'For a question about the whole text: makes the lines that show its layout likely.',
  effect: ({ input, structure, isOverview }) =>
    isOverview ? { chances: layoutOf(input, structure) } : undefined,
}

/** How much each line shows of the layout; most show nothing. */
function layoutOf(input: ScoringInput, structure: Structure): Float32Array {
  const { split, family, checkDeadline } = input
  const chances = new Float32Array(split.count)
  const isNested = family === 'data' && structure.kinds.some(isHead)
  if (isNested || family === 'code' || family === 'prose' || family === 'diff')
    byStructure(structure, family, chances, checkDeadline)
  else byKind(split, structure, chances, checkDeadline)
  return chances
}

function byStructure(
  { kinds, indents, owners, headEnds }: Structure,
  family: Family,
  chances: Float32Array,
  checkDeadline: () => void,
): void {
  checkDeadline()
  const depths = new Uint8Array(chances.length)
  let isUnderHeading = false
  for (let i = 0; i < chances.length; i++) {
    if (owners[i]! >= 0) depths[i] = Math.min(200, depths[owners[i]!]! + 1)
    const worth = DEEPER ** depths[i]!
    const kind = kinds[i]!
    const isOutlined =
      family === 'data' ? kind !== Kind.Closer : isHead(kind) && kind !== Kind.Block
    if (isOutlined && indents[i]! >= 0) {
      for (let line = i; line <= headEnds[i]!; line++)
        chances[line] = Math.max(chances[line]!, worth)
      isUnderHeading = kind === Kind.Heading
    } else if (kind === Kind.Import) chances[i] = IMPORT
    else if (isUnderHeading && indents[i]! >= 0) {
      // The beginning of a section shows its subject.
      chances[i] = UNDER_HEADING * DEEPER * worth
      isUnderHeading = false
    }
  }
}

function byKind(
  split: SplitText,
  { indents }: Structure,
  chances: Float32Array,
  checkDeadline: () => void,
): void {
  const seen = new Set<string>()
  for (let i = 0; i < chances.length; i++) {
    checkDeadline()
    if (indents[i]! < 0) continue
    if (i < ENDS || i >= chances.length - ENDS) chances[i] = Math.max(chances[i]!, 1)
    if (seen.size >= MAX_KINDS) continue
    const kind = messageKind(split, i).replaceAll(/\S*[0:/=<>"|,]\S*/g, '0')
    if (seen.has(kind)) continue
    seen.add(kind)
    chances[i] = Math.max(chances[i]!, DEEPER)
  }
}
