// Finds the text of `result` in one JSON-RPC response, without parsing it again.

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The exact text of the top-level member `result`; `line` is valid JSON. */
export function resultSpan(line: string): string | undefined {
  let at = skipSpace(line, 0) + 1
  for (;;) {
    at = skipSpace(line, at)
    if (line.charCodeAt(at) !== QUOTE) return undefined
    const keyEnd = skipString(line, at)
    const isResult = line.slice(at, keyEnd) === '"result"'
    const start = skipSpace(line, skipSpace(line, keyEnd) + 1)
    const end = skipValue(line, start)
    if (isResult) return line.slice(start, end)
    at = skipSpace(line, end)
    if (line[at] !== ',') return undefined
    at++
  }
}

function skipSpace(text: string, at: number): number {
  let i = at
  while (i < text.length && text.charCodeAt(i) <= 0x20) i++
  return i
}

/** `at` stands on the opening quote. */
function skipString(text: string, at: number): number {
  let i = at
  for (;;) {
    i = text.indexOf('"', i + 1)
    if (i === -1) return text.length
    let slashes = 0
    while (text.charCodeAt(i - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return i + 1
  }
}

function skipValue(text: string, at: number): number {
  let depth = 0
  let i = at
  while (i < text.length) {
    const c = text[i]
    if (c === '"') {
      i = skipString(text, i)
      if (depth === 0) return i
      continue
    }
    if (c === '{' || c === '[') depth++
    else if (c === '}' || c === ']') {
      if (depth === 0) return i
      depth--
      if (depth === 0) return i + 1
    } else if (depth === 0 && (c === ',' || text.charCodeAt(i) <= 0x20)) return i
    i++
  }
  return i
}
