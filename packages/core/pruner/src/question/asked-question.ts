// A direct question, taken apart once: its words, what it quotes and names, and the shape of what it asks for.
import { wordsOf } from '../text/words.js'
import { isFrameWord, kindsOfStem, type PartKind } from './shape-words.js'

export interface AskedQuestion {
  readonly text: string
  /** Written without spaces: names, paths, versions, plain words; in order, punctuation around them left out. */
  readonly tokens: readonly string[]
  readonly quoted: readonly string[]
  /** All stems, in order, each once. */
  readonly stems: readonly string[]
  /** Stems that neither frame the question nor name a kind of thing. */
  readonly telling: readonly string[]
  /** Kinds of things it asks for, where it asks for several of one kind. */
  readonly kinds: ReadonlySet<PartKind>
  /** Whether all members of something are asked for. */
  readonly isList: boolean
  /** Whether it asks or names something, rather than tells what was or will be done, as a commit's message does. */
  readonly isAsking: boolean
  /** Whether it asks how or why something works: the answer is a passage, not a list. */
  readonly isHow: boolean
}

const MAX_CHARACTERS = 600
const QUOTED =
  /`([^`\n]{1,120})`|"([^"\n]{1,120})"|“([^”\n]{1,120})”|(?<!\w)'([^'\n]{1,80})'(?!\w)/g
const TOKEN = /[\p{L}\p{N}_$@./#:{}<>*+~-]*[\p{L}\p{N}_$}/*]/gu
const LIST =
  /\b(?:all|every|each|list|enumerate|which|name (?:the|all|every)|how many|count|complete|full (?:list|set)|what are|what's in|contents?|contain|contains|under|inside|members?)\b/i
const HOW =
  /^\s*(?:how (?!many\b|much\b)|why\b|when\b|what happens|what if|explain (?:how|why)|describe how|walk me through how|where (?:would|should|could|must) (?:i|we|you|one)\b|where (?:do|can) (?:i|we|you|one) (?:add|change|put|edit|insert|modify|extend|set|hook|register)\b|what (?:would|should|must|do) (?:i|we|you|one) (?:have to )?(?:change|add|edit|modify))/i

export function askedQuestion(question: string): AskedQuestion {
  const text = question.slice(0, MAX_CHARACTERS)
  const quoted: string[] = []
  for (const match of text.matchAll(QUOTED))
    quoted.push((match[1] ?? match[2] ?? match[3] ?? match[4])!.trim())
  const tokens = (text.match(TOKEN) ?? []).map((token) =>
    token.replace(/^[.:*<>~+-]+(?=[\p{L}])/u, ''),
  )
  const stems = [...new Set(wordsOf(text))]
  const isHow = HOW.test(text)
  const kinds = new Set(isHow ? [] : kindsIn(text))
  const isKind = (stem: string) => kindsOfStem(stem).some((kind) => kinds.has(kind))
  const telling = stems.filter((stem) => !isFrameWord(stem) && !isKind(stem))
  const isList = !isHow && LIST.test(text)
  return { text, tokens, quoted, stems, telling, kinds, isAsking: asks(question), isHow, isList }
}

const LONGEST = 160
const OPENING =
  /^\s*(?:["'`(]?(?:what|which|who|whose|whom|where|when|why|how|is|are|was|were|does|do|did|has|have|can|could|in|on|for|at|by|from|list|show|tell|give|display|print|enumerate|name|count|find|get|see|read|look|explain|describe|summari[sz]e|review|walk|trace|follow|all|every|each|any|the|everything|anything|please|i (?:need|want)|let me see|contents?|children|callers?|calls?|usages?|uses|values?|default|history|log|logs|changes|changed|diff|edits|release|releases|notes|overview|outline|summary|structure|public|private|exported|exports?|methods?|functions?|members?|member|classes|types?|interfaces?|api|fields?|properties|columns?|rows?|records?|entries|keys|items|lines|events?|errors?|exceptions?|raised|thrown|env|environment|constants?|imports?|dependencies|tests?|failing|failed|passing|endpoints?|routes?|options?|flags?|sections?|headings?|files?|commits?|todos?|signature|definition|implementation|body|source|where's|what's|who's|how's))\b/i

