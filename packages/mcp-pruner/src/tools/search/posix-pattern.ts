// Translates patterns written for ripgrep to the syntax of the system's grep.
import { columnAt } from './search.js'

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  '\\d': '[0-9]',
  '\\D': '[^0-9]',
  '\\s': '[[:space:]]',
  '\\S': '[^[:space:]]',
  '\\t': '\t',
}

/** As a POSIX extended expression. */
export const posixPattern = (pattern: string): string =>
  pattern
    .replaceAll(/\\./gsu, (escaped) => POSIX_CLASSES[escaped] ?? escaped)
    .replaceAll('(?:', '(')

/** Where the first of some literal texts occurs in a line. */
export function columnOfLiteral(
  line: Buffer,
  literals: readonly string[],
  caseSensitive: boolean,
): { readonly column: number; readonly start: number } | undefined {
  const text = line.toString('utf8')
  const fold = (value: string) => (caseSensitive ? value : value.toLowerCase())
  const starts = literals
    .map((literal) => fold(text).indexOf(fold(literal)))
    .filter((at) => at >= 0)
  if (starts.length === 0) return undefined
  const start = Buffer.byteLength(text.slice(0, Math.min(...starts)))
  return { column: columnAt(Buffer.from(text), start), start: Math.min(start, line.length) }
}
