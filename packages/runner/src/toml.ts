// TOML for values that travel on a command line (`codex --config key=value`): one line, whatever is in them.

export type TomlValue =
  | string
  | bigint
  | boolean
  | readonly TomlValue[]
  | { readonly [key: string]: TomlValue }

/** The controls and line ends that JSON leaves as they are; TOML forbids some, and some readers break lines at others. */
const UNESCAPED = /[\x7f-\x9f\u2028\u2029]/g

/** A JSON string is a basic string of TOML. A lone surrogate has no place in either and becomes U+FFFD. */
const tomlString = (value: string): string =>
  JSON.stringify(value.toWellFormed()).replace(
    UNESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const isBareKey = (key: string): boolean => /^[A-Za-z0-9_-]+$/.test(key)

const tomlKey = (key: string) => (isBareKey(key) ? key : tomlString(key))

const isList = (value: TomlValue): value is readonly TomlValue[] => Array.isArray(value)

export function toml(value: TomlValue): string {
  if (typeof value === 'string') return tomlString(value)
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (isList(value)) return `[${value.map(toml).join(',')}]`
  const entries = Object.entries(value).map(([key, entry]) => `${tomlKey(key)}=${toml(entry)}`)
  return `{${entries.join(',')}}`
}
