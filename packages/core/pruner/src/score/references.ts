// Lines that the goal names by number: `server.ts:120`, `File "app.py", line 7`, `lines 10-20`.
import type { ScoringInput } from '../types.js'

/** First and last line, 0-based. */
export type Reference = readonly [from: number, to: number]

const MAX_REFERENCES = 50
const MAX_CHARACTERS = 4000
const pathPattern = /([\w.-]{1,60}\.[A-Za-z]\w{0,9})(?::|\(|", line |#L)(\d{1,7})(?:-L?(\d{1,7}))?/g
const barePattern = /\b(?:lines?|lignes?|L)[ :]?(\d{1,7})(?:(?:-|–| to | à | bis )L?(\d{1,7}))?\b/gi

export function referencesIn({ goal, fileName, split }: ScoringInput): Reference[] {
  const head = goal.slice(0, MAX_CHARACTERS)
  const base = fileName?.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
  const found: Reference[] = []
  const add = (first: string | undefined, last: string | undefined) => {
    const from = Number(first) - 1
    const to = Math.min(last === undefined ? from : Number(last) - 1, split.count - 1)
    if (found.length < MAX_REFERENCES && from >= 0 && from <= to) found.push([from, to])
  }
  let named = 0
  for (const [, path, first, last] of head.matchAll(pathPattern)) {
    named++
    // A number after another file's name says nothing about this one.
    if (base !== undefined && path === base) add(first, last)
  }
  if (named === 0) for (const [, first, last] of head.matchAll(barePattern)) add(first, last)
  return found
}

const REACH = 6
/** A line's number says more than any of the goal's words. */
const BESIDE = 0.1

/** Raises the score of the lines that are named, and of those around them a little less. */
export function raiseReferenced(scores: Float32Array, references: readonly Reference[]): void {
  if (references.length === 0) return
  for (let i = 0; i < scores.length; i++) scores[i]! *= BESIDE
  for (const [from, to] of references) {
    const last = Math.min(scores.length - 1, to + REACH)
    for (let i = Math.max(0, from - REACH); i <= last; i++) {
      const distance = Math.max(0, from - i, i - to)
      scores[i] = Math.max(scores[i]!, 1 - distance / (REACH + 2))
    }
  }
}
