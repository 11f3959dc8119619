// Where something is called or used, and what a name is set to: the lines that hold the name decide.
import { isFrameWord } from '../question/shape-words.js'
import { lineFinder } from '../text/lines.js'
import { linesWith } from '../text/literals.js'
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, lineOf } from './answer.js'
import { namesIn } from './code-parts.js'
import { isCommentLine } from './member-patterns.js'

const USES =
  /\b(?:callers?|calls?|called|calling|invo(?:ke[sd]?|cations?|king)|uses?|used|usages?|using|references?|referenced|occurrences?|consumers?|depends? on|call sites?|who)\b/i
const VALUE =
  /\b(?:value|set to|equals?|default|defaults|defined|initiali[sz]ed|assigned|constant|configured|limit|size|how (?:large|big|long|many|much|high)|what is|what's|what does|which value|where is)\b/i
const MOST_USES = 200

export function usesAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  if (
    !USES.test(question.text) ||
    /\b(?:version|value|default)\b/i.test(question.text) ||
    question.isHow ||
    question.kinds.has('environment')
  )
    return undefined
  const name = nameAsked(asking)
  if (name === undefined || (/^[a-z]+$/.test(name) && !isPlainNameCalled(asking, name)))
    return undefined
  const lines = linesOfName(asking, name)
  if (lines.length < 2 || lines.length > MOST_USES) return undefined
  const isCalled = new RegExp(`(?<![\\w$])${escaped(name)}\\s*(?:<[^>()]*>)?\\(`)
  const called = lines.filter((line) => isCalled.test(lineOf(asking.split, line)))
  const isAboutCalls = /\b(?:call|invo)/i.test(question.text)
  const wanted = isAboutCalls && called.length > 1 ? called : lines
  return { shape: 'uses', lines: wanted, noun: 'uses', members: wanted }
}

/** A plain word is a name where the code calls it, and the question asks for nothing else. */
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

export function valueAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  const isForValue = VALUE.test(question.text) && question.kinds.size === 0
  const written = isForValue ? nameAsked(asking) : undefined
  const found = written === undefined ? [] : definitionsOf(asking, written)
  const spelled = found.length > 0 ? undefined : nameByWords(asking)
  const lines = spelled === undefined ? found : definitionsOf(asking, spelled)
  if (lines.length === 0 || lines.length > MOST_VALUES) return undefined
  const value = { shape: 'value', lines: withValues(asking, lines), noun: 'definitions' } as const
  // Without being asked for its value, the name is where to look first and may not be all.
  return { ...value, members: lines, ...(isForValue ? {} : { elsewhere: OTHERWISE }) }
}

/** The lines that give a name its value. */
function definitionsOf(asking: Asking, name: string): number[] {
  const isSet = new RegExp(
    `(?:#\\s*define\\s+|(?<![\\w$.]))${escaped(name)}(?:\\s*(?::[^=]{0,80})?(?:\\[[^\\]]*\\])?\\s*[:?+|]?=(?!=)|["']?\\s*:\\s*\\S|\\s+\\S)`,
  )
  const isDefined = new RegExp(`#\\s*define\\s+${escaped(name)}\\b`)
  const isAssigned = new RegExp(
    `(?<![\\w$])${escaped(name)}["']?\\s*(?::[^=\\n]{0,80})?(?:\\[[^\\]]*\\])?\\s*[:?|+]?=(?![=>])`,
  )
  return linesOfName(asking, name)
    .filter((line) => !isCommentLine(lineOf(asking.split, line)))
    .filter((line) => isSet.test(lineOf(asking.split, line)))
    .filter(
      (line) =>
        isDefined.test(lineOf(asking.split, line)) || isAssigned.test(lineOf(asking.split, line)),
    )
}
/** What is left of the chances elsewhere where the question does not ask for a value. */
const OTHERWISE = 0.4
const MOST_VALUES = 6
const MOST_LINES = 12

/** A value over several lines is shown as far as a reader needs. */
function withValues({ split, structure }: Asking, lines: readonly number[]): number[] {
  const all = new Set<number>()
  for (const line of lines) {
    all.add(line)
    if (!/[([{=\\,]\s*$/.test(lineOf(split, line))) continue
    for (let i = line + 1; i <= line + MOST_LINES && i < split.count; i++) {
      const isDeeper = structure.indents[i]! > structure.indents[line]! || structure.indents[i]! < 0
      if (isDeeper || /^\s*[\])}]/.test(lineOf(split, i))) all.add(i)
      if (!isDeeper) break
    }
  }
  return [...all].sort((a, b) => a - b)
}

/** The one name that the question writes and the text holds. */
function nameAsked({ question, split }: Asking): string | undefined {
  const written = [...question.quoted, ...question.tokens]
    .flatMap((token) => namesIn(token).reverse())
    .map((name) => name.replace(/\(\)$/, ''))
  const names = [...new Set(written)].filter(
    (name) => isNameLike(name) && split.text.includes(name),
  )
  const spelled = names.filter((name) => !/^[a-z]+$/.test(name) && !isOpeningWord(question, name))
  if (spelled.length > 0) return spelled.length > 2 ? undefined : spelled[0]
  const plain = names.filter((name) => !wordsOf(name).every(isFrameWord) && !USES.test(name))
  return plain.length === 1 ? plain[0] : undefined
}

/** `List` of *List each call of parse* is no name, though the text may hold one. */
const isOpeningWord = ({ tokens }: Asking['question'], name: string): boolean =>
  name === tokens[0] && /^[A-Z][a-z]+$/.test(name) && wordsOf(name).every(isFrameWord)

const isNameLike = (name: string): boolean => /^[A-Za-z_$][\w$-]{2,60}$/.test(name)

const DEFINED =
  /(?<![\w$])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|(?<=\b(?:let|const|val|var|static|final|readonly)\s+(?:\w+\s+)?)[a-z]+(?:[A-Z][A-Za-z0-9]*)+)(?![\w$(])/g
const MOST_NAMES = 2000
const LOOKED_AT = 400_000
const LEAST_SHARE = 0.6

/** `the retry limit` is RETRY_LIMIT or retryLimit: the definition that most of the question's words are the name of. */
function nameByWords({ question, split, checkDeadline }: Asking): string | undefined {
  const wanted = question.stems.filter((stem) => stem.length > 2 && !isFrameWord(stem))
  if (wanted.length < 2) return undefined
  const isWanted = (own: string) =>
    wanted.some((stem) => stem === own || (own.length > 3 && stem.startsWith(own)))
  const seen = new Set<string>()
  let best: string | undefined
  let most = 1
  let looked = 0
  for (const [, name = ''] of split.text.slice(0, LOOKED_AT).matchAll(DEFINED)) {
    if (seen.size > MOST_NAMES) break
    if ((++looked & 63) === 0) checkDeadline()
    if (seen.has(name)) continue
    seen.add(name)
    const own = [...new Set(wordsOf(name))]
    const held = own.filter(isWanted).length
    if (held < 2 || held < LEAST_SHARE * own.length || held < most) continue
    best = held === most ? undefined : name
    most = held
  }
  return best
}

function linesOfName({ split }: Asking, name: string): number[] {
  return linesWith(name, split.text, lineFinder(split))
}

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
