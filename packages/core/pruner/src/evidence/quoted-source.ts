// In search results of source code, a line that raises or handles an error reports none: it
// is quoted. A compiler's or a test's message about a location (`app.c:12:5: error: …`) is a report; it puts one
// space after the location, where a quoted line keeps its own indentation.
import type { Family } from '../text/family.js'
import { lineText, type SplitText } from '../text/lines.js'
import { quotedNumber, quotedPlace } from '../text/places.js'
import { isSourceName } from '../text/source-type.js'

const MAX_PLACE_LENGTH = 400
/** `src/app.ts:`, or at the end of a sentence: `Found 56 matches for "subs" in src/app.ts:`. */
const headPattern = /([^\s:][^\n:]*?):?$/

/** Returns for each line, in ascending order, whether it is quoted from a source file. */
export function quotedSource(split: SplitText, family: Family): (line: number) => boolean {
  if (family !== 'search') return () => false
  let isUnderSource = false
  return (line) => {
    const text = lineText(split, line, MAX_PLACE_LENGTH)
    if (quotedNumber.test(text)) return isUnderSource
    const place = quotedPlace.exec(text)
    if (place === null) {
      const head = headPattern.exec(text.trimEnd())?.[1]
      if (head !== undefined && text !== '--') isUnderSource = isSourceName(head)
      return false
    }
    const isReport = / \S$/.test(place[0])
    return !isReport && isSourceName(place[1]!)
  }
}
