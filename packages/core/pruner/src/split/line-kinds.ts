// What each line is, language by language only where the words differ. Every pattern is sticky, anchored
// at a line's first character and free of nested repetition, so a line costs time proportional to it.
import type { Deadline } from '../deadline.js'
import type { SplitText } from './lines.js'

export const Kind = {
  Blank: 0,
  Plain: 1,
  Comment: 2,
  Import: 3,
  /** A function or method. */
  Callable: 4,
  /** A class, module or other holder of declarations. */
  Container: 5,
  /** What opens a body and declares nothing: a call that takes a function, a key that holds an object. */
  Block: 6,
  /** Only closing punctuation, or `end`. */
  Closer: 7,
  /** Only an opening brace. */
  Opener: 8,
  /** `#if` and its like, which ignore indentation. */
  Directive: 9,
  /** An annotation or attribute above a declaration. */
  Decorator: 10,
  Heading: 11,
  /** Inside a fenced block, its fences included. */
  Fence: 12,
} as const

const MODIFIER =
  'export|default|declare|public|private|protected|internal|static|final|abstract|async|override|virtual|inline|extern|unsafe|pub(?:\\([^)\\n]{0,40}\\))?|const|sealed|open|data|partial|readonly|local|suspend|companion|pure|constexpr|noexcept|synchronized|strictfp|fileprivate|mutating|lateinit|explicit|friend'
const CALLABLE =
  'function\\*?|func|fn|def|defp|defmacro|fun|sub|proc|macro_rules!|defn|constructor|get|set'
const CONTAINER =
  'class|interface|struct|enum|trait|impl|module|namespace|object|record|protocol|extension|mod|defmodule|union|type|typedef|contract|actor'

