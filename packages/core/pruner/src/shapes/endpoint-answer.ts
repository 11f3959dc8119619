// The endpoints of an API description.
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, lineOf, stemsIn } from './answer.js'
import { isApiMethod, isApiPath } from './member-patterns.js'

/** Paths of an API description with their methods; those that other words of the question name, where any do. */
export function endpointsOf(asking: Asking): Answer | undefined {
  const { split, structure, checkDeadline } = asking
  const rows: { path: number; methods: number[] }[] = []
  let methodDepth = -1
  for (let i = 0; i < split.count; i++) {
    if ((i & 255) === 0) checkDeadline()
    if (structure.indents[i]! < 0) continue
    const line = lineOf(split, i)
    if (isApiPath(line)) {
      rows.push({ path: i, methods: [] })
      methodDepth = -1
    } else if (
      isApiMethod(line) &&
      rows.length > 0 &&
      structure.indents[i]! > structure.indents[rows.at(-1)!.path]!
    ) {
      if (methodDepth < 0) methodDepth = structure.indents[i]!
      if (structure.indents[i] === methodDepth) rows.at(-1)!.methods.push(i)
    }
  }
  if (rows.length === 0) return undefined
  const contentWords = wordsOfEndpoints(asking, rows)
  const isMeant = ({ path, methods }: Endpoint) => {
    const own = new Set([path, ...methods].flatMap((line) => stemsIn(asking, contentWords, line)))
    return contentWords.every((stem) => own.has(stem))
  }
  const chosen = rows.filter(isMeant)
  if (chosen.length === 0) return undefined
  const namesMethod = contentWords.some((stem) => METHODS.has(stem))
  const isRequestedMethod = (line: number) =>
    !namesMethod || stemsIn(asking, contentWords, line).length > 0
  const isNarrowed = chosen.length < rows.length && chosen.length <= MAX_DESCRIBED
  const lines = chosen.flatMap(({ path, methods }) => {
    const requested = methods.filter(isRequestedMethod)
    return [
      path,
      ...(isNarrowed ? requested.flatMap((line) => described(asking, line)) : requested),
    ]
  })
  return { shape: 'set', lines, noun: 'endpoints', members: chosen.map(({ path }) => path) }
}

interface Endpoint {
  readonly path: number
  readonly methods: readonly number[]
}

/** The words that some endpoint contains, if any do: `Which endpoints deal with stars?` */
function wordsOfEndpoints(asking: Asking, rows: readonly Endpoint[]): readonly string[] {
  const { contentWords } = asking.question
  const own = new Set(
    rows.flatMap(({ path, methods }) =>
      [path, ...methods].flatMap((line) => stemsIn(asking, contentWords, line)),
    ),
  )
  return own.size === 0 ? contentWords : contentWords.filter((stem) => own.has(stem))
}

/** Of few endpoints each is shown with what it is called and what it does. */
const MAX_DESCRIBED = 12
const MAX_DESCRIPTION_LENGTH = 9

/** The method with the lines up to its id, or with its summary. */
function described({ split, structure }: Asking, method: number): number[] {
  const { indents } = structure
  const lines: number[] = []
  let last = 0
  for (let i = method; i < split.count && i <= method + MAX_DESCRIPTION_LENGTH; i++) {
    if (indents[i]! < 0 || (i > method && indents[i]! <= indents[method]!)) break
    lines.push(i)
    if (/^\s*["']?(?:summary|description|operationId)["']?\s*:/.test(lineOf(split, i)))
      last = lines.length
  }
  return lines.slice(0, Math.max(1, last))
}

const METHODS = new Set(wordsOf('get post put patch delete head options'))
