// A text as data, if it is that.
import { parseExactJson } from '@jeeves/mcp-runtime'

type Data = { readonly value: object } | undefined

/** An answer is looked at several times on its way; its text is parsed once. */
let last: { readonly text: string; readonly data: Data } | undefined

/** Values are never changed in place, so they can be shown as the text that they came in. */
const sources = new WeakMap<object, string>()

/** The value, if the text is a JSON object or array; numbers and quoted words alone are text. */
export function parseData(text: string): Data {
  if (last?.text !== text) last = { text, data: parse(text) }
  return last.data
}

function parse(text: string): Data {
  const first = text.trimStart()[0]
  if (first !== '{' && first !== '[') return undefined
  try {
    const value = parseExactJson(text) as object
    sources.set(value, text)
    return { value }
  } catch {
    return undefined
  }
}

/** The text that `parseData` read the value from. */
export const sourceOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? sources.get(value) : undefined
