// The engine gets everything passed in; only this entry point reads a file, so that programs on
// Node need not know where the weights are.
import { readFileSync } from 'node:fs'
import { loadLearnedScorer } from './scorer/learned.js'
import { lexicalScorer } from './scorer/lexical.js'
import type { Scorer } from './types.js'

/** Beside a bundle, or in the package that this module is part of. */
const PLACES = ['./line-scorer.bin', '../weights/line-scorer.bin']

let loaded: Scorer | undefined

/**
 * The trained scorer, loaded on the first call. If its weights are missing or damaged it is the
 * hand-written scorer, and every result has the warning `scorer_unavailable`.
 */
export function defaultScorer(): Scorer {
  loaded ??= readScorer(PLACES.map((place) => new URL(place, import.meta.url)))
  return loaded
}

/** The scorer in the first of these files that exists. */
export function readScorer(places: readonly URL[]): Scorer {
  for (const place of places) {
    let bytes: Uint8Array
    try {
      bytes = readFileSync(place)
    } catch {
      continue
    }
    try {
      return loadLearnedScorer(bytes)
    } catch {
      break
    }
  }
  return { ...lexicalScorer, warning: 'scorer_unavailable' }
}
