// All rules, in the order in which they are applied. Each was measured by leaving it out; a rule that gains nothing on
// any set of cases and has no case in table.test.ts is removed.
import { awayFromNames } from './away-from-names.js'
import { awayFromWords } from './away-from-words.js'
import { foldedWarnings, licence, passedEntries } from './downweighted.js'
import { extremes } from './extremes.js'
import { namedBodies } from './named-bodies.js'
import { namedLines, rareWordLines, rowsOfNames } from './named-lines.js'
import { outline } from './outline.js'
import { plainValues } from './plain-values.js'
import { referencedLines } from './referenced-lines.js'
import { bestRows, rowsWithout } from './rows.js'
import type { Rule } from './rule.js'
import { wordsTogether } from './words-together.js'

export const RULES: readonly Rule[] = [
  namedLines,
  rareWordLines,
  wordsTogether,
  plainValues,
  bestRows,
  rowsOfNames,
  awayFromNames,
  awayFromWords,
  licence,
  referencedLines,
  rowsWithout,
  extremes,
  passedEntries,
  foldedWarnings,
  outline,
  namedBodies,
]
