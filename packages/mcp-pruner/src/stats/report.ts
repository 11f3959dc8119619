// The counts as a table for people.
import type { Counts, Stats } from './counts.js'
import { addCounts, noCounts } from './counts.js'

const COLUMNS = [
  'tool',
  'calls',
  'bytes in',
  'bytes out',
  'tokens saved',
  'cut',
  'pruned',
  'recovered',
  'net saved',
] as const

/** What the model was spared, and what is left of that after it read some of it back. */
export const tokensSaved = ({ tokensIn, tokensOut }: Counts): number => tokensIn - tokensOut
export const netTokens = (counts: Counts): number => tokensSaved(counts) - counts.tokensRecovered

export function report(stats: Stats): string {
  const tools = Object.entries(stats).sort(([, a], [, b]) => netTokens(b) - netTokens(a))
  if (tools.length === 0)
    return 'No calls yet. Put a server behind the gateway: mcp-pruner wrap -- COMMAND\n'
  const total = noCounts()
  for (const [, counts] of tools) addCounts(total, counts)
  const rows = [...tools, ['total', total] as const].map(([tool, counts]) => row(tool, counts))
  const widths = COLUMNS.map((title, i) =>
    Math.max(title.length, ...rows.map((cells) => cells[i]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  return `${[COLUMNS, ...rows].map(line).join('\n')}\n\nTokens are estimates (o200k). "net saved" subtracts what was read back.\n`
}

const row = (tool: string, counts: Counts): readonly string[] => [
  tool.length > 48 ? `${tool.slice(0, 47)}…` : tool,
  ...[
    counts.calls,
    counts.bytesIn,
    counts.bytesOut,
    tokensSaved(counts),
    counts.cut,
    counts.pruned,
    counts.recovered,
    netTokens(counts),
  ].map((figure) => figure.toLocaleString('en-US')),
]
