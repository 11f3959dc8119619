// A function or class that the question names: shown whole if it is short enough, otherwise searched
// first.
import {
  type Answer,
  type Asking,
  knownWords,
  lineOf,
  partOf,
  solidLines,
  stemsIn,
} from './answer.js'
import { type CodePart, codeParts, namesIn } from './code-parts.js'
import { isCommentLine } from './member-patterns.js'

const MAX_WHOLE_LINES = 80
/** Factor outside a part that the question names, if it may need more than that part. */
const ELSEWHERE = 0.3

export function partAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  const parts = codeParts(asking)
  const spelled = [...question.quoted, ...question.tokens].filter(isSpelledAsCode)
  const written = new Set(spelled.length > 0 ? spelled : subjectNamed(question.text, parts))
  // With two names the question asks about their relation.
  const [name] = written
  if (name === undefined || written.size > 1) return undefined
  const found = requestedParts(name, parts).filter(({ line, end }) => end > line)
  const size = found.reduce((sum, { line, end }) => sum + end - line, 0)
  if (found.length === 0 || size > MAX_WHOLE_LINES || !areAbout(asking, found)) return undefined
  const lines = found.flatMap(({ line, end }) =>
    solidLines(asking.structure, commentAbove(asking, line), end),
  )
  return { ...partOf(lines), elsewhere: ELSEWHERE }
}

/** `How does limit check its argument?`: a word without an article that is the name of a function. */
function subjectNamed(text: string, parts: readonly CodePart[]): string[] {
  const subject = /^\s*(?:how|what|when|why|where) (?:does|do|did|can|will|would) (\w+)\b/i.exec(
    text,
  )?.[1]
  return subject !== undefined && parts.some(({ name }) => name === subject) ? [subject] : []
}

/** The part whose name is in the question, with its overloads; `Dataset.sel` is the `sel` inside `Dataset`. */
function requestedParts(token: string, parts: readonly CodePart[]): readonly CodePart[] {
  const steps = namesIn(token.replace(/\(\)$/, '')).filter((name) => !/[.#:]/.test(name))
  const name = steps.at(-1)
  const owner = steps.at(-2)
  const found = parts.filter((part) => part.name === name)
  const owned = owner === undefined ? found : found.filter((part) => isInside(part, owner, parts))
  return owned.length > 0 ? owned : found
}

const isSpelledAsCode = (token: string): boolean =>
  /[a-z\d][A-Z]|\w_\w|^_\w|\w(?:\.|::|#)\w|\(\)$|\w[?!]$/.test(token) &&
  !/\/|\.\w{1,4}$/.test(token)

function isInside(part: CodePart, owner: string, parts: readonly CodePart[]): boolean {
  if (part.receiver === owner) return true
  return parts.some((one) => one.name === owner && one.line < part.line && one.end >= part.end)
}

/** Whether the parts contain the question's other words, as far as the text does. */
function areAbout(asking: Asking, parts: readonly CodePart[]): boolean {
  const about = knownWords(asking, asking.question.contentWords)
  const own = new Set(parts.flatMap(({ line, end }) => stemsIn(asking, about, line, end)))
  return about.every((stem) => own.has(stem))
}

/** The comment right above a declaration belongs to it. */
function commentAbove({ split }: Asking, line: number): number {
  let first = line
  while (
    first > 0 &&
    line - first < 30 &&
    /\S/.test(lineOf(split, first - 1)) &&
    isAttached(lineOf(split, first - 1))
  )
    first--
  return first
}

const isAttached = (line: string): boolean => isCommentLine(line) || /^\s*(?:@|#\[)/.test(line)
