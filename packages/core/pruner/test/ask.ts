// A direct question to a text, as the tests ask it.
import { closingRemarks, keptLines, prune } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

interface Asked {
  readonly text: string
  readonly goal: string
  readonly fileName?: string
  readonly maxTokens?: number
}

export function answer(asked: Asked) {
  const result = prune({ origin: 'explicit', ...asked }, { scorer: defaultScorer() })
  const lines = keptLines(result).map((line) => result.lines[line - 1]!.text)
  const closing = closingRemarks(result).join('; ')
  return { lines, closing, stats: result.stats }
}

export const filler = <Row>(count: number, row: (i: number) => Row): Row[] =>
  Array.from({ length: count }, (_, i) => row(i))
