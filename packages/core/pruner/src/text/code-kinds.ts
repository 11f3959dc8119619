// Kinds of lines in code. Languages differ in the words that declare things, but little in where they are.
import type { Deadline } from '../deadline.js'
import { isIn, unitTable } from './characters.js'
import { endsWithBody, signatureEnd, statementEnd } from './extents.js'
import { Kind, matchesAt, mayOpenAt, opening, opensAt } from './line-kinds.js'
import type { SplitText } from './lines.js'

const MODIFIER =
  'export|default|declare|public|private|protected|internal|static|final|abstract|async|override|virtual|inline|extern|unsafe|pub(?:\\([^)\\n]{0,40}\\))?|const|sealed|open|data|partial|readonly|local|suspend|companion|pure|constexpr|noexcept|synchronized|strictfp|fileprivate|mutating|lateinit|explicit|friend'
const CALLABLE =
  'function\\*?|func|fn|def|defp|defmacro|fun|sub|proc|macro_rules!|defn|constructor|get|set'
const CONTAINER =
  'class|interface|struct|enum|trait|impl|module|namespace|object|record|protocol|extension|mod|defmodule|union|type|typedef|contract|actor'

const CONTROL =
  'if|else|elif|elsif|for|foreach|while|switch|catch|try|do|return|with|when|match|case|default|using|lock|synchronized|finally|except|unless|until|loop|select|defer|go|await|yield|throw|new|assert|goto|not|and|or|print'
const initialsOf = (words: string) =>
  words
    .split('|')
    .map((word) => word[0])
    .join('')

