// TOML for values that travel on a command line (`codex --config key=value`): one line, whatever is in them.

export type TomlValue =
  | string
  | bigint
  | boolean
  | readonly TomlValue[]
  | { readonly [key: string]: TomlValue }

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
}

// Beyond what TOML demands: the C1 controls and the line separators, which some readers take for line ends.
const ESCAPED = /["\\\p{Cc}\u2028\u2029]/gu

/** A basic string. A lone surrogate has no place in TOML and becomes U+FFFD. */
export function tomlString(value: string): string {
  const body = value
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(ESCAPED, (char) => SHORT_ESCAPES[char] ?? unicodeEscape(char))
  return `"${body}"`
}

const unicodeEscape = (char: string) =>
  `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

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
