// The kinds of things of which a question asks for several: methods, errors, files.
import { wordsOf } from '../text/words.js'
import { kindsOfStem, type PartKind } from './shape-words.js'

const PLURAL = /(?:[^s'’]s|ies|ses|xes|ches|children)$/i
const DISTRIBUTIVE = /^(?:every|each|any)$/i
/** `the method names`, `a file list`: one noun before another means several. */
const COLLECTIVE =
  /^(?:lists?|names?|signatures?|strings?|texts?|messages?|sites?|statements?|table|index|overview|declarations?|definitions?|vars?|variables?|lookups?|usages?|headers?|paths?|types?|cases?|conditions?)$/i
/** Words that may appear between `every` and its noun. */
const MAX_ADJECTIVES = 2

/** *How many characters of the error messages are stored?* counts characters. */
const COUNTED = /^\s*how (?:many|much) [\w-]+(?= (?:of|from) (?:the|an?|each|every|its)\b)/i

/** A kind is asked for by its plural, by `every method`, or by what has no plural: `interface of`, `public API`. */
export function* kindsIn(question: string): Generator<PartKind> {
  const text = COUNTED.exec(question)?.[0] ?? question
  // A word inside a name (`SQL_TYPES`, `getErrors`) is not a request, nor is a possessive (`Error's methods`).
  const words = spaced(text).match(/(?<![\w.$/-])[A-Za-z]+(?:['’]s)?(?![\w$(/-]|\.\w)/g) ?? []
  let sinceEvery = Number.POSITIVE_INFINITY
  for (const [i, word] of words.entries()) {
    sinceEvery = DISTRIBUTIVE.test(word) ? 0 : sinceEvery + 1
    const [stem] = wordsOf(word.toLowerCase())
    if (stem === undefined || /['’]s$/.test(word)) continue
    // `gets called` asks for no getters.
    const kinds = /^[gs]ets$/i.test(word) ? [] : kindsOfStem(stem)
    const isSeveral =
      PLURAL.test(word) ||
      sinceEvery <= 1 + MAX_ADJECTIVES ||
      COLLECTIVE.test(words[i + 1] ?? '') ||
      /^(?:api|env|environment)$/i.test(word)
    if (isSeveral) yield* kinds
    // `every function, class and type`
    if (sinceEvery <= 1 + MAX_ADJECTIVES && (kinds.length > 0 || /^and$|^or$/i.test(word)))
      sinceEvery = 0
    if (/^header$/i.test(word)) yield 'column'
    if (/^export(?:s|ed)?$/i.test(word)) yield 'export'
    if (/^(?:raises?|throws?|raised|thrown)$/i.test(word)) yield 'raise'
    // `The interface of Foo` is its methods, `an interface` is a type.
    if (/^interface$/i.test(word) && !/^an?$/i.test(words[i - 1] ?? '')) yield 'callable'
    if (/^public$/i.test(word)) yield 'export'
  }
  // `Which error messages might a user see?` asks for errors, not for what is exported.
  const isForErrors = /\berror (?:messages?|texts?)\b/i.test(text)
  for (const [kind, pattern] of KIND_PHRASES)
    if (pattern.test(text) && !(kind === 'export' && isForErrors)) yield kind
}

const isKind = (word: string): boolean => wordsOf(word).some((stem) => kindsOfStem(stem).length > 0)

/** `errors/exceptions` are two words and no path. */
function spaced(text: string): string {
  return text.replaceAll(/\b([a-z]+)\/(?=([a-z]+)\b)/gi, (both, first: string, second: string) =>
    isKind(first) && isKind(second) ? `${first} ` : both,
  )
}

/** Kinds that are requested without their name. */
const KIND_PHRASES: readonly (readonly [PartKind, RegExp])[] = [
  [
    'callable',
    /^\s*outline\b|\boutline\b.{0,60}\bby (?:method|function)\b|\bby (?:method|function)$|\bwhat does \S+ implement\b|\bcall(?:ed|able)? (?:on|upon|with)\b|\bwhat can (?:an? )?[`'"]?[\w.]+[`'"]? do\b|\b(?:behaviou?r|functionality) (?:does|of)\b/i,
  ],
  [
    'export',
    /\b(?:import(?:ed|able)? from|(?:i|we|you|one|others?) (?:can|may|could) import|can (?:i|we|you|one|others?|be) import(?:ed)?|mak(?:es?|ing) available|expos(?:es?|ed|ing)|accessible from|visible (?:to|from|outside|elsewhere)|entry points?|offer(?:s|ed)? to|(?:other|outside|external|foreign|another) (?:packages?|modules?|files?|code|crates?|projects?|components?|programs?|callers?)(?! (?:does|do|did|is|are|it|this|the)\b)|(?:from|to) (?:the )?outside|(?:others?|callers?|users?|consumers?|clients?|anyone|somebody else) (?:can |may |could |might |are (?:able|allowed) to )?(?:use|import|call|access|reference|see)|(?:can|may|could) (?:others?|callers?|users?|consumers?|clients?|anyone) (?:use|import|call|access|reference|see)|(?:mak(?:es?|ing)|made) (?:\w+ )?public|public (?:names?|symbols?|declarations?|things?|parts?)|(?:provides?|offers?|gives?) (?:to )?(?:its |the )?(?:users?|callers?|others|consumers?))\b/i,
  ],
  [
    'raise',
    /\b(?:go(?:es)? wrong|fail(?:s|ure)? with|error (?:messages?|cases?|conditions?)|failure messages?|complains?|(?:errors?|exceptions?) (?:is|are|gets?|get) \w+ed\b|errors? (?:is|are) \w+n\b|(?:does|can|could|may|might|will) (?:this|it|the \w+|this \w+) (?:code |file |module )?fail)\b/i,
  ],
  ['environment', /\benvironment\b/i],
]
