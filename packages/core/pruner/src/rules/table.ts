// All rules, in the order in which they are applied. Each was measured by leaving it out; a rule that gains nothing on
// any set of cases and has no case in table.test.ts is removed.
import { awayFromNames } from './away-from-names.js'
import { bestRows } from './best-rows.js'
import { defaultValues } from './default-values.js'
import { passedEntries } from './downweight-passed.js'
import { extremes } from './extremes.js'
import { foldedWarnings } from './folded-warnings.js'
import { licence } from './licence.js'
import { namedBodies } from './named-bodies.js'
import { namedLines, rareWordLines, rowsOfNames } from './named-lines.js'
import { outline } from './outline.js'
import { referencedLines } from './referenced-lines.js'
import { rowsWithout } from './rows-without.js'
import type { Rule } from './rule.js'
import { wordsTogether } from './words-together.js'

export const RULES: readonly Rule[] = [
  namedLines,
  rareWordLines,
  wordsTogether,
  defaultValues,
  bestRows,
  rowsOfNames,
  awayFromNames,
  licence,
  referencedLines,
  rowsWithout,
  extremes,
  passedEntries,
  foldedWarnings,
  outline,
  namedBodies,
]
