// What a client shows its model of a long output without pruning: the meaning of `raw` in the ledger.
import { limitFor, type OutputSource } from '../clients/known-clients.js'
import { callFacts } from '../clients/sessions/call-kind.js'

export type { OutputSource }

/** The kind of a tool, by its name in the ledger. */
export function sourceOf(tool: string): OutputSource {
  const { kind } = callFacts(tool.replace(/^native /, ''), {})
  return kind === 'read' || kind === 'shell' || kind === 'search' ? kind : 'mcp'
}

/** Whether nothing of a long output is left out. */
export const showsWhole = (client: string | undefined, source: OutputSource): boolean =>
  limitFor(client, source) === undefined

export function asClientShows(
  client: string | undefined,
  source: OutputSource,
  text: string,
): string {
  const limit = limitFor(client, source)
  if (!limit) return text
  const { lines = Number.POSITIVE_INFINITY, characters = Number.POSITIVE_INFINITY } = limit
  const page = firstLines(text, lines)
  if (page.length <= characters) return page
  const { head = 0, tail = 0 } = limit
  return page.slice(0, head) + (tail > 0 ? page.slice(-tail) : '')
}

function firstLines(text: string, count: number): string {
  let at = -1
  for (let line = 0; line < count; line += 1) {
    at = text.indexOf('\n', at + 1)
    if (at === -1) return text
  }
  return text.slice(0, at)
}
