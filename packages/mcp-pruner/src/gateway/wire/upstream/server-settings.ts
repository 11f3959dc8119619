// Settings for one server's tools, from the member `mcpPruner` of its configuration.

export interface ServerSettings {
  /** The only tools offered: names, or patterns with `*`. */
  readonly allow?: readonly string[]
  /** Tools that are not offered. */
  readonly deny?: readonly string[]
  /** Names of tools as the client sees them. */
  readonly rename?: Readonly<Record<string, string>>
  /** Descriptions that replace the server's own. */
  readonly describe?: Readonly<Record<string, string>>
  /** Time limit for every tool. */
  readonly timeoutMs?: number
  /** Bytes of an answer. */
  readonly maxBytes?: number
}

export function isOffered(tool: string, { allow, deny = [] }: ServerSettings = {}): boolean {
  const isIn = (patterns: readonly string[]) => patterns.some((pattern) => matches(pattern, tool))
  return (allow === undefined || isIn(allow)) && !isIn(deny)
}

/** `*` matches any characters. */
function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('*')
  const [first = ''] = parts
  if (parts.length === 1) return name === pattern
  const last = parts.at(-1) ?? ''
  if (!name.startsWith(first) || !name.endsWith(last)) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at <= name.length - last.length
}

const SETTINGS = ['allow', 'deny', 'rename', 'describe', 'timeoutMs', 'maxBytes']
const LEAST_BYTES = 1024

/** Throws the error that `error` makes of the problem. */
export function readServerSettings(
  value: unknown,
  error: (key: string, problem: string) => Error,
): ServerSettings | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw error('mcpPruner', 'must be an object')
  }
  const given = value as Record<string, unknown>
  const unknown = Object.keys(given).find((name) => !SETTINGS.includes(name))
  if (unknown !== undefined) {
    throw error(`mcpPruner.${unknown}`, `is not known; use ${SETTINGS.join(', ')}`)
  }
  for (const name of ['allow', 'deny']) {
    const list = given[name]
    const isList = Array.isArray(list) && list.every((item) => typeof item === 'string')
    if (list !== undefined && !isList) {
      throw error(`mcpPruner.${name}`, 'must be a list of tool names, which may hold "*"')
    }
  }
  for (const name of ['rename', 'describe']) {
    const table = given[name]
    const isTable =
      typeof table === 'object' &&
      table !== null &&
      Object.values(table).every((item) => typeof item === 'string' && item !== '')
    if (table !== undefined && !isTable) {
      throw error(`mcpPruner.${name}`, 'must be an object of texts, by tool name')
    }
  }
  for (const [name, least] of [
    ['timeoutMs', 1],
    ['maxBytes', LEAST_BYTES],
  ] as const) {
    const number = given[name]
    const isNumber = typeof number === 'number' && Number.isInteger(number) && number >= least
    if (number !== undefined && !isNumber) {
      throw error(`mcpPruner.${name}`, `must be a whole number, ${least} or greater`)
    }
  }
  return given
}
