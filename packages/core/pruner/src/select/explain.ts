// Why each kept line is shown, in one word and with the rule
// that boosted it, for reviewing an answer line by line.
import { Protection } from '../evidence/levels.js'
import { RULES } from '../rules/table.js'
import { isHead } from '../text/structure.js'
import type { Explanation, KeptReason } from '../types.js'
import { MUST_STAY } from './cheapest.js'
import type { SelectionInput } from './select.js'

export function explain(
  { chances, certain, decidedBy, protection, structure, tokens, deadline }: SelectionInput,
  losses: Float32Array,
  kept: Uint8Array,
): Explanation {
  const reasonOf = (i: number): KeptReason => {
    if (certain[i] === 1) return 'named'
    if (protection.levels[i]! >= Protection.Context) return 'evidence'
    // Worth its own cost, or there for the sake of others.
    if (losses[i]! >= tokens[i]! && losses[i]! < MUST_STAY) return 'likely'
    return isHead(structure.kinds[i]!) ? 'signature' : 'around'
  }
  const runs: { startLine: number; endLine: number; reason: KeptReason; rule?: string }[] = []
  deadline.spend(4 * kept.length)
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 0) continue
    const reason = reasonOf(i)
    const rule = RULES[decidedBy[i]! - 1]?.name
    const last = runs.at(-1)
    const isSame = last?.endLine === i && last.reason === reason && last.rule === rule
    if (isSame) last.endLine = i + 1
    else
      runs.push({
        startLine: i + 1,
        endLine: i + 1,
        reason,
        ...(rule === undefined ? {} : { rule }),
      })
  }
  return { chances, runs }
}
