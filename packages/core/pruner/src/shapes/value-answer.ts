// The value of a name, by the name itself or by its words.
import { isFrameWord } from '../question/shape-words.js'
import { linesWith } from '../text/literals.js'
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, ascending, lineOf } from './answer.js'
import { isCommentLine } from './member-patterns.js'
import { escaped, requestedNames } from './uses-answer.js'

const VALUE =
  /\b(?:value|set to|equals?|default|defaults|defined|initiali[sz]ed|assigned|constant|configured|limit|size|how (?:large|big|long|many|much|high)|what is|what's|what does|which value)\b|\bwhere is (?:the )?\S+$|\b(?:where|when) (?:is|are|does|do)\b.{3,80}\b(?:set|reset|cleared|assigned|increment\w*|decrement\w*|updated|modified)\b/i

/** *What does it do when the limit is zero?* asks for statements. */
const UNDER_CONDITION = /\S.*\b(?:when|if|unless|while)\b/i

export function valueAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  if (UNDER_CONDITION.test(question.text)) return undefined
  const isForValue = VALUE.test(question.text) && question.kinds.size === 0
  const written = isForValue ? requestedNames(asking) : []
  const found = written.map((name) => definitionsOf(asking, name))
  const meant = found.some(({ length }) => length > 0)
    ? { lines: ascending(found.flat()), isSure: found.every(({ length }) => length > 0) }
    : byWords(asking, isForValue)
  const { lines } = meant
  if (lines.length === 0 || lines.length > MAX_VALUES) return undefined
  if (AMOUNT.test(question.text) && !lines.some((line) => isAmount(lineOf(asking.split, line))))
    return undefined
  const value = { shape: 'value', lines: withValues(asking, lines), noun: 'definitions' } as const
  // Without a request for its value, the name is where to look first and may not be all.
  return {
    ...value,
    members: lines,
    ...(isForValue && meant.isSure ? {} : { elsewhere: OTHERWISE }),
  }
}

const AMOUNT = /\bhow (?:large|big|long|many|much|high)\b/i
/** `limit = 5`, `limit = MAX_SIZE`, and not `limit = next()`. */
const isAmount = (line: string): boolean => /[^\w]\d|[A-Z\d]+_[A-Z\d]/.test(line)

/** The lines that give a name its value. */
function definitionsOf(asking: Asking, name: string): number[] {
  const isSet = new RegExp(
    `(?:#\\s*define\\s+|(?<![\\w$.]))${escaped(name)}(?:\\s*(?::[^=]{0,80})?(?:\\[[^\\]]*\\])?\\s*[:?+|-]?=(?!=)|["']?\\s*:\\s*\\S|\\s+\\S|\\+\\+|--)`,
  )
  const isDefined = new RegExp(`#\\s*define\\s+${escaped(name)}\\b`)
  const isAssigned = new RegExp(
    `(?<![\\w$])${escaped(name)}["']?\\s*(?::[^=\\n]{0,80})?(?:\\[[^\\]]*\\])?\\s*(?:[:?|+-]?=(?![=>])|\\+\\+|--)`,
  )
  return linesWith(name, asking.split)
    .filter((line) => !isCommentLine(lineOf(asking.split, line)))
    .filter((line) => isSet.test(lineOf(asking.split, line)))
    .filter(
      (line) =>
        isDefined.test(lineOf(asking.split, line)) || isAssigned.test(lineOf(asking.split, line)),
    )
}
/** Factor elsewhere if the question does not ask for a value. */
const OTHERWISE = 0.4
const MAX_VALUES = 6
const MAX_LINES = 40

/** A value over several lines is shown to its closing bracket, or as far as a reader needs. */
function withValues({ split, structure }: Asking, lines: readonly number[]): number[] {
  const all = new Set<number>()
  for (const line of lines) {
    all.add(line)
    const first = withoutRemark(lineOf(split, line))
    let open = openBrackets(first)
    if (open <= 0 && !/[([{=\\,]\s*$/.test(first)) continue
    for (let i = line + 1; i <= line + MAX_LINES && i < split.count; i++) {
      const text = withoutRemark(lineOf(split, i))
      const isDeeper = structure.indents[i]! > structure.indents[line]! || structure.indents[i]! < 0
      if (isDeeper || /^\s*[\])}]/.test(text)) all.add(i)
      if (!isDeeper) break
      open += openBrackets(text)
      if (open <= 0 && !/[=\\,]\s*$/.test(text)) break
    }
  }
  return ascending(all)
}

