// Questions about a listing of `ls -l` by the type of its entries: links, directories, files that can be executed. A
// listing writes the type as letters.
import { type Answer, type Asking, linesWhere } from './answer.js'

const TYPES: readonly (readonly [question: RegExp, entry: RegExp])[] = [
  [/\b(?:sym(?:bolic )?links?)\b/i, /^l[rwxsStT-]{9}/],
  [/\b(?:(?:sub)?director(?:y|ies)|(?:sub)?folders?)\b/i, /^d[rwxsStT-]{9}/],
  [/\b(?:executables?)\b/i, /^-[rwsS-]*[xst]/],
]
const ENTRY = /^[-dlcbps][rwxsStT-]{9}[.+@]? /
const MIN_SHARE = 0.8

export function listingAnswer(asking: Asking): Answer | undefined {
  const { question, split, words } = asking
  if (question.isHow || !question.isList) return undefined
  const type = TYPES.find(([asked]) => asked.test(question.text))
  if (type === undefined || linesWhere(asking, isEntry).length < split.count * MIN_SHARE)
    return undefined
  const [asked, entry] = type
  const isKnown = (stem: string) => words.vocabulary.find(stem) !== undefined
  if (question.contentWords.some((stem) => isKnown(stem) && !asked.test(stem))) return undefined
  const members = linesWhere(asking, (line) => entry.test(line))
  return members.length === 0
    ? undefined
    : { shape: 'rows', lines: members, noun: 'entries', members }
}

const isEntry = (line: string): boolean => ENTRY.test(line)
