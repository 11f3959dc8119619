// A value with only the parts that a question chose.
import type { Cut } from './note.js'
import { type Collection, type Entry, type LongText, type Node, withMembers } from './parts.js'
import { type KeptAs, keptLinesOf, readOnMark } from './read-on.js'

export interface Shrunk {
  readonly value: unknown
  /** What is missing of it. */
  readonly cuts: readonly Cut[]
}

/** The value with the parts of these lines (0-based). */
export function narrow(root: Node, kept: ReadonlySet<number>, keptAs: KeptAs): Shrunk {
  const cuts: Cut[] = []
  return { value: make(root, [], []), cuts }

  function make(node: Node, path: readonly string[], source: readonly string[]): unknown {
    if (node.kind === 'collection') return collection(node, path, source)
    if (node.kind === 'text') return text(node, path, source)
    return withMembers(
      node.value,
      node.inside.map(([key, inner]) => [key, make(inner, [...path, key], [...source, key])]),
    )
  }

  function collection(
    { entries, unit }: Collection,
    path: readonly string[],
    source: readonly string[],
  ): unknown {
    const chosen = entries.filter((entry) => isChosen(entry, kept))
    // The first stands for those of which none was chosen: nothing is shown empty that is not.
    const shown = chosen.length === 0 ? entries.slice(0, 1) : chosen
    if (shown.length < entries.length) {
      cuts.push({ path, source, shown: shown.length, total: entries.length, unit })
    }
    const made = shown.map(({ key, value, node: inner }, i): [string, unknown] => {
      const place = unit === 'items' ? String(i) : key
      return [key, inner ? make(inner, [...path, place], [...source, key]) : value]
    })
    return unit === 'items' ? made.map(([, value]) => value) : Object.fromEntries(made)
  }

  function text(node: LongText, path: readonly string[], source: readonly string[]): string {
    const { lines, first } = node
    const isKept = (line: number) => first === -1 || kept.has(first + line)
    const shown = lines.reduce((count, _, i) => count + (isKept(i) ? 1 : 0), 0)
    if (shown === lines.length) return node.text
    const cut = cutOf(node, shown, path, source)
    cuts.push(cut)
    const firstCut = lines.findIndex((_, i) => !isKept(i)) + 1
    return `${keptLinesOf(lines, isKept)}\n${readOnMark(cut, firstCut, keptAs)}`
  }
}

export const cutOf = (
  { lines, text }: LongText,
  shown: number,
  path: readonly string[],
  source: readonly string[],
): Cut => ({ path, source, shown, total: lines.length, unit: 'lines', characters: text.length })

export function isChosen({ line, node }: Entry, kept: ReadonlySet<number>): boolean {
  return line === -1 || kept.has(line) || (node !== undefined && hasChosen(node, kept))
}

function hasChosen(node: Node, kept: ReadonlySet<number>): boolean {
  if (node.kind === 'collection') return node.entries.some((entry) => isChosen(entry, kept))
  if (node.kind === 'frame') return node.inside.some(([, inner]) => hasChosen(inner, kept))
  return node.first !== -1 && node.lines.some((_, i) => kept.has(node.first + i))
}
