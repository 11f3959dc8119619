// The entries of one section of a document: its subsections, list items, rows or terms.
import {
  type Answer,
  type Asking,
  ascending,
  lineOf,
  plainTitle,
  setOf,
  solidLines,
} from './answer.js'
import type { Section } from './sections.js'

const ENTRIES =
  /\b(?:list|all|every|each|enumerate|what are(?! the (?:details|contents|specifics|particulars)\b)|how many|what [a-z-]+s (?:do|does|can|may|are|is))\b/i
/** `Which text` asks for one thing, `which exit codes` for several. */
const WHICH_ENTRIES = /\bwhich (?:[\w-]+ ){0,2}(?!(?:does|this|was|has)\b)[\w-]{2,}[^\Ws]s\b/i

/** `List all exit codes` asks for entries; `what does the section on exit codes say` does not. */
export function asksForEntries({ question }: Asking, { title }: Section): boolean {
  const questionText = plainTitle(question.text).replace(plainTitle(title), ' ')
  return (
    ENTRIES.test(questionText) ||
    (/\bwhich\b/.test(questionText) && WHICH_ENTRIES.test(question.text))
  )
}

const MIN_ENTRIES = 3
const SHORT_NAME = 6
/** So few subsections are listed at every level: entries may be grouped. */
const FEW_INSIDE = 20

/** Subsections, or lines that begin an entry: at the section's least indent, with more text on or below them. */
export function entriesOf(
  asking: Asking,
  section: Section,
  sections: readonly Section[],
): Answer | undefined {
  const { split, structure, question } = asking
  const noun = nounOf(question.text)
  const inside = sections.filter((one) => one.line > section.line && one.line <= section.end)
  const level = Math.min(...inside.map((one) => one.level))
  const inner = inside.length <= FEW_INSIDE ? inside : inside.filter((one) => one.level === level)
  const body = solidLines(structure, section.titleEnd + 1, section.end)
  const starts =
    inner.length >= MIN_ENTRIES ? inner.map(({ line }) => line) : entryStarts(asking, body)
  if (starts.length < MIN_ENTRIES) return undefined
  const lines = starts.flatMap((line) => {
    const name = lineOf(split, line).replaceAll(/\W/g, '')
    const below = body.find((one) => one > line)
    // A number alone says nothing: its meaning is in the first line below.
    return name.length <= SHORT_NAME && below !== undefined ? [line, below] : [line]
  })
  return { ...setOf(starts, noun), lines: ascending([section.line, ...lines]) }
}

/** The question's name for the entries: `exit codes` in `List all exit codes`. */
export function nounOf(text: string): string {
  const words =
    /\b(?:all|every|each|the|list|which|enumerate)\s+((?:[a-z-]+ ){0,3}[a-z-]+s)\b/i.exec(text)?.[1]
  return words?.toLowerCase().replace(/^(?:(?:all|the|of|its|possible) )+/, '') ?? 'entries'
}

function entryStarts({ split, structure }: Asking, body: readonly number[]): number[] {
  const bullets = body.filter((line) =>
    /^\s*(?:[-*+•] |\d+[.)] |\.(?:IP|TP|B) )/.test(lineOf(split, line)),
  )
  const rows = body.filter(
    (line) =>
      /^\s*\|.*\|\s*$/.test(lineOf(split, line)) && !/^\s*\|[\s|:-]+$/.test(lineOf(split, line)),
  )
  if (rows.length >= MIN_ENTRIES && rows.length > bullets.length) return rows
  if (bullets.length >= MIN_ENTRIES) {
    const least = Math.min(...bullets.map((line) => structure.indents[line]!))
    return bullets.filter((line) => structure.indents[line] === least)
  }
  const least = Math.min(...body.map((line) => structure.indents[line]!))
  const outer = body.filter((line) => structure.indents[line] === least)
  const entries = outer.filter((line, n) => {
    const isDeeperBelow =
      (outer[n + 1] ?? Number.POSITIVE_INFINITY) > line + 1 && structure.indents[line + 1]! > least
    return isDeeperBelow || /^\s*\S.{0,40}?\S? {2,}\S/.test(lineOf(split, line))
  })
  return entries.length >= outer.length / 2 ? entries : []
}
