// A light stemmer: enough to unite `parser`, `parsing` and `parses`, cheap enough to run on every
// distinct word. Words are ASCII lower case; wrong merges cost a little precision and nothing else.

/** Each long form with its abbreviations, if its stem does not begin with them. */
const SHORT_FORMS = `
  argument arg args | attribute attr attrs | button btn | buffer buf | callback cb |
  config cfg conf configuration configure | command cmd cmds | column col cols | connection conn |
  context ctx | current cur | database db | declaration decl | define def definition | delete del |
  destination dest dst | dictionary dict | directory dir dirs directories | element elem |
  environment env | error err errs | event evt | execute exec execution | expression expr |
  extension ext | format fmt | function fn fns func funcs | index idx indices indexes |
  implement impl implementation | initial init initialize initialise initialization | length len |
  library lib libs libraries | maximum max | memory mem | minimum min | message msg msgs |
  number num | object obj objs | operation op ops | option opt opts | parameter param params |
  package pkg | position pos | previous prev | property prop props properties | process proc |
  pointer ptr | receive recv | reference ref refs | request req | response res resp | return ret |
  specification spec | source src | statement stmt | string str strs |
  synchron sync synchronous synchronize | temporary temp tmp | text txt | user usr |
  utility util utils utilities | value val vals | variable var vars`
const shortForms = new Map(
  SHORT_FORMS.split('|').flatMap((group) => {
    const [long = '', ...forms] = group.trim().split(' ')
    return forms.map((form): [string, string] => [form, long])
  }),
)

/** What replaces them, how many letters must stay, and the suffixes. */
const SUFFIXES = [
  ['iz', 3, 'izations ization'],
  ['is', 3, 'isations isation'],
  ['at', 3, 'ations ation'],
  ['', 4, 'ments ment ingly ables able ible ness ions ion ers ors er or ly'],
  ['', 3, 'ings ing ed'],
  ['y', 2, 'ies ied'],
] as const

type Suffix = readonly [suffix: string, replacement: string, keep: number]

/** By their last letter, longest first: most words end in another one. */
const suffixesOf = new Map<string, Suffix[]>()
for (const [replacement, keep, suffixes] of SUFFIXES)
  for (const suffix of suffixes.split(' ')) {
    const last = suffix.at(-1)!
    const others = suffixesOf.get(last) ?? []
    others.push([suffix, replacement, keep])
    suffixesOf.set(
      last,
      others.sort(([a], [b]) => b.length - a.length),
    )
  }

export function stem(word: string): string {
  const long = shortForms.get(word) ?? word
  if (long.length < 4) return long
  return dropFinal(dropSuffix(dropPlural(long)))
}

/** How a word with this stem begins. */
export function startsOf(stemmed: string): readonly string[] {
  // In all but the shortest words a final `y` becomes an `i`, and vice versa.
  const start = stemmed.length > 3 ? stemmed.replace(/[iy]$/, '') : stemmed
  return [start, ...(shortFormsOf().get(stemmed) ?? [])]
}

let formsByStem: ReadonlyMap<string, readonly string[]> | undefined

function shortFormsOf(): ReadonlyMap<string, readonly string[]> {
  if (formsByStem) return formsByStem
  const forms = new Map<string, string[]>()
  for (const [form, long] of shortForms) {
    const stemmed = stem(long)
    forms.set(stemmed, [...(forms.get(stemmed) ?? []), form])
  }
  formsByStem = forms
  return forms
}

function dropPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is'))
    return word
  if (
    word.endsWith('sses') ||
    word.endsWith('xes') ||
    word.endsWith('ches') ||
    word.endsWith('shes')
  )
    return word.slice(0, -2)
  return word.endsWith('ies') ? word : word.slice(0, -1)
}

function dropSuffix(word: string): string {
  for (const [suffix, replacement, keep] of suffixesOf.get(word.at(-1)!) ?? []) {
    if (word.length - suffix.length < keep || !word.endsWith(suffix)) continue
    return undouble(word.slice(0, word.length - suffix.length)) + replacement
  }
  return word
}

function undouble(word: string): string {
  const last = word.at(-1)
  const isDoubled = word.length > 3 && last === word.at(-2) && last !== 's' && last !== 'l'
  return isDoubled ? word.slice(0, -1) : word
}

function dropFinal(word: string): string {
  if (word.length > 4 && word.endsWith('e')) return word.slice(0, -1)
  return word.length > 3 && word.endsWith('y') ? `${word.slice(0, -1)}i` : word
}
