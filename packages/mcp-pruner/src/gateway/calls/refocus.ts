// A question's answer that is still too long is sought again in the whole text, within a budget.
import { mainList, textBytes, withList } from '@jeeves/mcp-runtime'
import { lineChances, prune, renderCompact } from '@jeeves/pruner'
import { defaultScorer } from '@jeeves/pruner/node'

/** A token is about this many bytes of escaped text; where it is more, the next attempt asks for less. */
const BYTES_PER_TOKEN = 3
const ATTEMPTS = 4
const DEADLINE_MS = 2000

const now = (): number => performance.now()

export function createRefocus(text: string, goal: string): (maxBytes: number) => string {
  return (maxBytes) => {
    const scorer = defaultScorer()
    const deadline = now() + DEADLINE_MS
    let tokens = Math.floor(maxBytes / BYTES_PER_TOKEN)
    let shown = text
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const result = prune({ text, goal, budget: { tokens } }, { now, deadline, scorer })
      shown = renderCompact(result)
      const bytes = textBytes(shown)
      if (bytes <= maxBytes || result.status === 'fallback') break
      tokens = Math.floor(tokens * Math.min(0.9, maxBytes / bytes))
    }
    return shown
  }
}

/** Of a list that is still longer than `maxItems`, what answers best stands first: the rest is cut. */
export function createRank(goal: string, maxItems: number): (value: object) => object {
  return (value) => {
    const found = mainList(value)
    if (!found || found.items.length <= maxItems) return value
    const text = found.items.map((item) => JSON.stringify(item)).join('\n')
    const scores = lineChances({ text, goal }, defaultScorer())
    const ranked = found.items
      .map((item, i) => ({ item, score: scores[i] ?? 0 }))
      .sort((a, b) => b.score - a.score)
      .map(({ item }) => item)
    return withList(value, found.path, ranked) as object
  }
}
