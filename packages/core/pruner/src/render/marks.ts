// The marks of cuts in what a model reads. A mark is a line of its own in place of cut lines and
// gives the number of the next shown line, from which every line's number follows: `…119:`. It is the
// cheapest form that was measured (3 tokens in o200k and cl100k, 4 from line 1,000 on).
import { withoutInvisible } from '../text/invisible.js'

/** How marks are written in one text: `…`, with more signs than any line of the text has, and a number. */
export interface MarkForm {
  readonly sign: string
}

/** The shortest form that nothing in the text imitates. */
export function markFormFor(text: string): MarkForm {
  if (!text.includes('…')) return { sign: '…' }
  const taken = new Set<number>()
  for (const [mark] of withoutInvisible(text).matchAll(/…#*(?=:?\d|end)/g))
    taken.add(mark.length - 1)
  let signs = 0
  while (taken.has(signs)) signs++
  return { sign: `…${'#'.repeat(signs)}` }
}

/** The mark of a cut before line `next`; `repeats` of the cut lines only repeat what is shown. */
export function lineMark({ sign }: MarkForm, next: number, repeats = 0): string {
  return `${sign}${next}:${repeated(repeats)}`
}

/** The mark of a cut that reaches the end. */
export function endMark({ sign }: MarkForm, repeats = 0): string {
  return `${sign}end${repeated(repeats)}`
}

function repeated(repeats: number): string {
  if (repeats === 0) return ''
  return repeats === 1 ? ' (1 repeat)' : ` (${repeats} repeats)`
}

/** Inside a long line: the cut up to column `next`. */
export function columnMark({ sign }: MarkForm, next: number): string {
  return `${sign}:${next}:`
}
