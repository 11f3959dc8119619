// What a client shows its model of a long output without pruning: the meaning of `raw` in the ledger. Observed with
// the real programs, like everything else known about them.
import { callFacts } from '../clients/sessions/call-kind.js'

/** `mcp`: the result of any MCP tool. */
export type OutputSource = 'read' | 'shell' | 'search' | 'mcp'

interface Limit {
  /** Characters that are shown whole. */
  readonly characters?: number
  readonly lines?: number
  /** For a longer one: so many from its beginning and its end. */
  readonly head?: number
  readonly tail?: number
}

const PREVIEW = 2048
const preview = (characters: number): Limit => ({ characters, head: PREVIEW })
const middleCut = (characters: number): Limit => ({
  characters,
  head: characters / 2,
  tail: characters / 2,
})

type Limits = Readonly<Partial<Record<OutputSource | 'all', Limit>>>

/** By the first word of the client's name. */
const LIMITS: Readonly<Record<string, Limits>> = {
  claude: {
    shell: preview(30_000),
    // 25,000 tokens of 2,000 lines at most.
    read: { lines: 2000, characters: 100_000, head: 100_000 },
    search: { lines: 250, characters: 30_000, head: 30_000 },
    mcp: preview(50_000),
  },
  codex: { all: middleCut(40_000) },
  gemini: { all: { characters: 40_000, head: 8000, tail: 32_000 } },
  qwen: { all: preview(30_000) },
  opencode: { all: { characters: 51_200, tail: 51_200 } },
  kilo: { all: { characters: 51_200, tail: 51_200 } },
  copilot: { read: { characters: 20_000, head: 20_000 }, all: preview(30_000) },
  cline: { all: { characters: 8000, head: 8000 } },
  factory: { all: { characters: 40_000, head: 40_000 } },
  continue: { all: { characters: 120_000, head: 120_000 } },
}

/** `claude` for `claude-code`, `cline` for `@cline/core`: one agent under several names. */
export const clientFamily = (name: string): string => {
  const [family = ''] = name.replace(/^@/, '').split(/[^A-Za-z]/)
  return family.toLowerCase()
}

/** The kind of a tool, by its name in the ledger. */
export function sourceOf(tool: string): OutputSource {
  const { kind } = callFacts(tool.replace(/^native /, ''), {})
  return kind === 'read' || kind === 'shell' || kind === 'search' ? kind : 'mcp'
}

export function asClientShows(
  client: string | undefined,
  source: OutputSource,
  text: string,
): string {
  const limits = LIMITS[clientFamily(client ?? '')]
  const limit = limits?.[source] ?? limits?.all
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
