// Which key of YAML, JSON, TOML or INI a question names: alone, at the end of a path, by its words, or inside another.
import { isFrameWord, kindsOfStem } from '../question/shape-words.js'
import { wordsOf } from '../text/words.js'
import type { Asking } from './answer.js'
import type { DataKey } from './data-keys.js'

const isOnlyFrame = (name: string): boolean =>
  wordsOf(name).every((stem) => isFrameWord(stem) || kindsOfStem(stem).length > 0)

/** The key that the question names, alone or at the end of a path; one with content before others. */
export function keyAsked({ question }: Asking, keys: readonly DataKey[]): DataKey | undefined {
  const written = [...question.quoted, ...question.tokens].filter((name) => name.length > 1)
  const own = written.filter((name) => question.quoted.includes(name) || !isOnlyFrame(name))
  const environment = question.kinds.has('environment') ? ['env', 'environment'] : []
  const names = [...(own.length > 0 ? own : written), ...environment]
  const lower = new Set(names.map((name) => name.toLowerCase()))
  const isEnvironment = (name: string) => environment.includes(name.toLowerCase())
  const called = (given: ReadonlySet<string>) =>
    keys.filter(({ name }) => given.has(name.toLowerCase()))
  const direct = called(lower)
  const byWords = direct.length > 0 ? undefined : keyOfWords(question, keys)
  if (byWords !== undefined) return byWords
  // `dependencies` is a word for what code has, and a key.
  const plain = written.filter((name) => !wordsOf(name).every(isFrameWord))
  const exact =
    direct.length > 0 ? direct : called(new Set(plain.map((name) => name.toLowerCase())))
  const named =
    exact.length > 0 ? exact : keys.filter((key) => partsOf(key).some((part) => lower.has(part)))
  // `Environment variables of all jobs` asks for `env`, not for `jobs`.
  const everywhere = named.filter(({ name }) => isEnvironment(name))
  // `Environment variables of the test job`: those below `test`.
  const owned = everywhere.filter((key) => isBelow(keys, key, written))
  const settings = owned.length > 0 ? owned : everywhere
  const matches = settings.length > 0 ? settings : named
  // `description of src`: the one that has the other.
  const owner = settings.length > 0 ? undefined : ownerAsked(keys, written, lower)
  if (owner !== undefined) return owner
  const best = [...matches].sort(
    (a, b) =>
      Number(b.end > b.line) - Number(a.end > a.line) || a.indent - b.indent || a.line - b.line,
  )
  const [first] = best
  if (first !== undefined && first.end > first.line) return first
  const dotted = names
    .filter((name) => /[\w/-]\.[\w/-]/.test(name))
    .flatMap((name) => resolvePath(keys, name))
  if (dotted.length > 0) return dotted.find(({ line, end }) => end > line) ?? dotted[0]
  return first
}

/** Whether a key around it, which is itself a member, has one of the names. */
function isBelow(keys: readonly DataKey[], key: DataKey, names: readonly string[]): boolean {
  for (let at = keys[key.parent]; at !== undefined; at = keys[at.parent])
    if (at.parent >= 0 && names.includes(at.name)) return true
  return false
}

/** The key of one name that has a key of another name in it, if both are written. */
function ownerAsked(
  keys: readonly DataKey[],
  written: readonly string[],
  names: ReadonlySet<string>,
): DataKey | undefined {
  const all = new Set(written.map((name) => name.toLowerCase()))
  const inner = keys.find((key) => {
    const name = key.name.toLowerCase()
    const outer = keys[key.parent]
    if (outer === undefined || !all.has(name)) return false
    const called = [outer.name.toLowerCase(), ...partsOf(outer)]
    return called.some((one) => one !== name && all.has(one) && (names.has(name) || names.has(one)))
  })
  return inner && keys[inner.parent]
}

/** `fuzz` is the last part of `[testenv:fuzz]`. */
const partsOf = ({ name, indent }: DataKey): string[] =>
  indent < 0 ? name.toLowerCase().split(/[\s:./]+/) : []

function resolvePath(keys: readonly DataKey[], path: string): DataKey[] {
  const steps = path.toLowerCase().split('.')
  return keys.filter((key) => {
    let at: DataKey | undefined = key
    for (let i = steps.length - 1; i >= 0; i--) {
      if (at === undefined || at.name.toLowerCase() !== steps[i]) return false
      at = keys[at.parent]
    }
    return true
  })
}

export function isPathOf(
  tokens: readonly string[],
  keys: readonly DataKey[],
  key: DataKey,
): boolean {
  return tokens.some((token) => token.includes('.') && resolvePath(keys, token).includes(key))
}

/** `dev dependencies` is `devDependencies`, though `dependencies` also names a kind of thing. */
function keyOfWords(
  { telling, stems }: Asking['question'],
  keys: readonly DataKey[],
): DataKey | undefined {
  if (telling.length === 0) return undefined
  const mayBeNamed = new Set(stems.filter((stem) => telling.includes(stem) || !isFrameWord(stem)))
  const found = keys.filter(({ name, line, end }) => {
    if (end === line) return false
    const own = new Set(wordsOf(name))
    return telling.every((stem) => own.has(stem)) && [...own].every((stem) => mayBeNamed.has(stem))
  })
  return found.length > 0 ? found.reduce((a, b) => (b.indent < a.indent ? b : a)) : undefined
}

/** For `name of build`, the key inside the one that was found. */
export function innerKey(
  { question }: Asking,
  keys: readonly DataKey[],
  outer: DataKey,
): DataKey | undefined {
  const tokens = question.tokens.slice(
    /^\s*(?:name|list|show|count)\b/i.test(question.text) ? 1 : 0,
  )
  const written = [...question.quoted, ...tokens, ...tokens.flatMap((token) => token.split('.'))]
  const lower = new Set(written.map((name) => name.toLowerCase()))
  const direct = keys.filter(
    (key) =>
      key.line > outer.line &&
      key.line <= outer.end &&
      lower.has(key.name.toLowerCase()) &&
      key.name.toLowerCase() !== outer.name.toLowerCase(),
  )
  return (
    direct.find((key) => keys[key.parent] === outer) ??
    direct[0] ??
    innerByWords(question, keys, outer)
  )
}

/** `What is excluded from the changelog?`: the only key inside whose words are in the question. */
function innerByWords(
  { telling }: Asking['question'],
  keys: readonly DataKey[],
  outer: DataKey,
): DataKey | undefined {
  const own = new Set(wordsOf(outer.name))
  const asked = telling.filter((stem) => !own.has(stem))
  const [found, ...more] = keys.filter(
    ({ name, line, end }) =>
      line > outer.line &&
      end <= outer.end &&
      asked.length > 0 &&
      wordsOf(name).length > 0 &&
      wordsOf(name).every((stem) => asked.includes(stem)),
  )
  return more.length === 0 ? found : undefined
}
