// Lines that the question or the call names by number: `server.ts:120`, `File "app.py", line 7`,
// `lines 10-20`, `goto 549`, `sed -n '120,160p'`. Numbers count from the file's first line, not from the
// first line of the part that is shown.
import { namedLineNumbers, namedPlaces, placeSign, printedLines } from '../text/places.js'
import type { ScoringInput } from '../types.js'
import type { Question } from './question.js'

/** First and last line, 0-based in the text. */
export type Reference = readonly [from: number, to: number]

const MAX_REFERENCES = 50
const MAX_CHARACTERS = 4000
/** A range that covers most of the text identifies none of its lines. */
const MAX_OF_TEXT = 0.5

export function referencesIn(
  input: Pick<ScoringInput, 'question' | 'context' | 'fileName' | 'split' | 'firstLine'>,
): Reference[] {
  const { question, context = '', fileName, split, firstLine } = input
  const base = baseOf(fileName)
  const found: Reference[] = []
  const add = (first: string | undefined, last: string | undefined) => {
    const from = Number(first) - firstLine
    const to = Math.min(last === undefined ? from : Number(last) - firstLine, split.count - 1)
    if (found.length >= MAX_REFERENCES || from < 0 || from > to) return
    if (to > from && to - from >= MAX_OF_TEXT * split.count) return
    found.push([from, to])
  }
  // Lines that a command was told to print are the text itself, not a part of it.
  const call = context.slice(0, MAX_CHARACTERS).replaceAll(printedLines, ' ')
  for (const source of [question.text.slice(0, MAX_CHARACTERS), call]) {
    let named = 0
    for (const [, path, first, last] of placeSign.test(source)
      ? source.matchAll(namedPlaces)
      : []) {
      named++
      // A number after another file's name says nothing about this one.
      if (base !== undefined && path === base) add(first, last)
    }
    if (named > 0) continue
    for (const [, first, last, from, to] of source.matchAll(namedLineNumbers))
      add(first ?? from, last ?? to)
  }
  return found
}

/** The question without the line numbers that the text has: they give a location, not a subject. */
export function withoutLineNumbers({
  question,
  fileName,
  split,
  firstLine,
}: Pick<ScoringInput, 'question' | 'fileName' | 'split' | 'firstLine'>): Question {
  const unless = (match: string, number: string | undefined) => {
    const line = Number(number) - firstLine
    return line >= 0 && line < split.count ? ' ' : match
  }
  const base = baseOf(fileName)
  const withoutPlaces = placeSign.test(question.text)
    ? question.text.replaceAll(namedPlaces, (match, path: string, first: string) =>
        path === base ? unless(match, first) : match,
      )
    : question.text
  return question.rewritten(
    withoutPlaces.replaceAll(
      namedLineNumbers,
      (match, first?: string, _last?: string, from?: string) => unless(match, first ?? from),
    ),
  )
}

function baseOf(fileName: string | undefined): string | undefined {
  return fileName?.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
}
