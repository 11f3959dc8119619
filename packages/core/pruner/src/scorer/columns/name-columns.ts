// Where the names of the question or the call occur as a whole, and where they are defined:
// `deleteVersion` says more than a line with "delete" and another with "version".
import { isHead, type LineStructure } from '../../text/structure.js'
import type { WordIndex } from '../../text/words.js'
import type { ColumnTable } from './columns.js'
import { rarity } from './weighted-terms.js'

export interface NamePlaces {
  /** The rarity of the rarest name on each line; 0 for none. */
  readonly best: Float32Array
  /** Names of which at least one line has all words. */
  readonly found: number
}

export function placeNames(
  text: WordIndex,
  lines: number,
  names: readonly Int32Array[],
): NamePlaces {
  const best = new Float32Array(lines)
  let found = 0
  const byFirst = new Map<number, number[]>()
  for (const [n, name] of names.entries()) {
    const list = byFirst.get(name[0]!)
    if (list === undefined) byFirst.set(name[0]!, [n])
    else list.push(n)
  }
  if (byFirst.size === 0) return { best, found }
  const places: number[][] = names.map(() => [])
  const isFirst = new Uint8Array(text.vocabulary.size)
  for (const first of byFirst.keys()) isFirst[first] = 1
  for (let i = 0; i < lines; i++) {
    const end = text.starts[i + 1]!
    for (let at = text.starts[i]!; at < end; at++) {
      if (isFirst[text.ids[at]!] === 0) continue
      for (const n of byFirst.get(text.ids[at]!)!) {
        if (!standsAt(text.ids, at, end, names[n]!) || places[n]!.at(-1) === i) continue
        places[n]!.push(i)
      }
    }
  }
  for (const place of places) {
    if (place.length === 0) continue
    found++
    const rare = rarity(place.length, lines)
    for (const i of place) if (rare > best[i]!) best[i] = rare
  }
  return { best, found }
}

function standsAt(ids: Int32Array, at: number, end: number, name: Int32Array): boolean {
  if (at + name.length > end) return false
  for (let k = 1; k < name.length; k++) if (ids[at + k] !== name[k]) return false
  return true
}

/** A head or an assignment that contains the name defines it, as far as words can show. */
export function definitionColumn(best: Float32Array, structure: LineStructure, table: ColumnTable) {
  const out = table.column('name defined')
  const assigned = table.column('has assignment')
  for (let i = 0; i < best.length; i++) {
    if (best[i] === 0) continue
    if (isHead(structure.kinds[i]!)) out[i] = best[i]!
    else if (assigned[i] === 1) out[i] = best[i]! / 2
  }
}
