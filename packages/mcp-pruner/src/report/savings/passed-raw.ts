// What still passes raw, by tool: why, and what pruning might save. Marked as an estimate: it assumes that long
// outputs without a question would be cut as much as that tool's outputs with one.
import type { Account } from '../../ledger/accounts.js'
import { SHELL_CLIENT } from '../../ledger/ledger-entry.js'
import type { PassedReason } from './savings-text.js'

export interface PassedRaw {
  readonly tool: string
  readonly calls: number
  readonly tokens: number
  /** The reason for most of the tokens. */
  readonly why: PassedReason
  /** Tokens; 0 if it is unknown how much such outputs are cut. */
  readonly couldSave: number
}

/** Most outputs below this are shown whole. */
const SHORT_TOKENS = 1500

export function passedRaw(calls: readonly Account[]): readonly PassedRaw[] {
  const byTool = new Map<string, Account[]>()
  const models = calls.filter(({ client }) => client !== SHELL_CLIENT)
  for (const call of models) byTool.set(call.tool, [...(byTool.get(call.tool) ?? []), call])
  const usual = shareCut(models)
  return [...byTool]
    .flatMap(([tool, all]) => {
      const passed = all.filter((call) => call.prune === undefined && call.shown >= call.raw)
      return passed.length === 0 ? [] : [sumOf(tool, passed, shareCut(all) ?? usual ?? 0)]
    })
    .sort((a, b) => b.couldSave - a.couldSave || b.tokens - a.tokens)
}

function sumOf(tool: string, passed: readonly Account[], share: number): PassedRaw {
  const tokens: Record<PassedReason, number> = {
    'nothing asked': 0,
    short: 0,
    'held out': 0,
    'too little to gain': 0,
  }
  for (const call of passed) tokens[reasonOf(call)] += call.raw
  const [why = 'short'] = (Object.keys(tokens) as PassedReason[]).sort(
    (a, b) => tokens[b] - tokens[a],
  )
  return {
    tool,
    calls: passed.length,
    tokens: passed.reduce((sum, { raw }) => sum + raw, 0),
    why,
    couldSave: Math.round(tokens['nothing asked'] * share),
  }
}

function reasonOf({ raw, question, held }: Account): PassedReason {
  if (held) return 'held out'
  if (raw < SHORT_TOKENS) return 'short'
  return question === 0 ? 'nothing asked' : 'too little to gain'
}

/** Of all cuts: the share saved, net of recoveries and repeats. */
function shareCut(calls: readonly Account[]): number | undefined {
  let raw = 0
  let cost = 0
  for (const call of calls) {
    if (call.prune === undefined) continue
    raw += call.raw
    cost += call.shown + call.question + call.recovered + call.again
  }
  return raw === 0 ? undefined : Math.max(0, 1 - cost / raw)
}
