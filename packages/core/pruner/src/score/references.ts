// Lines that the question or the call names by number: `server.ts:120`, `File "app.py", line 7`,
// `lines 10-20`, `goto 549`, `sed -n '120,160p'`. Numbers count from the file's first line, not from the
// first line of the part that is shown.
import type { ScoringInput } from '../types.js'
import { isSaidInPassing } from './goal.js'
import { specificTerms } from './rare-words.js'

/** First and last line, 0-based in the text. */
export type Reference = readonly [from: number, to: number]

const MAX_REFERENCES = 50
const MAX_CHARACTERS = 4000
const pathPattern = /([\w.-]{1,60}\.[A-Za-z]\w{0,9})(?::|\(|", line |#L)(\d{1,7})(?:-L?(\d{1,7}))?/g
const barePattern =
  /\b(?:lines?|lignes?|goto|L)[ :#]?(\d{1,7})(?:(?:-|–| to | and | à | bis )L?(\d{1,7}))?\b|\bsed -n ['"]?(\d{1,7})(?:,(\d{1,7}))?p/gi
/** Lines that a command was told to print are the text itself, not a part of it. */
const printedPattern = /\bsed -n ['"]?\d{1,7}(?:,\d{1,7})?p/g
/** A range that is most of the text says nothing about which of its lines are meant. */
const MOST_OF_TEXT = 0.5

export function referencesIn(
  input: Pick<ScoringInput, 'goal' | 'context' | 'fileName' | 'split' | 'firstLine'>,
): Reference[] {
  const { goal, context = '', fileName, split, firstLine } = input
  const base = baseOf(fileName)
  const found: Reference[] = []
  const add = (first: string | undefined, last: string | undefined) => {
    const from = Number(first) - firstLine
    const to = Math.min(last === undefined ? from : Number(last) - firstLine, split.count - 1)
    if (found.length >= MAX_REFERENCES || from < 0 || from > to) return
    if (to > from && to - from >= MOST_OF_TEXT * split.count) return
    found.push([from, to])
  }
  const call = context.slice(0, MAX_CHARACTERS).replaceAll(printedPattern, ' ')
  for (const said of [goal.slice(0, MAX_CHARACTERS), call]) {
    let named = 0
    for (const [, path, first, last] of said.matchAll(pathPattern)) {
      named++
      // A number after another file's name says nothing about this one.
      if (base !== undefined && path === base) add(first, last)
    }
    if (named > 0) continue
    for (const [, first, last, from, to] of said.matchAll(barePattern))
      add(first ?? from, last ?? to)
  }
  return found
}

/** The question without the numbers of lines that the text has: they say where to look, not what for. */
export function withoutLineNumbers({
  goal,
  fileName,
  split,
  firstLine,
}: Pick<ScoringInput, 'goal' | 'fileName' | 'split' | 'firstLine'>): string {
  const unless = (said: string, number: string | undefined) => {
    const line = Number(number) - firstLine
    return line >= 0 && line < split.count ? ' ' : said
  }
  const base = baseOf(fileName)
  return goal
    .replaceAll(pathPattern, (said, path: string, first: string) =>
      path === base ? unless(said, first) : said,
    )
    .replaceAll(barePattern, (said, first?: string, _last?: string, from?: string) =>
      unless(said, first ?? from),
    )
}

function baseOf(fileName: string | undefined): string | undefined {
  return fileName?.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
}

/** A range longer than this may be cut inside. */
const MOST_CERTAIN = 40

/** How likely lines from a named one on, and those before it, have been needed in recorded sessions. */
const FROM_NAMED = [0.35, 0.25, 0.2, 0.17, 0.16, 0.15, 0.15, 0.13, 0.12] as const
const BEFORE_NAMED = [0.35, 0.12, 0.1, 0.08, 0.07, 0.06, 0.05] as const

/** What is left of other lines' chances where the question itself names some, and where it says no more. */
const BESIDES_NAMED = 0.25
const BESIDES_ALL = 0.001
/** Of those, and of the chances above, where the lines were said in passing: `goto 549` opens a window there. */
const BESIDES_IN_PASSING = 0.6
const IN_PASSING = 0.6

/** Raises the chances of the lines that are named and of those around them; a line named alone is certain. */
export function raiseReferenced(
  chances: Float32Array,
  certain: Uint8Array,
  input: ScoringInput,
): void {
  const isInPassing = isSaidInPassing(input)
  const { context: _, ...asked } = input
  const share = isInPassing ? IN_PASSING : 1
  const raise = (line: number, likely: number) => {
    const chance = likely * share
    if (line >= 0 && line < chances.length && chances[line]! < chance) chances[line] = chance
  }
  const references = referencesIn(input)
  if (references.length > 0 && referencesIn(asked).length > 0) {
    const saysMore = specificTerms(withoutLineNumbers(input)).length > 0
    const besides = isInPassing ? BESIDES_IN_PASSING : BESIDES_NAMED
    const left = saysMore ? besides : BESIDES_ALL
    for (let i = 0; i < chances.length; i++) chances[i]! *= left
  }
  for (const [from, to] of references) {
    if (to - from < MOST_CERTAIN) certain.fill(1, from, to + 1)
    for (let i = from; i <= to; i++) raise(i, FROM_NAMED[0])
    FROM_NAMED.forEach((chance, distance) => {
      raise(to + distance, chance)
    })
    BEFORE_NAMED.forEach((chance, distance) => {
      raise(from - distance, chance)
    })
  }
}
