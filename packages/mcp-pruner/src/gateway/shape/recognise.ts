// What a text is: data, a log, or other text.
import { parseExactJson } from '@jeeves/mcp-runtime'

type Data = { readonly value: object } | undefined

/** An answer is looked at several times on its way; its text is parsed once. */
let last: { readonly text: string; readonly data: Data } | undefined

/** The value, if the text is a JSON object or array; numbers and quoted words alone are text. */
export function parseData(text: string): Data {
  if (last?.text !== text) last = { text, data: parse(text) }
  return last.data
}

function parse(text: string): Data {
  const first = text.trimStart()[0]
  if (first !== '{' && first !== '[') return undefined
  try {
    return { value: parseExactJson(text) as object }
  } catch {
    return undefined
  }
}

const LOG_LINE =
  /^\s*(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d|\[?\d{4}[-/]\d\d[-/]\d\d\]?[ \t,|-]*\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)\b|\[?\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d|\S+ - - \[|\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)\b|(?:time|ts|level)=|\{"(?:ts|time|timestamp|level)")/
const SAMPLED_LINES = 60

/** Most of its first lines begin as lines of a log do. */
export function isLog(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split('\n', SAMPLED_LINES)
    .filter((line) => line.trim() !== '')
  const marked = lines.filter((line) => LOG_LINE.test(line)).length
  return lines.length > 0 && marked * 2 > lines.length
}
