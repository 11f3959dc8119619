// The last line of a pruned answer: how much is missing, how to have it back, and what the text does not
// hold at all. A model reads it on every answer, so it is short; it can be acted on as it stands.
import type { PruneResult } from '../types.js'
import { formFor } from './compact.js'

export interface ClosingOptions {
  /** Under which the whole text is kept; absent when it is not. */
  readonly pruneId?: string
}

export type Closable = Pick<
  PruneResult,
  'lines' | 'blocks' | 'parts' | 'stats' | 'absent' | 'counted'
>

export function closingLine(result: Closable, { pruneId }: ClosingOptions = {}): string {
  const { stats, parts, absent, counted } = result
  const said: string[] = []
  if (stats.prunedLines > 0) said.push(`${stats.prunedLines} of ${stats.originalLines} lines cut`)
  if (parts.length > 0)
    said.push(
      parts.length === 1 ? '1 long line cut inside' : `${parts.length} long lines cut inside`,
    )
  const { sign } = formFor(result)
  if (sign !== '…') said.push(`marks are written ${sign}`)
  for (const { literal, lines } of counted) said.push(`${lines} lines hold ${literal}`)
  if (absent.length > 0) said.push(`not in this text: ${absent.join(', ')}`)
  if (pruneId !== undefined) said.push(`recover_text ${pruneId}`)
  return `[${said.join('; ')}]`
}
