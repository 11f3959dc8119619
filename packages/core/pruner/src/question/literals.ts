// What a question names literally: identifiers, quoted strings, ids, numbers, flags, file names. A
// reader who writes one of them means the lines that contain it.

const MAX_CHARACTERS = 4000
const MAX_LITERALS = 24

const quotedPattern =
  /`([^`\n]{1,120})`|"([^"\n]{1,120})"|“([^”\n]{1,120})”|(?<!\w)'([^'\n]{1,80})'(?!\w)/g
/** Identifiers with their dots, ids, numbers, flags, paths: everything without a space. */
const writtenPattern =
  /(?<![\w-])--?[A-Za-z][\w-]*(?:=[\w./-]+)?|[A-Za-z_$@\d](?:[\w$]|[-.:/#@](?=[\w$/]))*(?:\(\)|\/(?=[\s?!.,;)]|$))?/g

/** Everything in quotation marks, without them. */
export const quotationsIn = (text: string): string[] =>
  [...text.matchAll(quotedPattern)].map(([, a, b, c, d]) => (a ?? b ?? c ?? d)!.trim())

/** Quoted strings that may stand in a text, each once. */
export function quotedIn(question: string): string[] {
  const found = new Set<string>()
  for (const quoted of quotationsIn(question.slice(0, MAX_CHARACTERS))) {
    if (quoted.length > 1 && /[\p{L}\p{N}]/u.test(quoted)) found.add(quoted.replace(/\(\)$/, ''))
  }
  return [...found]
}

/** The literals of a question, quoted ones first, each once. */
export function literalsOf(question: string): string[] {
  const text = question.slice(0, MAX_CHARACTERS)
  const found = new Set(quotedIn(text))
  for (const match of text.matchAll(writtenPattern)) {
    const written = match[0].replace(/\(\)$/, '')
    const isCalled = written !== match[0]
    if (written.length > 1 && (isCalled || isLiteral(written, text, match.index)))
      found.add(written)
  }
  return [...found].slice(0, MAX_LITERALS)
}

/**
 * Hyphenated words, as in names of packages and commands but also in English: they are names
 * if the text contains them, and nothing if it does not.
 */
export function hyphenatedIn(question: string): string[] {
  const found = question
    .slice(0, MAX_CHARACTERS)
    .match(/(?<![\w@./-])[A-Za-z]\w*(?:-\w+)+(?![\w/-]|\.\w)/g)
  return [...new Set(found ?? [])].slice(0, MAX_LITERALS)
}

/** Signs that a question calls by their names. */
const NAMED_SIGNS: Readonly<Record<string, RegExp>> = {
  '*': /\b(?:wildcards?|asterisks?)\b/i,
  '~': /\btildes?\b/i,
  '&': /\bampersands?\b/i,
  '#': /\bhash signs?\b/i,
  ';': /\bsemicolons?\b/i,
  ',': /\bcommas?\b/i,
  '%': /\bpercent signs?\b/i,
  '\\n': /\b(?:newlines?|line feeds?)\b/i,
  '\\r': /\bcarriage returns?\b/i,
  '\\t': /\btabs? (?:characters?|stops?)\b/i,
}

/** Signs that the question writes by themselves, or in quotation marks: `@` of *what do @ and $ mean?* */
export function signsIn(question: string): string[] {
  const found = question
    .slice(0, MAX_CHARACTERS)
    .matchAll(/(?<=^|[\s(])(["'`]?)([@$#%&*^~|<>+=\\!?:;{}[\]/-]{1,3})\1(?=[\s),?.]|$)/g)
  const named = Object.entries(NAMED_SIGNS).filter(([, name]) => name.test(question))
  const signs = [...[...found].map((match) => match[2]!), ...named.map(([sign]) => sign)]
  return [...new Set(signs)]
    .filter((sign) => !/^(?:[-&?]|--|\?+)$/.test(sign))
    .slice(0, MAX_LITERALS)
}

/** Spelled unlike any word of a sentence. */
function isLiteral(written: string, text: string, at: number): boolean {
  if (/^--?[A-Za-z]/.test(written)) return true
  if (/^\d+$/.test(written)) return written.length > 2
  if (/^[\d.,:/-]+$/.test(written)) return written.length > 3
  // camelCase, snake_case, names with digits, dotted names, paths; not `e.g` or `and/or`.
  if (/[a-z\d][A-Z]|\w_\w|^_\w|[A-Za-z]\d|\d[A-Za-z]|[$#@]/.test(written)) return true
  if (/\w::\w|\w\.\w{2,}|\/.*\/|\w\/$|\.\w{1,5}$/.test(written))
    return !/^(?:e\.g|i\.e|vs)\b/i.test(written)
  if (/^[A-Z]{3,}$/.test(written)) return !/^(?:AND|NOT|THE|FOR|BUT|ALL|TODO|NOTE)$/.test(written)
  // A capital inside a sentence marks a name.
  return (
    /^[A-Z][a-z]{3,}$/.test(written) && /[\p{Ll},;]\s$/u.test(text.slice(Math.max(0, at - 2), at))
  )
}
