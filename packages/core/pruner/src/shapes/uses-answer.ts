// Where something is called or used: the lines with the name decide.
import { isFrameWord } from '../question/shape-words.js'
import { linesWith } from '../text/literals.js'
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, ascending, lineOf, linesWhere, setOf } from './answer.js'
import { namesIn } from './code-parts.js'
import { MAX_PLACED, pathTo } from './log-entries.js'
import { isCommentLine } from './member-patterns.js'

const USES =
  /\b(?:callers?|calls?|called|calling|invo(?:ke[sd]?|cations?|king)|uses?|used|usages?|using|references?|referenced|occurrences?|consumers?|depends? on|call sites?|who)\b/i
/** *Which pager is used when PAGER is not set?* asks what is chosen, not where, and *What does X do?* what it does. */
const USED_WHEN =
  /^\s*(?:which|what)\b.{1,60}\bused (?:when|if|unless|for|by default|instead)\b|^\s*what does \S+ do\b/i
const MAX_USES = 200

export function usesAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  if (
    !USES.test(question.text) ||
    /\b(?:version|value|default)\b/i.test(question.text) ||
    question.isHow ||
    USED_WHEN.test(question.text) ||
    question.kinds.has('environment')
  )
    return undefined
  const name = requestedName(asking)
  if (name === undefined || (/^[a-z]+$/.test(name) && !isPlainNameCalled(asking, name)))
    return undefined
  const lines = linesWith(name, asking.split)
  const isCalled = callOf(escaped(name))
  const called = lines.filter((line) => isCalled.test(lineOf(asking.split, line)))
  const isAboutCalls = /\b(?:call|invo)/i.test(question.text)
  return usesOn(isAboutCalls && called.length > 1 ? called : lines)
}

const USED = '(?:us(?:ed?|es|ing)|referenced?|referr?(?:ed)? to|mentions?|mentioned)'
const NAME = '["\'`]?([\\p{L}\\p{N}_$@./:-]{2,80}[\\p{L}\\p{N}_$])["\'`]?'
/** *Where is X used?*, *every use of X*, *which jobs use X?* */
const USED_BY_OTHERS = [
  `^\\s*(?:in )?(?:where|which \\w+|what \\w+) (?:is|are|was|were) ${NAME} (?:being )?${USED}\\W*$`,
  `\\b(?:uses?|usages?|references?|mentions?|occurrences?) (?:of|to) ${NAME}\\W*$`,
  `^\\s*(?:which|what) [\\w -]{2,40}? ${USED} ${NAME}\\W*$`,
].map((pattern) => new RegExp(pattern, 'iu'))

/** Outside code: every line with the name, under the keys or branches that it belongs to. */
export function mentionsAnswer(asking: Asking): Answer | undefined {
  const { question, split } = asking
  const name = USED_BY_OTHERS.map((pattern) => pattern.exec(question.text)?.[1]).find(Boolean)
  if (name === undefined || !split.text.includes(name)) return undefined
  const members = linesWith(name, split)
  const uses = usesOn(members)
  if (uses === undefined || members.length > MAX_PLACED) return uses
  return {
    ...uses,
    lines: ascending([...members, ...members.flatMap((line) => pathTo(asking, line))]),
  }
}

const BEGINNING = /(?<![\w$])([A-Za-z_$][\w$]{2,40})(?:\.{2,3}|…|\*)(?![\w(])/

/** The prefix of names that a question gives: `parse...`, `parse*`. */
export const beginningIn = (text: string): string | undefined => BEGINNING.exec(text)?.[1]

/** `Where are the parse... functions called?` names all with that prefix. */
export function familyUsesAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  if (!USES.test(question.text)) return undefined
  const beginning = beginningIn(question.text)
  if (beginning === undefined) return undefined
  const isCalled = callOf(`${escaped(beginning)}[\\w$]*`)
  return usesOn(linesWhere(asking, (line) => isCalled.test(line) && !isCommentLine(line)))
}

/** A call of a name, also with type arguments. */
const callOf = (name: string): RegExp => new RegExp(`(?<![\\w$])${name}\\s*(?:<[^>()]*>)?\\(`)

function usesOn(lines: readonly number[]): Answer | undefined {
  if (lines.length < 2 || lines.length > MAX_USES) return undefined
  return { ...setOf(lines, 'uses'), shape: 'uses' }
}

/** A plain word is a name if the code calls it, and the question asks for nothing else. */
function isPlainNameCalled({ question, split }: Asking, name: string): boolean {
  if (
    new RegExp(
      `\\b(?:references? to|usages? of|callers? of|uses of|calls? (?:of|to)|call sites? of|who (?:calls|uses)) [\`'"]?${name}\\b`,
      'i',
    ).test(question.text)
  )
    return true
  return question.kinds.size === 0 && new RegExp(`(?<![\\w$])${name}\\(`).test(split.text)
}

/** The one name of the question that the text contains. */
const requestedName = (asking: Asking): string | undefined => requestedNames(asking)[0]

/** The name of the question that the text contains, or two that are spelled as code. */
export function requestedNames({ question, split }: Asking): string[] {
  const written = [...question.quoted, ...question.tokens]
    .flatMap((token) => namesIn(token).reverse())
    .map((name) => name.replace(/\(\)$/, ''))
  const names = [...new Set(written)].filter(isNameLike)
  // Searched for last, since that scans the whole text.
  const isContained = (name: string) => split.text.includes(name)
  const spelled = names.filter(
    (name) => !/^[a-z]+$/.test(name) && !isOpeningWord(question, name) && isContained(name),
  )
  if (spelled.length > 0) return spelled.length > 2 ? [] : spelled
  const plain = names.filter(
    (name) => !USES.test(name) && !wordsOf(name).every(isFrameWord) && isContained(name),
  )
  return plain.length === 1 ? plain : []
}

/** `List` of *List each call of parse* is not a name, though the text may contain one. */
const isOpeningWord = ({ tokens }: Asking['question'], name: string): boolean =>
  name === tokens[0] && /^[A-Z][a-z]+$/.test(name) && wordsOf(name).every(isFrameWord)

const isNameLike = (name: string): boolean => /^[A-Za-z_$][\w$-]{2,60}$/.test(name)

export const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