const withoutRemark = (line: string): string => line.replace(/\s(?:\/\/|#\s).*$/, '')

/** How many brackets of a line are left open. */
export function openBrackets(line: string): number {
  let open = 0
  for (const character of line) {
    if ('([{'.includes(character)) open++
    else if (')]}'.includes(character)) open--
  }
  return open
}

/** Names of constants and of declared values, wherever they stand. */
const SPELLED =
  /(?<![\w$])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|(?=[a-z])(?<=\b(?:let|const|val|var|static|final|readonly)[ \t]{1,9}(?:\w{1,60}[ \t]{1,9})?)[a-z]+(?:[A-Z][A-Za-z0-9]*)+)(?![\w$(])/g
/** A name of several words that a line gives a value to. */
const ASSIGNED =
  /^\s*(?:[\w.<>[\]]{1,40} ){0,4}[$@*&]?(?:self\.|this\.)?(?:--)?([A-Za-z_]\w*(?:-\w+)*)\s*(?::(?!:)[^=]{0,60})?[:?+|]?=(?![=>~])|^\s*(?:\$|--)([A-Za-z]\w*(?:-\w+)*)\s*:\s*\S/
const LOOKED_AT = 400_000
const MIN_SHARE = 0.6
const MIN_MATCHED = 3
/** Letters of a word of the question that a name's own word begins with. */
const MIN_START = 4

interface Meant {
  readonly lines: readonly number[]
  readonly isSure: boolean
}

/** `the retry limit` is RETRY_LIMIT or retryLimit: the name with most of the question's words, or one for each clause. */
function byWords(asking: Asking, isForValue: boolean): Meant {
  const { stems, text } = asking.question
  const clauses = isForValue ? text.split(/,?\s+and\s+|,\s+/).map(wordsOf) : []
  // `The default limits for bytes and parameters`: what precedes the first word is meant of both.
  const shared = clauses[0]?.slice(0, -1) ?? []
  const each = clauses.map((clause) => byStems(asking, isForValue, [...shared, ...clause]))
  if (clauses.length < 2 || each.every(({ lines }) => lines.length === 0))
    return byStems(asking, isForValue, stems)
  return {
    lines: ascending(each.flatMap(({ lines }) => lines)),
    isSure: each.every(({ isSure }) => isSure),
  }
}

function byStems(asking: Asking, isForValue: boolean, stems: readonly string[]): Meant {
  const { question } = asking
  const questionStems = stems.filter((stem) => stem.length > 2 && !isFrameWord(stem))
  if (questionStems.length < 2) return { lines: [], isSure: false }
  const lines = linesWithTwo(asking, questionStems)
  const assigned = isForValue ? namesAssigned(asking, lines) : new Map<string, number[]>()
  const { name, matched } = bestName(
    [...namesSpelled(asking, lines), ...assigned.keys()],
    questionStems,
  )
  // Two words of a longer question may form a name by chance.
  const isMeant = name !== undefined && (isForValue || !question.isHow || matched >= MIN_MATCHED)
  if (!isMeant) return { lines: [], isSure: false }
  const found = definitionsOf(asking, name)
  // Words of the question that are not in the name may ask for more.
  return {
    lines: found.length > 0 ? found : (assigned.get(name) ?? []),
    isSure: isConstantName(name) || matched >= new Set(questionStems).size,
  }
}

const isConstantName = (name: string): boolean => /^[A-Z\d_]+$/.test(name)

/** The name with the most words of the question; of two equal ones, neither. */
function bestName(
  names: readonly string[],
  questionStems: readonly string[],
): { readonly name?: string | undefined; readonly matched: number } {
  const isInQuestion = (own: string) =>
    questionStems.some((stem) => stem === own || (own.length >= MIN_START && stem.startsWith(own)))
  const ranked = [...new Set(names)]
    .map((name) => {
      const own = [...new Set(wordsOf(name))]
      const matched = own.filter(isInQuestion).length
      return { name, matched, share: matched / own.length, isConstant: isConstantName(name) }
    })
    .filter(({ matched, share }) => matched >= 2 && share >= MIN_SHARE)
    // Of a constant and a variable with the same words, the constant has the value.
    .sort(
      (a, b) =>
        b.matched - a.matched || b.share - a.share || Number(b.isConstant) - Number(a.isConstant),
    )
  const [best, next] = ranked
  if (best === undefined) return { matched: 0 }
  const isTied =
    next?.matched === best.matched &&
    next.share === best.share &&
    next.isConstant === best.isConstant
  return { name: isTied ? undefined : best.name, matched: best.matched }
}

/** A name that is meant contains two of the words, so the other lines need not be looked at. */
function linesWithTwo({ split, words }: Asking, questionStems: readonly string[]): number[] {
  const { vocabulary, ids, starts } = words
  const isInQuestion = new Uint8Array(vocabulary.size)
  for (const stem of questionStems)
    for (let to = Math.min(MIN_START, stem.length); to <= stem.length; to++) {
      const number = vocabulary.find(stem.slice(0, to))
      if (number !== undefined) isInQuestion[number] = 1
    }
  const found: number[] = []
  for (let i = 0; i < split.count && split.starts[i]! < LOOKED_AT; i++) {
    let first = -1
    for (let at = starts[i]!; at < starts[i + 1]!; at++) {
      const word = ids[at]!
      if (isInQuestion[word] === 0 || word === first) continue
      if (first >= 0) {
        found.push(i)
        break
      }
      first = word
    }
  }
  return found
}

function namesSpelled({ split, checkDeadline }: Asking, lines: readonly number[]): string[] {
  return lines.flatMap((line) => {
    checkDeadline()
    const text = split.text.slice(split.starts[line], Math.min(LOOKED_AT, split.ends[line]!))
    return [...text.matchAll(SPELLED)].map(([, name = '']) => name)
  })
}

function namesAssigned({ split, checkDeadline }: Asking, lines: readonly number[]) {
  const assigned = new Map<string, number[]>()
  for (const line of lines) {
    checkDeadline()
    const match = ASSIGNED.exec(lineOf(split, line))
    const name = match?.[1] ?? match?.[2]
    if (name !== undefined) assigned.set(name, [...(assigned.get(name) ?? []), line])
  }
  return assigned
}
