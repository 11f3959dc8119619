// Which lines of an output the agent used later: edited, copied into new code, searched for, quoted, opened or
// referred to by number. Only visible use counts, and only of names that were new, so it is a lower bound.
import { basename } from 'node:path'
import type { CallFacts } from '../../clients/sessions/call-kind.js'

export type Use = 'edited' | 'copied' | 'searched' | 'quoted' | 'opened' | 'named'

export interface LaterEvents {
  /** The next calls, in order. */
  readonly calls: readonly CallFacts[]
  /** What the agent said next. */
  readonly messages: readonly string[]
}

export interface ShownOutput {
  readonly lines: readonly string[]
  readonly firstLine: number
  /** The file of the lines, if they belong to one. */
  readonly path: string | undefined
  /** Names seen before the output. */
  readonly known: ReadonlySet<string>
}

/** How far ahead a use still belongs to the output. */
export const EDITS_WITHIN_CALLS = 12
export const OPENED_WITHIN_CALLS = 3
export const QUOTED_WITHIN_MESSAGES = 3
const SEARCHED_WITHIN_CALLS = 3

/** A name in more lines than this identifies none of them. */
const RARE_LINES = 3

/** By line, 1-based in the text. The first use found is reported. */
export function laterUse(output: ShownOutput, later: LaterEvents): ReadonlyMap<number, Use> {
  const uses = new Map<number, Use>()
  const add = (use: Use, lines: Iterable<number>) => {
    for (const line of lines) if (!uses.has(line)) uses.set(line, use)
  }
  for (const call of later.calls.slice(0, EDITS_WITHIN_CALLS)) {
    if (call.kind !== 'edit' || !isSameFile(output.path, call.path)) continue
    for (const replaced of call.replaced) add('edited', linesContaining(output.lines, replaced))
  }
  for (const call of later.calls.slice(0, OPENED_WITHIN_CALLS)) {
    if (call.kind !== 'read' || call.path === undefined) continue
    if (output.path === undefined || !isSameFile(output.path, call.path)) {
      add('opened', linesNaming(output.lines, call.path, call.firstLine))
    }
  }
  const next = later.calls.slice(0, EDITS_WITHIN_CALLS)
  add('copied', linesQuoted(output, next.flatMap(({ written }) => written).join('\n')))
  const searches = later.calls.slice(0, SEARCHED_WITHIN_CALLS).map(searchedFor)
  add('searched', linesQuoted(output, searches.join('\n')))
  const messages = later.messages.slice(0, QUOTED_WITHIN_MESSAGES).join('\n')
  add('quoted', linesQuoted(output, messages))
  if (output.path !== undefined) add('named', linesNumbered(output, messages))
  return uses
}

/** A search with the client's built-in tool, or with a program in the shell. */
function searchedFor({ kind, pattern, command }: CallFacts): string {
  if (kind === 'search') return pattern ?? ''
  const isSearch =
    kind === 'shell' && /(?:^|[\s|;&(])(?:rg|grep|ag|ack|git\s+grep)\s/.test(command ?? '')
  return isSearch ? (command ?? '') : ''
}

/** One tool may give an absolute path, another one relative to the project. */
function isSameFile(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one === undefined
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)
}

/** Some clients number the lines of a file that was read. */
const NUMBER_BEFORE = /^\s*\d+: /

/** The lines of the replaced text, unless they are trivial. */
function linesContaining(lines: readonly string[], replaced: string): number[] {
  const wanted = replaced.replace(/^\n+|\n+$/g, '').split('\n')
  const [head = ''] = wanted
  if (head.trim() === '') return []
  for (let at = 0; at + wanted.length <= lines.length; at++) {
    const matches = wanted.every((line, i) => {
      const found = lines[at + i] ?? ''
      // The first and the last may be partial lines.
      if (i === 0 || i === wanted.length - 1) return found.includes(line.trim())
      return found === line || found.replace(NUMBER_BEFORE, '') === line
    })
    if (!matches) continue
    return wanted.flatMap((line, i) => (line.trim() === '' ? [] : at + i + 1))
  }
  return []
}

function linesNaming(
  lines: readonly string[],
  path: string,
  firstLine: number | undefined,
): number[] {
  const name = basename(path)
  const found = lines.flatMap((line, i) => {
    const at = line.indexOf(name)
    return at >= 0 && isSameFile(pathEndingAt(line, at + name.length), path) ? [i + 1] : []
  })
  if (found.length <= RARE_LINES) return found
  // A search shows many lines of one file: the one that was opened, or the first.
  const near = found.filter((line) => {
    const number = Number(/[:-](\d+)[:-]/.exec(lines[line - 1] ?? '')?.[1])
    return firstLine !== undefined && number >= firstLine && number < firstLine + 200
  })
  return near.length > 0 && near.length <= RARE_LINES ? near : found.slice(0, 1)
}

const pathEndingAt = (line: string, end: number): string | undefined =>
  /[^\s:'"`()[\]{}<>,;]+$/.exec(line.slice(0, end))?.[0].replace(/^\.\//, '')

const NAME = /[A-Za-z_$][\w$]*(?:[.:/-]+[\w$]+)*/g

/** Long enough and shaped like a code name, or a fragment that does not occur by chance. */
const isDistinctive = (word: string): boolean =>
  word.length >= 6 && (/[a-z][A-Z]|[_./:$-]|\d/.test(word) || word.length >= 14)

export function namesIn(text: string): string[] {
  return (text.match(NAME) ?? []).filter(isDistinctive)
}

function linesQuoted({ lines, known }: ShownOutput, messages: string): number[] {
  const quoted = new Set(namesIn(messages).filter((name) => !known.has(name)))
  if (quoted.size === 0) return []
  const places = new Map<string, number[]>()
  lines.forEach((line, i) => {
    for (const name of new Set(namesIn(line))) {
      if (quoted.has(name)) places.set(name, [...(places.get(name) ?? []), i + 1])
    }
  })
  return [...places.values()].filter((found) => found.length <= RARE_LINES).flat()
}

function linesNumbered({ lines, firstLine, path }: ShownOutput, messages: string): number[] {
  const name = basename(path ?? '')
  const numbers = [...messages.matchAll(/\blines? (\d{1,6})(?:\s?[-–]\s?(\d{1,6}))?/gi)].map(
    (found) => found[1],
  )
  const places = [...messages.matchAll(/([\w.-]+\.\w+):(\d{1,6})\b/g)]
    .filter((found) => found[1] === name)
    .map((found) => found[2])
  return [...numbers, ...places]
    .map((number) => Number(number) - firstLine + 1)
    .filter((line) => line >= 1 && line <= lines.length)
}