const callable = opening(
  new RegExp(`(?:(?:${MODIFIER})[ \\t]+)*(?:${CALLABLE})(?:[ \\t]+[\\w$#"'(\\[*]|[ \\t]*\\()`, 'y'),
  initialsOf(`${MODIFIER}|${CALLABLE}`),
)
const container = opening(
  new RegExp(`(?:(?:${MODIFIER})[ \\t]+)*(?:${CONTAINER})(?:[ \\t]+[\\w$(<!]|<)`, 'y'),
  initialsOf(`${MODIFIER}|${CONTAINER}`),
)
const assignedPattern =
  /(?:export[ \t]+)?(?:(?:const|let|var|public|private|protected|static|readonly)[ \t]+)*[\w$.]+[ \t]*(?::[^=\n]{1,80})?=[ \t]*(?:async[ \t]*)?(?:function\b|\(|[\w$]+[ \t]*=>|<)/y
const imported = opening(
  /(?:import\b|from[ \t]+[\w.]+[ \t]+import\b|#[ \t]*include\b|(?:pub[ \t]+)?use[ \t]+[\w{:]|using[ \t]+[\w.]|package[ \t]+\w|extern[ \t]+crate\b|require(?:_relative|_once)?\b|(?:const|let|var)[ \t]+[\w${}, :]{1,120}=[ \t]*(?:await[ \t]+import|require)\(|export[ \t]+(?:\*|\{[^}\n]{0,200}\})[ \t]*from\b|@import\b|library\(|source[ \t]+["'./]|-(?:module|include|import)\()/y,
  'if#pureclv@s-',
)
const control = opening(new RegExp(`(?:${CONTROL})\\b`, 'y'), initialsOf(CONTROL))
const directive = opening(
  /#[ \t]*(?:if|ifdef|ifndef|else|elif|endif|define|undef|pragma|error|region|endregion)\b/y,
  '#',
)
const comment = opening(
  /(?:\/\/|\/\*|\*(?:[ \t/]|$)|#(?![![a-z])|--[ \t]|;;|<!--|"""|''')/my,
  '/*#-;<"\'',
)
/** A name, a destructor, a private method, a generator. */
const nameInitials = unitTable(/[A-Za-z_$~#*]/)
const wordUnits = unitTable(/\w/)
const targetUnits = unitTable(/[\w$.]/)
const decorator = opening(/(?:@[\w.]+|#!?\[)/y, '@#')
const closingUnits = unitTable(/[\])};,]/)
const afterClosing = unitTable(/[\])}>;, \t]/)
const closingWord = opening(/(?:end|fi|done|esac)[;,)]*$/y, 'efd')
const opener = opening(/[{([][ \t]*$/my, '{([')

export function kindsOfCode(
  split: SplitText,
  indents: Int32Array,
  headEnds: Int32Array,
  deadline: Deadline,
): Uint8Array {
  const { count, starts, ends } = split
  const kinds = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    deadline.spend(Math.min(ends[i]! - starts[i]!, 400) + 16)
    if (indents[i]! < 0) continue
    const at = firstCharacter(split, i)
    const kind = kindAt(split, i, at, indents, headEnds)
    kinds[i] = kind
    // A signature or an import over several lines is one thing.
    for (const last = headEnds[i]!; i < last; ) {
      i++
      if (indents[i]! >= 0) kinds[i] = kind === Kind.Import ? Kind.Import : Kind.Plain
    }
    if (kind === Kind.Import) headEnds[i] = i
  }
  return kinds
}

function firstCharacter({ units, starts }: SplitText, line: number): number {
  let at = starts[line]!
  while (units[at] === 32 || units[at] === 9) at++
  return at
}

function kindAt(
  split: SplitText,
  line: number,
  at: number,
  indents: Int32Array,
  headEnds: Int32Array,
): number {
  const { text } = split
  const end = split.ends[line]!
  if (isCloser(split, at, Math.min(end, at + 40))) return Kind.Closer
  if (end - at < 4 && opensAt(opener, text.slice(at, end), 0)) return Kind.Opener
  if (indents[line] === 0 && opensAt(imported, text, at)) {
    headEnds[line] = statementEnd(split, line)
    return Kind.Import
  }
  if (opensAt(directive, text, at)) return Kind.Directive
  if (opensAt(decorator, text, at)) return Kind.Decorator
  if (opensAt(comment, text, at)) return Kind.Comment
  const leading = leadingWord(split.units, at, end)
  if ((leading & CONTROLLING) !== 0 && opensAt(control, text, at)) return Kind.Plain
  const mayDeclare = (leading & DECLARING) !== 0 || isModified(split.units, at, end, leading)
  const isCallable = mayDeclare && opensAt(callable, text, at)
  if (isCallable || (mayDeclare && opensAt(container, text, at))) {
    const last = signatureEnd(split, line)
    const opens = last >= 0
    if (opens || indents[line] === 0) {
      if (opens) headEnds[line] = last
      return isCallable ? Kind.Callable : Kind.Container
    }
    return Kind.Plain
  }
  const mayAssign = (leading & ASSIGNING) !== 0 || isTarget(split.units, at, end)
  if (mayAssign && matchesAt(assignedPattern, text, at)) {
    const last = signatureEnd(split, line)
    if (last < 0 || !endsWithBody(split, last)) return Kind.Plain
    headEnds[line] = last
    return Kind.Callable
  }
  return unmarkedKind(split, line, at, headEnds)
}

/** Only closing punctuation, or a word that closes a block. */
function isCloser({ text, units }: SplitText, from: number, end: number): boolean {
  if (!isIn(closingUnits, units[from]!))
    return mayOpenAt(closingWord, text, from) && opensAt(closingWord, text.slice(from, end), 0)
  let at = from + 1
  while (at < end && isIn(afterClosing, units[at]!)) at++
  return at >= end
}

/** `int main(void) {`, `render(props) {`, `it('works', () => {`: without a keyword. */
function unmarkedKind(split: SplitText, line: number, at: number, headEnds: Int32Array): number {
  const { text, units } = split
  if (!isIn(nameInitials, units[at]!)) return Kind.Plain
  // In the line alone: searching the whole text for each line would be quadratic.
  const end = Math.min(split.ends[line]!, at + 200)
  const paren = parenthesisAfter(units, at, end)
  if (paren < 0) return Kind.Plain
  const before = text.slice(at, paren)
  const last = signatureEnd(split, line)
  if (last < 0) return Kind.Plain
  const tail = text.slice(Math.max(at, split.ends[last]! - 80), split.ends[last])
  const isCallback =
    /(?:=>|\bdo\b[^{]*|\|)[ \t]*\{?[ \t]*$/.test(tail) ||
    /\bfunction\b[^(]*\([^)]*\)[ \t]*\{[ \t]*$/.test(tail)
  if (!isCallback && /\.[ \t]*[\w$]+$/.test(before)) return Kind.Plain
  headEnds[line] = last
  return isCallback ? Kind.Block : Kind.Callable
}

const LEFT_PARENTHESIS = 40
const SIGNS = unitTable(/[=;"'`!|+]/)

/** What a line's first word may begin: control, a declaration, an assignment with more than one word before it. */
const CONTROLLING = 1
const ASSIGNING = 2
const DECLARING = 4
/** It may come before the word that declares. */
const MODIFYING = 8
const LEADING_WORDS = leadingWords([
  [CONTROL, CONTROLLING],
  [`${CALLABLE}|${CONTAINER}`, DECLARING],
  [MODIFIER, MODIFYING],
  ['export|const|let|var|public|private|protected|static|readonly', ASSIGNING],
])

/** By a hash: another word with the same hash is only looked at in vain. */
function leadingWords(lists: readonly (readonly [words: string, sort: number])[]): Uint8Array {
  const table = new Uint8Array(4096)
  for (const [words, sort] of lists) {
    for (const [word] of words.matchAll(/(?<=^|\|)\w+/g)) {
      let hash = 0
      for (const letter of word) hash = Math.imul(hash, 31) + letter.charCodeAt(0)
      table[hash & 4095]! |= sort
    }
  }
  return table
}

/** Most lines of code begin with a name, and then three patterns need not be asked. */
function leadingWord(units: Uint16Array, from: number, end: number): number {
  let hash = 0
  for (let at = from; at < end; at++) {
    const unit = units[at]!
    if (!isIn(wordUnits, unit)) break
    hash = Math.imul(hash, 31) + unit
  }
  return LEADING_WORDS[hash & 4095]!
}

/** Whether a modifier is followed by another or by a word that declares: `const name` declares nothing of interest. */
function isModified(units: Uint16Array, from: number, end: number, leading: number): boolean {
  if ((leading & MODIFYING) === 0) return false
  let at = from
  while (at < end && isIn(wordUnits, units[at]!)) at++
  // `pub(crate)`
  if (units[at] === LEFT_PARENTHESIS) return true
  while (at < end && (units[at] === 32 || units[at] === 9)) at++
  return (leadingWord(units, at, end) & (MODIFYING | DECLARING)) !== 0
}

/** Whether the line begins with `name =` or `name:`. */
function isTarget(units: Uint16Array, from: number, end: number): boolean {
  let at = from
  while (at < end && isIn(targetUnits, units[at]!)) at++
  while (at < end && (units[at] === 32 || units[at] === 9)) at++
  return at > from && at < end && (units[at] === 58 || units[at] === 61)
}

/** Where the first one stands, -1 if there is none or a sign before it that no declaration has there. */
function parenthesisAfter(units: Uint16Array, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const unit = units[at]!
    if (unit === LEFT_PARENTHESIS) return at
    if (isIn(SIGNS, unit)) return -1
  }
  return -1
}
