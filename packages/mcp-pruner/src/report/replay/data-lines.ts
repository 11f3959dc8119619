// JSON on one line, of which items were left out: printed with one member or line of a string per line, so that it can be told which of them an
// agent used later, and which were shown.
import { parseData } from '../../gateway/shrink/parsed-data.js'

export interface DataLines {
  readonly text: string
  /** 1-based; a line that stands in what was shown is taken for it. */
  readonly kept: readonly number[]
}

/** `shown`: the JSON that is left, with the closing line after it. */
export function dataLines(whole: string, shown: string): DataLines | undefined {
  const left = printed(shown.slice(0, shown.lastIndexOf('\n[only ')))
  const lines = printed(whole)
  if (!lines || !left) return undefined
  const shownLines = new Set(left)
  const kept = lines.flatMap((line, index) => (shownLines.has(line) ? [index + 1] : []))
  return { text: lines.join('\n'), kept }
}

function printed(json: string): string[] | undefined {
  const data = parseData(json)
  if (!data) return undefined
  // The lines of a long string are chosen one by one.
  const lines = JSON.stringify(data.value, null, 1).replaceAll('\\n', '\n').split('\n')
  return lines.map(withoutComma)
}

const withoutComma = (line: string): string => line.replace(/,$/, '')
