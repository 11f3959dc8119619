// The remarks of a pruned answer's last line besides how much was cut and how to recover it: what the text
// does not contain, what it contains more often than is shown, and how its marks are written. A model
// reads it on every answer, so each remark is short and there are few.

import { MAX_COUNTED } from '../text/literals.js'
import type { PruneResult } from '../types.js'
import { formFor } from './compact.js'

export type Remarkable = Omit<
  PruneResult,
  'status' | 'sourceType' | 'warnings' | 'scorer' | 'explanation'
>

/** From here on an answer lacks something needed more often than not. */
const LARGE_MISS = 0.9

export function closingRemarks(result: Remarkable): string[] {
  const { parts, absent, counted, foldedWarnings, foldedErrors, droppedErrors } = result
  const remarks: string[] = []
  const { members } = result
  if (members !== undefined && members.shown < members.total)
    remarks.push(`${members.shown} of ${members.total} ${members.noun} shown`)
  else if ((result.stats.expectedMiss ?? 0) >= LARGE_MISS) remarks.push('may lack needed lines')
  if (parts.length > 0) {
    const [{ line } = { line: 0 }] = parts
    const lines = parts.length === 1 ? `line ${line}` : `${parts.length} long lines`
    remarks.push(`${lines} shortened; marks give columns`)
  }
  if (result.notWidened) remarks.push(`no room for more around ${result.notWidened} places`)
  const { sign } = formFor(result)
  if (sign !== '…') remarks.push(`marks here begin with ${sign}`)
  if (foldedWarnings > 0) remarks.push(`${more(foldedWarnings, 'warning')} like those shown`)
  if (foldedErrors > 0) remarks.push(`${more(foldedErrors, 'line')} of errors like those shown`)
  if (droppedErrors > 0) remarks.push(`${more(droppedErrors, 'line')} of other errors`)
  for (const { literal, lines } of counted) {
    const amount = lines < MAX_COUNTED ? `${lines}` : `at least ${MAX_COUNTED}`
    remarks.push(`${literal} appears on ${amount} lines`)
  }
  if (absent.length > 0) remarks.push(`not in this text: ${absent.join(', ')}`)
  return remarks
}

const more = (count: number, noun: string): string =>
  `${count} more ${noun}${count === 1 ? '' : 's'}`
