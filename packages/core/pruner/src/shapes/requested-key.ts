// Which key of YAML, JSON, TOML or INI a question names: alone, at the end of a path, by its words, or inside another.
import { isFrameWord, kindsOfStem } from '../question/shape-words.js'
import { wordsOf } from '../text/words.js'
import type { Asking } from './answer.js'
import { ancestorsOf, type DataKey } from './data-keys.js'

const isOnlyFrame = (name: string): boolean =>
  wordsOf(name).every((stem) => isFrameWord(stem) || kindsOfStem(stem).length > 0)

const hasContent = ({ line, end }: DataKey): boolean => end > line

/** What is written in the question, in small letters. */
const writtenIn = ({ quoted, tokens }: Asking['question']): string[] =>
  [...quoted, ...tokens].filter((name) => name.length > 1).map((name) => name.toLowerCase())

const environmentIn = ({ kinds }: Asking['question']): readonly string[] =>
  kinds.has('environment') ? ['env', 'environment'] : []

/** The key that the question names, alone or at the end of a path; one with content before others. */
export function requestedKey({ question }: Asking, keys: readonly DataKey[]): DataKey | undefined {
  const written = writtenIn(question)
  const own = written.filter((name) => !isOnlyFrame(name))
  const environment = environmentIn(question)
  const names = new Set([...(own.length > 0 ? own : written), ...environment])
  const called = (isGiven: (name: string) => boolean) =>
    keys.filter(({ name }) => isGiven(name.toLowerCase()))
  const direct = called((name) => names.has(name))
  const byWords = direct.length > 0 ? undefined : keyOfWords(question, keys)
  if (byWords !== undefined) return byWords
  // `dependencies` is a word for what code has, and a key.
  const plain = new Set(written.filter((name) => !wordsOf(name).every(isFrameWord)))
  const exact = direct.length > 0 ? direct : called((name) => plain.has(name))
  const named =
    exact.length > 0 ? exact : keys.filter((key) => partsOf(key).some((part) => names.has(part)))
  // `Environment variables of all jobs` asks for `env`, not for `jobs`.
  const settings = named.filter(({ name }) => environment.includes(name.toLowerCase()))
  // `description of src`: the one that has the other.
  const owner = settings.length > 0 ? undefined : requestedOwner(keys, written, names)
  if (owner !== undefined) return owner
  const matches = settings.length > 0 ? settings : named
  const [first] = matches.toSorted(
    (a, b) =>
      Number(hasContent(b)) - Number(hasContent(a)) || a.indent - b.indent || a.line - b.line,
  )
  if (first !== undefined && hasContent(first)) return first
  const dotted = [...names].filter((name) => /[\w/-]\.[\w/-]/.test(name))
  return dotted.flatMap((name) => keysAt(keys, name))[0] ?? first
}

const WHEN =
  /^\s*(?:when\b|what (?:triggers|starts|events?)\b|(?:on |by )?(?:which|what) (?:events?|triggers?|branch(?:es)?)\b).*\b(?:this|it|workflow|pipeline|trigger\w*|start\w*)\b/i

/** `When does this workflow run?` is its key `on`. */
export const eventsKey = ({ question }: Asking, keys: readonly DataKey[]): DataKey | undefined =>
  WHEN.test(question.text) && !/\b(?:job|step)s?\b/i.test(question.text)
    ? keys.find(({ name, indent }) => name === 'on' && indent === 0)
    : undefined

/** `the sign job` is the key `sign` below `jobs`. */
export function labelledKey({ question }: Asking, keys: readonly DataKey[]): DataKey | undefined {
  const { tokens } = question
  return onlyOne(
    keys.filter((key) => {
      const label = wordsOf(key.parent?.name ?? '')
      const at = tokens.indexOf(key.name)
      if (!hasContent(key) || label.length !== 1 || at < 0) return false
      return [tokens[at - 1], tokens[at + 1]].some((token) => wordsOf(token ?? '')[0] === label[0])
    }),
  )
}

const onlyOne = (found: readonly DataKey[]): DataKey | undefined =>
  found.length === 1 ? found[0] : undefined

/** The key of one name that has a key of another name in it, if both are written. */
function requestedOwner(
  keys: readonly DataKey[],
  written: readonly string[],
  names: ReadonlySet<string>,
): DataKey | undefined {
  const inner = keys.find(({ name, parent }) => {
    const own = name.toLowerCase()
    if (parent === undefined || !written.includes(own)) return false
    const called = [parent.name.toLowerCase(), ...partsOf(parent)]
    return called.some(
      (one) => one !== own && written.includes(one) && (names.has(own) || names.has(one)),
    )
  })
  return inner?.parent
}

/** `fuzz` is the last part of `[testenv:fuzz]`. */
const partsOf = ({ name, indent }: DataKey): string[] =>
  indent < 0 ? name.toLowerCase().split(/[\s:./]+/) : []

/** The keys at a path: `build.steps`. */
const keysAt = (keys: readonly DataKey[], path: string): DataKey[] =>
  keys.filter((key) => {
    const around = [key, ...ancestorsOf(key)].map(({ name }) => name.toLowerCase())
    const steps = path.toLowerCase().split('.').reverse()
    return steps.every((step, n) => around[n] === step)
  })

export const isPathOf = (
  tokens: readonly string[],
  keys: readonly DataKey[],
  key: DataKey,
): boolean => tokens.some((token) => token.includes('.') && keysAt(keys, token).includes(key))

/** `dev dependencies` is `devDependencies`, though `dependencies` also names a kind of thing. */
function keyOfWords(
  { contentWords, stems }: Asking['question'],
  keys: readonly DataKey[],
): DataKey | undefined {
  if (contentWords.length === 0) return undefined
  const mayBeNamed = new Set(
    stems.filter((stem) => contentWords.includes(stem) || !isFrameWord(stem)),
  )
  return keys.filter(hasContent).find(({ name }) => {
    const own = wordsOf(name)
    return (
      contentWords.every((stem) => own.includes(stem)) && own.every((stem) => mayBeNamed.has(stem))
    )
  })
}

/** For `name of build`, the key inside the one that was found. */
export function innerKey(
  { question }: Asking,
  keys: readonly DataKey[],
  outer: DataKey,
): DataKey | undefined {
  // `Name them` orders, and asks for no key `name`.
  const ordered = /(?:^\s*|[.?;,] *)(name|list|show|count)\b/i.exec(question.text)?.[1]
  const tokens = question.tokens.filter((token) => token !== ordered)
  const written = [...question.quoted, ...tokens, ...tokens.flatMap((token) => token.split('.'))]
  const given = [...written, ...environmentIn(question)]
  const lower = new Set(given.map((name) => name.toLowerCase()))
  lower.delete(outer.name.toLowerCase())
  const inside = keys.filter(({ line }) => line > outer.line && line <= outer.end)
  const direct = inside.filter(({ name }) => lower.has(name.toLowerCase()))
  const found = direct.find(({ parent }) => parent === outer) ?? direct[0]
  if (found !== undefined) return found
  // `What is excluded from the changelog?`: the only key inside whose words are in the question.
  const own = wordsOf(outer.name)
  const requested = new Set(question.contentWords.filter((stem) => !own.includes(stem)))
  return onlyOne(
    inside.filter(({ name }) => {
      const words = wordsOf(name)
      return words.length > 0 && words.every((stem) => requested.has(stem))
    }),
  )
}
