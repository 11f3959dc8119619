// Callers with their own tokens: which one is asking, available to all work for the request, and
// separate recovery for each.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Recovery } from '../store/recovery.js'

export interface Caller {
  readonly name: string
  readonly token: string
}

const current = new AsyncLocalStorage<string | undefined>()

/** Runs the work of a request as this caller; `undefined` is a caller without a name. */
export const asCaller = <Result>(name: string | undefined, work: () => Result): Result =>
  current.run(name, work)

/** Who is asking, where callers have names. */
export const currentCaller = (): string | undefined => current.getStore()

/** Stores and recalls for the current caller. */
export function perCaller<Base extends Recovery>(recovery: Base): Base {
  const recoveries = new Map<string, Recovery>()
  const mine = (): Recovery => {
    const name = current.getStore()
    if (name === undefined) return recovery
    const found = recoveries.get(name) ?? recovery.forCaller(name)
    recoveries.set(name, found)
    return found
  }
  return {
    ...recovery,
    idOf: (text) => mine().idOf(text),
    keep: (...given) => mine().keep(...given),
    recall: (...given) => mine().recall(...given),
  }
}

const MIN_TOKEN_CHARS = 16
const NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/

/** What is wrong with a token, without revealing it. */
export function tokenProblem(token: string): string | undefined {
  const isUsable = token.length >= MIN_TOKEN_CHARS && !/\s/.test(token)
  return isUsable ? undefined : `use at least ${MIN_TOKEN_CHARS} characters and no spaces`
}

/** One caller per line: a name, spaces, a token. Empty lines and lines starting with # are ignored. */
export function parseCallers(text: string): Caller[] | { readonly problem: string } {
  const callers: Caller[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [name = '', token = '', ...more] = line.trim().split(/\s+/)
    const problem = problemOf({ name, token }, more.length, callers)
    if (problem) return { problem: `line ${index + 1}: ${problem}` }
    callers.push({ name, token })
  }
  return callers.length > 0 ? callers : { problem: 'it names no caller' }
}

function problemOf({ name, token }: Caller, further: number, others: readonly Caller[]) {
  if (token === '' || further > 0) return 'write a name, a space and a token'
  if (!NAME.test(name)) return 'a name has letters, digits and . _ @ -'
  if (others.some((other) => other.name === name)) return `${name} is there twice`
  if (others.some((other) => other.token === token)) return 'another caller has that token'
  return tokenProblem(token)
}
