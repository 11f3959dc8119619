// Questions about code that ask for all of a kind: the methods of a class, what a module exports, which errors it
// raises, which environment variables it reads.
import { asksAbout } from '../question/asks.js'
import type { PartKind } from '../question/shape-words.js'
import { Kind } from '../text/line-kinds.js'
import { wordsOf } from '../text/words.js'
import {
  type Answer,
  type Asking,
  ascending,
  containsAll,
  lineOf,
  linesWhere,
  setOf,
  stemsIn,
} from './answer.js'
import { type CodePart, codeParts, namesIn, partsNamed } from './code-parts.js'
import { isForDerived, typesFrom } from './derived-types.js'
import { type Language, languageOf } from './language.js'
import {
  isCommentLine,
  isConstant,
  isEndpoint,
  isEnvironment,
  isExport,
  isGetter,
  isImport,
  isOption,
  isRaise,
  isSetter,
  isTest,
  isTodo,
} from './member-patterns.js'
import { otherWords } from './other-words.js'
import { beginningIn, escaped } from './uses-answer.js'
import { openBrackets } from './value-answer.js'

/**
 * What lists of each kind are called, in the order in which a question of several kinds means them: `public methods
 * of Foo` asks for methods, `exported errors` for exports.
 */
const NOUNS: Readonly<Partial<Record<PartKind, string>>> = {
  environment: 'lines that read the environment',
  todo: 'notes',
  endpoint: 'endpoints',
  export: 'exports',
  raise: 'raised errors',
  getter: 'getters',
  setter: 'setters',
  callable: 'functions',
  field: 'members',
  type: 'types',
  constant: 'constants',
  import: 'imports',
  test: 'tests',
  option: 'options',
}
const ORDER = Object.keys(NOUNS) as PartKind[]

export function codeAnswer(asking: Asking): Answer | undefined {
  const { question, split } = asking
  if (question.isHow || question.kinds.size === 0) return undefined
  // `Which methods must change?` asks where, and `How many at most?` for a limit.
  if (asksAbout(question.text, 'edit') || asksAbout(question.text, 'limit')) return undefined
  const kind = ORDER.find((one) => question.kinds.has(one))
  if (kind === undefined) return undefined
  // `Which methods does a route accept by default?` asks for a value.
  if (kind !== 'export' && isMemberKind(kind) && /\bby default\b/i.test(question.text))
    return undefined
  const parts = codeParts(asking)
  const named = partsNamed(parts, question)
  const containers = named.filter(({ isContainer }) => isContainer)
  if (kind === 'type' && isForDerived(question.text)) return typesFrom(asking, parts)
  const language = languageOf(asking.fileName, split.text)
  const isOther = named.some(({ name }) => question.tokens.includes(name))
  if (isMemberKind(kind) && (containers.length > 0 || !isOther)) {
    const owner = containers[0]?.name ?? ownerNamed(parts, question.tokens)
    if (owner !== undefined && othersOf(asking, owner).length === 0)
      return membersOf(asking, parts, owner, kind)
  }
  // `Which functions call parse?` asks for uses of what it names, not for members.
  if (kind === 'callable' && named.length > 0) return undefined
  const within = named.length > 0 ? named : undefined
  const answer = linesOf(asking, language, [kind, ...alike(kind, question.kinds)], within)
  const others = othersOf(asking, ...(within ?? []).map(({ name }) => name))
  return answer === undefined || others.length === 0
    ? answer
    : narrowed(asking, answer, others, kind)
}

/** `Functions and classes` asks for both. */
const DECLARED: readonly PartKind[] = ['getter', 'setter', 'callable', 'type', 'constant']

function alike(kind: PartKind, kinds: ReadonlySet<PartKind>): PartKind[] {
  if (!DECLARED.includes(kind)) return []
  return DECLARED.filter((other) => other !== kind && kinds.has(other))
}

/** How many members are shown if none of them contains the question's other words. */
const MAX_UNPROVEN = 30
const ELSEWHERE_UNPROVEN = 0.5

