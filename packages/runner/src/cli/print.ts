// Provider events → lines for a person. Reads well without colour.

import type { ProviderEvent } from '../provider.js'
import type { PruningSummary } from '../pruning-summary.js'

const INPUT_CHARACTERS = 200

/** Without the control characters by which a model's or a tool's words could command the terminal. */
export function printableLine(event: ProviderEvent): string {
  return lineFor(event).replace(/[^\P{Cc}\n\t]/gu, '')
}

function lineFor(event: ProviderEvent): string {
  switch (event.type) {
    case 'message':
      return event.text.trim() && `\n${event.text.trim()}\n`
    case 'tool_call':
      return `> ${toolName(event)} ${oneLine(JSON.stringify(event.input) ?? '')}`
    case 'tool_result':
      return `< ${toolName(event)} ${event.ok ? savings(event) : `failed: ${oneLine(event.text)}`}`
    case 'mcp_failure':
      return `! ${event.server} has failed (${event.reason}): ${oneLine(event.message)}`
    case 'usage':
      return `tokens: ${count(event.input_tokens)} in (${count(event.cached_input_tokens)} cached), ${count(event.output_tokens)} out`
    default:
      return event.ok ? 'done' : `failed: ${event.error ?? 'no reason given'}`
  }
}

const toolName = ({ server, tool }: { server?: string; tool: string }) =>
  server === undefined ? tool : `${server}.${tool}`

function savings({ text, pruning }: { text: string; pruning?: PruningSummary }): string {
  if (pruning?.pruned_bytes === undefined) return bytes(Buffer.byteLength(text))
  const { raw_bytes, pruned_bytes } = pruning
  const share = raw_bytes > 0 ? Math.round((1 - pruned_bytes / raw_bytes) * 100) : 0
  return `${bytes(pruned_bytes)} of ${bytes(raw_bytes)}, ${share} % pruned away`
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > INPUT_CHARACTERS ? `${line.slice(0, INPUT_CHARACTERS - 1)}…` : line
}

const count = (value: number) => value.toLocaleString('en-US')

const bytes = (value: number) => (value < 1_000 ? `${value} B` : `${(value / 1_000).toFixed(1)} KB`)