const callablePattern = new RegExp(
  `(?:(?:${MODIFIER})[ \\t]+)*(?:${CALLABLE})(?:[ \\t]+[\\w$#"'(\\[*]|[ \\t]*\\()`,
  'y',
)
const containerPattern = new RegExp(
  `(?:(?:${MODIFIER})[ \\t]+)*(?:${CONTAINER})(?:[ \\t]+[\\w$(<!]|<)`,
  'y',
)
const assignedPattern =
  /(?:export[ \t]+)?(?:(?:const|let|var|public|private|protected|static|readonly)[ \t]+)*[\w$.]+[ \t]*(?::[^=\n]{1,80})?=[ \t]*(?:async[ \t]*)?(?:function\b|\(|[\w$]+[ \t]*=>|<)/y
const importPattern =
  /(?:import\b|from[ \t]+[\w.]+[ \t]+import\b|#[ \t]*include\b|(?:pub[ \t]+)?use[ \t]+[\w{:]|using[ \t]+[\w.]|package[ \t]+\w|extern[ \t]+crate\b|require(?:_relative|_once)?\b|(?:const|let|var)[ \t]+[\w${}, :]{1,120}=[ \t]*(?:await[ \t]+import|require)\(|export[ \t]+(?:\*|\{[^}\n]{0,200}\})[ \t]*from\b|@import\b|library\(|source[ \t]+["'./]|-(?:module|include|import)\()/y
const controlPattern =
  /(?:if|else|elif|elsif|for|foreach|while|switch|catch|try|do|return|with|when|match|case|default|using|lock|synchronized|finally|except|unless|until|loop|select|defer|go|await|yield|throw|new|assert|goto|not|and|or|print)\b/y
const directivePattern =
  /#[ \t]*(?:if|ifdef|ifndef|else|elif|endif|define|undef|pragma|error|region|endregion)\b/y
const commentPattern = /(?:\/\/|\/\*|\*(?:[ \t/]|$)|#(?![![a-z])|--[ \t]|;;|<!--|"""|''')/my
const decoratorPattern = /(?:@[\w.]+|#!?\[)/y
const closerPattern = /[\])};,][\])}>;, \t]*$|(?:end|fi|done|esac)[;,)]*$/my
const openerPattern = /[{([][ \t]*$/my
const pattern = {
  test(sticky: RegExp, text: string, at: number): boolean {
    sticky.lastIndex = at
    return sticky.test(text)
  },
}

export function kindsOfCode(
  split: SplitText,
  indents: Int32Array,
  headEnds: Int32Array,
  deadline: Deadline,
): Uint8Array {
  const { text, count, starts, ends } = split
  const kinds = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    if (indents[i]! < 0) continue
    const at = firstCharacter(split, i)
    deadline.spend(Math.min(ends[i]! - starts[i]!, 400) + 16)
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
  function firstCharacter(source: SplitText, line: number): number {
    let at = source.starts[line]!
    while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++
    return at
  }
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
  if (pattern.test(closerPattern, text.slice(at, Math.min(end, at + 40)), 0)) return Kind.Closer
  if (end - at < 4 && pattern.test(openerPattern, text.slice(at, end), 0)) return Kind.Opener
  if (indents[line]! <= TOP_IMPORT_INDENT && pattern.test(importPattern, text, at)) {
    headEnds[line] = statementEnd(split, line)
    return Kind.Import
  }
  if (pattern.test(directivePattern, text, at)) return Kind.Directive
  if (pattern.test(decoratorPattern, text, at)) return Kind.Decorator
  if (pattern.test(commentPattern, text, at)) return Kind.Comment
  if (pattern.test(controlPattern, text, at)) return Kind.Plain
  const isCallable = pattern.test(callablePattern, text, at)
  if (isCallable || pattern.test(containerPattern, text, at)) {
    const last = signatureEnd(split, line)
    const opens = last >= 0
    if (opens || indents[line] === 0) {
      if (opens) headEnds[line] = last
      return isCallable ? Kind.Callable : Kind.Container
    }
    return Kind.Plain
  }
  if (pattern.test(assignedPattern, text, at)) {
    const last = signatureEnd(split, line)
    if (last < 0 || !endsWithBody(split, last)) return Kind.Plain
    headEnds[line] = last
    return Kind.Callable
  }
  return unmarkedKind(split, line, at, headEnds)
}
const TOP_IMPORT_INDENT = 0

/** `int main(void) {`, `render(props) {`, `it('works', () => {`: no keyword says what they are. */
function unmarkedKind(split: SplitText, line: number, at: number, headEnds: Int32Array): number {
  const { text } = split
  const first = text.charCodeAt(at)
  const isWord =
    (first >= 65 && first <= 90) ||
    (first >= 97 && first <= 122) ||
    first === 95 ||
    first === 36 ||
    first === 126 ||
    first === 35 ||
    first === 42
  if (!isWord) return Kind.Plain
  const paren = text.indexOf('(', at)
  if (paren === -1 || paren >= Math.min(split.ends[line]!, at + 200)) return Kind.Plain
  const before = text.slice(at, paren)
  if (/[=;"'`!|+]/.test(before)) return Kind.Plain
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

const SIGNATURE_LINES = 14

/** The line on which a declaration's body opens, -1 if none does: parentheses closed, then `{`, `:` or a deeper line. */
function signatureEnd(split: SplitText, line: number): number {
  const { text, ends, starts } = split
  let depth = 0
  for (let i = line; i < Math.min(split.count, line + SIGNATURE_LINES); i++) {
    const end = ends[i]!
    if (end - starts[i]! > 1000) return -1
    for (let at = starts[i]!; at < end; at++) {
      const unit = text.charCodeAt(at)
      if (unit === 40 || unit === 91) depth++
      else if (unit === 41 || unit === 93) depth--
    }
    let last = end - 1
    while (last >= starts[i]! && text.charCodeAt(last) <= 32) last--
    const unit = text.charCodeAt(last)
    if (unit === 123) return i // {
    if (depth > 0) continue
    if (unit === 58) return i // :
    if (unit === 59) return -1 // ;
    const next = i + 1
    if (next >= split.count) return -1
    if (isOnlyBrace(split, next)) return next
    if (unit === 44 || isShallowContinuation(split, line, next)) continue
    return indentOf(split, next) > indentOf(split, line) ? i : -1
  }
  return -1
}

function endsWithBody(split: SplitText, line: number): boolean {
  const tail = split.text.slice(
    Math.max(split.starts[line]!, split.ends[line]! - 4),
    split.ends[line],
  )
  return /(?:\{|=>)[ \t]*$/.test(tail)
}

function isOnlyBrace(split: SplitText, line: number): boolean {
  return /^[ \t]*\{[ \t]*$/.test(
    split.text.slice(split.starts[line], Math.min(split.ends[line]!, split.starts[line]! + 60)),
  )
}

/** `where T: Clone`, `throws X`, `-> Result`, `extends Y` on a line of their own go on with the signature. */
const continuationPattern = /[ \t]*(?:where\b|throws\b|->|extends\b|implements\b|with\b|=>)/y
function isShallowContinuation(split: SplitText, _line: number, next: number): boolean {
  return pattern.test(continuationPattern, split.text, split.starts[next]!)
}

function indentOf(split: SplitText, line: number): number {
  let at = split.starts[line]!
  let column = 0
  for (; at < split.ends[line]!; at++) {
    const unit = split.text.charCodeAt(at)
    if (unit === 32) column++
    else if (unit === 9) column += 4
    else return column
  }
  return -1
}

const STATEMENT_LINES = 80

/** The line that closes the brackets which an import opens. */
function statementEnd(split: SplitText, line: number): number {
  const { text, starts, ends } = split
  let depth = 0
  for (let i = line; i < Math.min(split.count, line + STATEMENT_LINES); i++) {
    if (ends[i]! - starts[i]! > 1000) return line
    for (let at = starts[i]!; at < ends[i]!; at++) {
      const unit = text.charCodeAt(at)
      if (unit === 40 || unit === 123) depth++
      else if (unit === 41 || unit === 125) depth--
    }
    if (depth <= 0) return i
  }
  return line
}

const headingPattern = /(#{1,6})(?:[ \t]|$)/my
const fencePattern = /(?:`{3,}|~{3,})/y
const underlinePattern = /(?:={3,}|-{3,}|~{3,}|\^{3,})[ \t]*$/my

export function kindsOfDocs(
  split: SplitText,
  indents: Int32Array,
  deadline: Deadline,
): { kinds: Uint8Array; levels: Uint8Array } {
  const kinds = new Uint8Array(split.count)
  const levels = new Uint8Array(split.count)
  let fence = ''
  for (let i = 0; i < split.count; i++) {
    deadline.spend(16)
    if (indents[i]! < 0) {
      kinds[i] = fence === '' ? Kind.Blank : Kind.Fence
      continue
    }
    let at = split.starts[i]!
    while (split.text.charCodeAt(at) === 32 || split.text.charCodeAt(at) === 9) at++
    kinds[i] = Kind.Plain
    if (fence !== '') {
      kinds[i] = Kind.Fence
      if (
        split.text.startsWith(fence, at) &&
        /^[`~]+[ \t]*$/.test(split.text.slice(at, Math.min(split.ends[i]!, at + 100)))
      )
        fence = ''
      continue
    }
    fencePattern.lastIndex = at
    const opened = fencePattern.exec(split.text)
    if (opened) {
      fence = opened[0].slice(0, 60)
      kinds[i] = Kind.Fence
      continue
    }
    headingPattern.lastIndex = at
    const heading = headingPattern.exec(split.text)
    if (heading && indents[i]! < 4) {
      kinds[i] = Kind.Heading
      levels[i] = heading[1]!.length
    } else if (
      i > 0 &&
      kinds[i - 1] === Kind.Plain &&
      pattern.test(underlinePattern, split.text, at)
    ) {
      // A title underlined with = or -: the title is the heading, the rule belongs to it.
      if (i < 2 || kinds[i - 2] !== Kind.Plain) {
        kinds[i - 1] = Kind.Heading
        kinds[i] = Kind.Heading
        levels[i - 1] = split.text.charCodeAt(at) === 61 ? 1 : 2
        levels[i] = 7
      }
    }
  }
  return { kinds, levels }
}

const hunkPattern = /(?:diff --git |@@ -\d)/y

/** Of tool output only a diff has parts with a name: its files and their hunks. */
export function kindsOfOutput(
  split: SplitText,
  indents: Int32Array,
  deadline: Deadline,
): { kinds: Uint8Array; levels: Uint8Array } {
  const kinds = new Uint8Array(split.count)
  const levels = new Uint8Array(split.count)
  for (let i = 0; i < split.count; i++) {
    deadline.spend(8)
    if (indents[i]! < 0) continue
    kinds[i] = Kind.Plain
    if (indents[i] !== 0 || !pattern.test(hunkPattern, split.text, split.starts[i]!)) continue
    kinds[i] = Kind.Heading
    levels[i] = split.text.charCodeAt(split.starts[i]!) === 64 ? 2 : 1
  }
  return { kinds, levels }
}