/** The members that contain the question's other words in their own lines; if none does, all, and what is likely. */
function narrowed(
  asking: Asking,
  answer: Answer,
  others: readonly string[],
  kind: PartKind,
): Answer | undefined {
  const foundInMembers = new Set(answer.members.flatMap((line) => stemsIn(asking, others, line)))
  if (foundInMembers.size < others.length) {
    // A number is written where it is meant.
    const isElsewhere = foundInMembers.size > 0 || others.some((stem) => /^\d+$/.test(stem))
    if (isElsewhere || answer.members.length > MAX_UNPROVEN) return undefined
    return { ...answer, elsewhere: ELSEWHERE_UNPROVEN }
  }
  const members = answer.members.filter((line) => containsAll(asking, others, line))
  if (members.length === 0) return undefined
  // One error is asked for with its condition, all of them are a list.
  const shape = kind === 'raise' ? 'part' : answer.shape
  return { ...answer, shape, lines: withRest(asking, kind, members), members }
}

const isMemberKind = (kind: PartKind) =>
  kind === 'callable' || kind === 'field' || kind === 'export'

/** The type of methods written outside its block, or what a block implements. */
function ownerNamed(parts: readonly CodePart[], tokens: readonly string[]): string | undefined {
  const names = new Set(tokens.flatMap(namesIn))
  for (const { receiver, aliases = [] } of parts) {
    const found = [receiver, ...aliases].find((name) => name !== undefined && names.has(name))
    if (found !== undefined) return found
  }
  return undefined
}

/** Content words of the question that the text contains and that are not part of the names. */
function othersOf(asking: Asking, ...names: readonly string[]): string[] {
  const beginning = beginningIn(asking.question.text) ?? ''
  return otherWords(asking, [...names, beginning], LIST_WORDS)
}

const LIST_WORDS = new Set(
  wordsOf(
    `public private protected static message messages variable variables raised thrown throw raise emitted signal
    fail failure failures read reads respond honour honor configure configured configurable accept accepts support
    supports declared declare signature signatures interface surface expose exposed exposes member members
    instance object own directly top level symbol symbols identifier identifiers importable visible external
    outside caller callers user consult consults look looks environment error errors exception exceptions
    report reported return returned class module library`,
  ),
)

/** At the depth of members these begin a statement; `default(` and `delete(` are names there. */
const CONTROL =
  /^\s*(?:if|elif|else|for|while|switch|catch|return|new|throw|await|try|except|finally|with|assert|print|super|unless|until)\b/
