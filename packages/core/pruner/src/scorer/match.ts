// Which words of the text match which terms of the goal, decided once per distinct word: exactly, or by
// the four-letter pieces they share (`authenticate` and `authenticator`, `deserialize` and `serializer`).
import type { KnownWords } from '../text/vocabulary.js'

export interface Matches {
  /** For each word number, the goal term it matches, or -1. */
  readonly termOf: Int16Array
  /** How well, 0…1. */
  readonly strength: Float32Array
}

const PIECE = 4
const LEAST_OVERLAP = 0.6
const FUZZY_STRENGTH = 0.6

export function matchVocabulary(
  vocabulary: KnownWords,
  terms: readonly string[],
  checkDeadline: () => void,
): Matches {
  const size = vocabulary.size
  const termOf = new Int16Array(size).fill(-1)
  const strength = new Float32Array(size)
  const pieces = new Map<string, number[]>()
  const mayBePiece = new Uint8Array(PRINTS)
  terms.forEach((term, t) => {
    const number = vocabulary.find(term)
    if (number !== undefined) {
      termOf[number] = t
      strength[number] = 1
    }
    for (let at = 0; at < pieceCount(term); at++) {
      const piece = term.slice(at, at + PIECE)
      mayBePiece[printOf(term, at)] = 1
      const owners = pieces.get(piece)
      if (owners === undefined) pieces.set(piece, [t])
      else if (!owners.includes(t)) owners.push(t)
    }
  })
  if (pieces.size === 0) return { termOf, strength }
  const shared = new Int32Array(terms.length)
  for (let number = 0; number < size; number++) {
    if (number % 512 === 0) checkDeadline()
    if (strength[number] === 1) continue
    if (vocabulary.isNumber(number)) continue // they are equal or not
    const word = vocabulary.stemOf(number)
    if (word.length < PIECE || word.charCodeAt(0) <= 57) continue
    const wordPieces = pieceCount(word)
    let isShared = false
    for (let at = 0; at < wordPieces; at++) {
      // Most pieces are none of the goal's, which is decided without a string.
      if (mayBePiece[printOf(word, at)] === 0) continue
      if (!isShared) shared.fill(0)
      isShared = true
      for (const t of pieces.get(word.slice(at, at + PIECE)) ?? []) shared[t]!++
    }
    if (!isShared) continue
    for (let t = 0; t < terms.length; t++) {
      if (shared[t] === 0) continue
      const termPieces = terms[t]!.length - PIECE + 1
      // A word that begins with the whole of the other is a match however long it goes on.
      const isPrefix = word.startsWith(terms[t]!) || terms[t]!.startsWith(word)
      const overlap = isPrefix ? 1 : (2 * shared[t]!) / (termPieces + wordPieces)
      if (overlap < LEAST_OVERLAP || overlap * FUZZY_STRENGTH <= strength[number]!) continue
      termOf[number] = t
      strength[number] = overlap * FUZZY_STRENGTH
    }
  }
  return { termOf, strength }
}

const MOST_PIECES = 24

function pieceCount(word: string): number {
  return Math.max(0, Math.min(MOST_PIECES, word.length - PIECE + 1))
}

/** A nearly unique number for a piece. */
const PRINTS = 4096
function printOf(word: string, at: number): number {
  let print = 0
  for (let i = at; i < at + PIECE; i++) print = (print * 31 + word.charCodeAt(i)) & (PRINTS - 1)
  return print
}
