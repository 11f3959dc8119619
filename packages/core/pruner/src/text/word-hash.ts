// Hashes of words in lower case, computed from the units of a text.
import { isUpper } from './characters.js'

/** Instead of a hash, for a word that needs more than lower case to fold. */
export const NOT_ASCII = -1

export function hashOfStem(stemmed: string): number {
  let hash = 0
  for (let i = 0; i < stemmed.length; i++) hash = Math.imul(hash, 31) + stemmed.charCodeAt(i)
  return hash & HASH_MASK
}

/** Of a word in lower case; never negative, so that it cannot be mistaken for `NOT_ASCII`. */
export function hashOfUnits(units: Uint16Array, from: number, to: number): number {
  let hash = 0
  for (let i = from; i < to; i++) hash = hashNext(hash, units[i]!)
  return hash
}

export function hashNext(hash: number, unit: number): number {
  return (Math.imul(hash, 31) + lower(unit)) & HASH_MASK
}

export const HASH_MASK = 0x3fff_ffff

export function lower(unit: number): number {
  return isUpper(unit) ? unit + 32 : unit
}