const LABEL = /^\s*(?:public|private|protected|signals|slots)(?: slots)?\s*:/
/** A name before a parenthesis and before any sign that no declaration has there; or a field that is a function. */
const METHOD =
  /^\s*[^=;"'`()]{0,160}[\w$>?!]\s*\(|^\s*[\w# ]{1,80}(?::[^=]{1,80})?=\s*(?:async\s*)?(?:\([^)]*\)|[\w$]+)[^=]{0,80}=>|^\s*(?:(?:self\.)?def|fn|func|fun|function|sub|init|deinit|subscript)\b/

/** The members of every block with this name (a class, its extensions, its `impl`s), by their own lines. */
function membersOf(
  asking: Asking,
  parts: readonly CodePart[],
  owner: string,
  kind: PartKind,
): Answer | undefined {
  const { structure } = asking
  const heads: number[] = []
  const members = new Set<number>()
  for (const part of parts) {
    if (part.receiver === owner) members.add(part.line)
    if (!part.isContainer || (part.name !== owner && !part.aliases?.includes(owner))) continue
    heads.push(part.line)
    const end = Math.max(part.end, indentedEnd(asking, part.line))
    const first = structure.headEnds[part.line]! + 1
    const depth = memberDepth(asking, first, end)
    for (let i = first; i <= end; i++) {
      if (structure.indents[i] !== depth) continue
      if (isMember(asking, i, kind)) members.add(i)
    }
  }
  if (members.size === 0) return undefined
  const lines = ascending([...heads, ...members])
  const noun = kind === 'field' ? 'members' : 'methods'
  return { ...setOf(ascending(members), noun), lines }
}

function isMember({ split, structure }: Asking, line: number, kind: PartKind): boolean {
  const text = lineOf(split, line)
  const lineKind = structure.kinds[line]
  if (lineKind === Kind.Callable) return true
  if (isCommentLine(text) || LABEL.test(text) || CONTROL.test(text)) return false
  if (lineKind === Kind.Closer || lineKind === Kind.Opener || lineKind === Kind.Decorator)
    return false
  if (kind === 'field') return true
  return METHOD.test(text)
}

function memberDepth({ split, structure }: Asking, first: number, last: number): number {
  let depth = Number.POSITIVE_INFINITY
  for (let i = first; i <= last; i++) {
    const indent = structure.indents[i]!
    if (indent < 0 || structure.kinds[i] === Kind.Closer || structure.kinds[i] === Kind.Directive)
      continue
    if (LABEL.test(lineOf(split, i))) continue
    if (indent > 0 && indent < depth) depth = indent
  }
  return depth
}

/** The last of the lines that are indented deeper than the head. */
function indentedEnd({ structure, split }: Asking, head: number): number {
  const { indents, headEnds } = structure
  let end = headEnds[head]!
  for (let i = end + 1; i < split.count; i++) {
    if (indents[i]! < 0 || structure.kinds[i] === Kind.Directive) continue
    if (indents[i]! <= indents[head]! && !LABEL.test(lineOf(split, i))) break
    end = i
  }
  return end
}

/** Functions whose lines contain a prefix that the question gives: `parse...`. */
function requestedBeginning(text: string): RegExp | undefined {
  const beginning = beginningIn(text)
  return beginning === undefined ? undefined : new RegExp(`(?<![\\w$])${escaped(beginning)}\\w*`)
}

function linesOf(
  asking: Asking,
  language: Language,
  kinds: readonly PartKind[],
  within: readonly CodePart[] | undefined,
): Answer | undefined {
  const { structure, question } = asking
  const [first = 'callable'] = kinds
  const beginning = requestedBeginning(question.text)
  const isApi = /\b(?:api|interface|surface|methods?)\b/i.test(question.text)
  const isOf = (kind: PartKind, i: number, line: string): boolean => {
    if (kind === 'todo') return isTodo(line)
    if (kind === 'import') return structure.kinds[i] === Kind.Import || isImport(line)
    if (isCommentLine(line)) return false
    if (kind === 'type') return structure.kinds[i] === Kind.Container
    if (kind === 'callable')
      return structure.kinds[i] === Kind.Callable && (beginning?.test(line) ?? true)
    if (kind === 'export') return isExport(language, line, isApi)
    return PATTERNS[kind]?.(line, language) ?? false
  }
  const members = linesWhere(asking, (line, i) => {
    if (within !== undefined && !within.some((part) => i >= part.line && i <= part.end))
      return false
    return kinds.some((kind) => isOf(kind, i, line))
  })
  if (members.length === 0) return undefined
  const noun = kinds.length > 1 ? 'declarations' : (NOUNS[first] ?? 'lines')
  return { ...setOf(members, noun), lines: withRest(asking, first, members) }
}

const PATTERNS: Partial<Record<PartKind, (line: string, language: Language) => boolean>> = {
  environment: isEnvironment,
  raise: isRaise,
  constant: isConstant,
  getter: isGetter,
  setter: isSetter,
  test: isTest,
  endpoint: isEndpoint,
  option: isOption,
}

const MAX_CONTINUED = 4

/** A message may follow on the lines below `throw new Error(`, a list of names below `export {`. */
function withRest(
  { split, structure }: Asking,
  kind: PartKind,
  members: readonly number[],
): number[] {
  const lines = new Set(members)
  if (kind !== 'raise' && kind !== 'export') return [...members]
  for (const line of members) {
    const text = lineOf(split, line).trimEnd()
    const isOpen =
      kind === 'raise'
        ? openBrackets(text) > 0
        : /^\s*(?:export\s*(?:type\s*)?\{|module\.exports\s*=\s*\{|__all__\s*=\s*[[(])\s*$/.test(
            text,
          )
    if (!isOpen) continue
    const most = kind === 'raise' ? MAX_CONTINUED : 60
    for (let i = line + 1; i <= line + most && i < split.count; i++) {
      if (structure.indents[i]! >= 0 && structure.indents[i]! <= structure.indents[line]!) break
      lines.add(i)
    }
  }
  return ascending(lines)
}