const FEW_WORDS = 6
/** How a commit's message begins. */
const EDIT =
  /^\s*(?:add|fix|remove|make|use|update|change|rename|support|allow|handle|improve|refactor|bump|implement|replace|move|avoid|ensure|prevent|drop|convert|introduce|deprecate|revert|don['’]t|do not|expose|rearrange|enhance|simplif|clean|document|optimi|reduce|increase|decrease|set|enable|disable|mark|merge|split|extract|inline|cache|rework|rewrite|reformat|format|correct|adjust|tweak|tidy|delete|create|build|switch|upgrade|downgrade|migrate|restore|skip|ignore|require|return|throw|raise|check|validate|verify|parse|sort|constify|work|minor|small|typo|wip|initial|release|prepare|apply|adapt|align|pass|keep|let|stop|start|run|reset|restrict|limit|unify|generali|speed|no longer|not|new)/i

/** A question, an order to show something, or a few words that name a kind of thing. */
function asks(question: string): boolean {
  const text = question.trim()
  if (text.length > LONGEST || text.includes('\n')) return false
  if (
    /^\w+(?:\([^)]*\))?!?:\s/.test(text) &&
    !/^(?:find|commit|list|show|who|when|in|which)\b/i.test(text)
  )
    return false
  if (text.endsWith('?') || OPENING.test(text)) return true
  // A sentence tells; a few words without a stop name something.
  return text.split(/\s+/).length <= FEW_WORDS && !text.endsWith('.') && !EDIT.test(text)
}

const PLURAL = /(?:[^s]s|ies|ses|xes|ches|children)$/i

/** A kind is asked for by its plural, by `every method`, or by what has no plural: `interface of`, `public API`. */
function* kindsIn(text: string): Generator<PartKind> {
  // A word inside a name (`SQL_TYPES`, `getErrors`) asks for nothing.
  const words = text.match(/(?<![\w.$/-])[A-Za-z]+(?:['’]s)?(?![\w$(/-]|\.\w)/g) ?? []
  for (const [i, word] of words.entries()) {
    const [stem] = wordsOf(word.toLowerCase())
    if (stem === undefined) continue
    const before = words[i - 1]?.toLowerCase() ?? ''
    const isSeveral =
      PLURAL.test(word) ||
      /^(?:every|each|any)$/.test(before) ||
      /^(?:api|env|environment)$/i.test(word)
    if (isSeveral) yield* kindsOfStem(stem)
    if (/^header$/i.test(word)) yield 'column'
    if (/^exports?$/i.test(word) || /^exported$/i.test(word)) yield 'export'
    if (/^(?:raises?|throws?|raised|thrown)$/i.test(word)) yield 'raise'
    if (/^interface$/i.test(word)) yield 'callable'
    if (/^public$/i.test(word)) yield 'export'
  }
  for (const [kind, pattern] of KIND_PHRASES) if (pattern.test(text)) yield kind
}

/** Kinds that are asked for without their name. */
const KIND_PHRASES: readonly (readonly [PartKind, RegExp])[] = [
  [
    'callable',
    /^\s*outline\b|\bwhat does \S+ implement\b|\bcall(?:ed|able)? (?:on|upon|with)\b|\bwhat can (?:an? )?[`'"]?[\w.]+[`'"]? do\b/i,
  ],
  [
    'export',
    /\b(?:import(?:ed|able)? from|mak(?:es?|ing) available|expos(?:es?|ed|ing)|accessible from|visible (?:to|from)|entry points?|offer(?:s|ed)? to)\b/i,
  ],
  [
    'raise',
    /\b(?:go(?:es)? wrong|fail(?:s|ure)? with|error (?:messages?|cases?|conditions?)|failure messages?)\b/i,
  ],
  ['environment', /\benvironment\b/i],
]
