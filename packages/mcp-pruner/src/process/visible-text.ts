// Makes control characters visible: a model sees what is there, and a terminal does not execute it.
// Tabs and line endings stay; a carriage return inside a line would let a text overwrite itself.

const CONTROL =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000b-\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\r(?!\n)/g

/** A character class alone is searched in half the time; most texts contain none. */
const MAY_BE_CONTROL =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

/** `\x1b`, `\r`, `\u2028`. */
export const visible = (text: string): string =>
  MAY_BE_CONTROL.test(text) ? text.replace(CONTROL, named) : text

function named(character: string): string {
  if (character === '\r') return '\\r'
  const code = character.charCodeAt(0)
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`
}

const RAW_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** The same for JSON text: characters that JSON leaves unescaped in strings get JSON escapes. */
export const visibleJson = (json: string): string =>
  json.replace(
    RAW_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** All strings of a value, including field names: for a text that is coloured afterwards. */
export function visibleStrings<Value>(value: Value): Value {
  const convert = (each: unknown): unknown => {
    if (typeof each === 'string') return visible(each)
    if (Array.isArray(each)) return each.map(convert)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(
      Object.entries(each).map(([name, field]) => [visible(name), convert(field)]),
    )
  }
  return convert(value) as Value
}
