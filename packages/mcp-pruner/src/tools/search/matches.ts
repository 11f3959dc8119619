// Converts matches to lines of text and back: pruners work on lines.
import type { GrepMatch } from '@jeeves/contracts'

export const compareMatches = (a: GrepMatch, b: GrepMatch): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line

/** `path:line:column:text`; the column is omitted if unknown. */
export function renderMatch({ path, line, column, text }: GrepMatch): string {
  const place = `${oneLine(path)}:${line}`
  return `${column === null ? place : `${place}:${column}`}:${oneLine(text)}`
}

/** A line break in a file name must not split a match into two lines. */
const oneLine = (text: string): string => text.replaceAll('\n', '\\n')

export const renderMatches = (matches: readonly GrepMatch[]): string =>
  matches.map(renderMatch).join('\n')

const OMISSION = /^\(filtered \d+ lines?\)$/
const PLACE = /^(?<line>[1-9]\d{0,14}):(?:(?<column>[1-9]\d{0,14}):)?(?<text>[^\n]*)$/

/** `undefined` if a line is neither a match nor an omission mark. */
export function parseMatches(
  text: string,
  raw: readonly GrepMatch[],
): readonly GrepMatch[] | undefined {
  // An unchanged line is recognised; names and texts with colons are ambiguous.
  const known = new Map(raw.map((match) => [renderMatch(match), match]))
  const names = new Map(raw.map(({ path }) => [oneLine(path), path]))
  const matches: GrepMatch[] = []
  for (const sent of text.replace(/^\uFEFF/, '').split('\n')) {
    const line = known.has(sent) ? sent : sent.replace(/\r$/, '')
    if (line.trim() === '' || OMISSION.test(line.trim())) continue
    const match = known.get(line) ?? parseMatch(line, names)
    if (match === undefined) return undefined
    matches.push(match)
  }
  return matches
}

/** By the name of a file that was searched; otherwise the name ends at the first colon. */
function parseMatch(rendered: string, names: ReadonlyMap<string, string>): GrepMatch | undefined {
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length)
  const name =
    longestFirst.find((candidate) => rendered.startsWith(`${candidate}:`)) ??
    rendered.slice(0, Math.max(0, rendered.indexOf(':')))
  const { line, column, text } = PLACE.exec(rendered.slice(name.length + 1))?.groups ?? {}
  if (name === '' || text === undefined) return undefined
  const path = names.get(name) ?? name
  return { path, line: Number(line), column: column === undefined ? null : Number(column), text }
}

/** For a model: each file named once. */
export function renderByFile(matches: readonly GrepMatch[]): string {
  const lines: string[] = []
  let file: string | undefined
  for (const { path, line, text } of matches) {
    if (path !== file) lines.push(...(file === undefined ? [] : ['']), oneLine(path))
    file = path
    lines.push(`${line}:${text}`)
  }
  return lines.join('\n')
}
