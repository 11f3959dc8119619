// Parsers call themselves for each level, and one that runs out of stack ends the process: a file nested that deeply is
// refused before it is parsed.
import { AppError } from '../../errors/app-error.js'

/** Far beyond any real configuration, far below what a parser can take. */
const DEEPEST = 500

/** A YAML list may nest on one line: `- - - a`. */
const NESTED_ITEMS = new RegExp(`^[ \\t]*(?:[-?][ \\t]+){${DEEPEST + 1}}`, 'm')

/** Brackets inside strings count too: nobody has that many, and a file that is refused is only left alone. */
export function refuseDeepNesting(text: string): void {
  let open = 0
  let deepest = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open = bracket === '[' || bracket === '{' ? open + 1 : Math.max(0, open - 1)
    deepest = Math.max(deepest, open)
  }
  if (deepest > DEEPEST || NESTED_ITEMS.test(text)) {
    throw new AppError('config_unreadable', `it is nested more than ${DEEPEST} levels deep`)
  }
}
