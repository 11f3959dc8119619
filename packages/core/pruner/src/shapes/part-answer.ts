// A function or class that the question names: shown whole if it is short enough, otherwise searched
// first.
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, lineOf, solidLines } from './answer.js'
import { type CodePart, codeParts, namesIn } from './code-parts.js'
import { isCommentLine } from './member-patterns.js'

const LONGEST_WHOLE = 80
/** Factor outside a part that the question names, if it may need more than that part. */
const ELSEWHERE = 0.3

export function partAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  const written = new Set([...question.quoted, ...question.tokens].filter(isSpelledAsCode))
  // With two names the question asks about their relation.
  const [name] = written
  if (name === undefined || written.size > 1) return undefined
  const part = partAsked(asking, name, codeParts(asking))
  if (part === undefined) return undefined
  const { line, end } = part
  if (end - line > LONGEST_WHOLE || end === line) return undefined
  const lines = solidLines(asking.structure, commentAbove(asking, line), end)
  return { shape: 'part', lines, noun: 'lines', members: lines, elsewhere: ELSEWHERE }
}

/** The one part whose name is in the question; `Dataset.sel` is the `sel` inside `Dataset`. */
function partAsked(
  asking: Asking,
  token: string,
  parts: readonly CodePart[],
): CodePart | undefined {
  const steps = namesIn(token.replace(/\(\)$/, '')).filter((name) => !/[.#:]/.test(name))
  const name = steps.at(-1)
  const owner = steps.at(-2)
  const found = parts.filter((part) => part.name === name)
  const owned = owner === undefined ? found : found.filter((part) => isInside(part, owner, parts))
  const [only, ...more] = owned.length > 0 ? owned : found
  return only !== undefined && more.length === 0 && isAbout(asking, only) ? only : undefined
}

const isSpelledAsCode = (token: string): boolean =>
  /[a-z\d][A-Z]|\w_\w|^_\w|\w(?:\.|::|#)\w|\(\)$|\w[?!]$/.test(token) &&
  !/\/|\.\w{1,4}$/.test(token)

function isInside(part: CodePart, owner: string, parts: readonly CodePart[]): boolean {
  if (part.receiver === owner) return true
  return parts.some((one) => one.name === owner && one.line < part.line && one.end >= part.end)
}

/** Whether the part contains the question's other words, as far as the text does. */
function isAbout({ question, words, split }: Asking, { name, line, end }: CodePart): boolean {
  const own = new Set([
    ...wordsOf(name),
    ...wordsOf(split.text.slice(split.starts[line], split.ends[end])),
  ])
  const others = question.telling.filter(
    (stem) => !ORDINARY_WORDS.has(stem) && words.vocabulary.find(stem) !== undefined,
  )
  return others.every((stem) => own.has(stem))
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
