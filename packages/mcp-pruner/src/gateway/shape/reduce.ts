// A preset's rule for one tool: which members of its data are left to the artifact, what comes first.
import { applyToolRule, type ToolRule } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'
import { blocksOf, textOf } from './blocks.js'
import { parseData } from './recognise.js'

/** Whether the rule leaves something out that the limits alone would let pass. */
export function isReducedBy(rule: ToolRule | undefined, result: Fields): boolean {
  if (!rule?.omit || result['isError'] === true) return false
  const [text, ...others] = blocksOf(result).flatMap((block) => textOf(block) ?? [])
  const data = text === undefined || others.length > 0 ? undefined : parseData(text)
  return data !== undefined && rule.omit.some((key) => Object.hasOwn(data.value, key))
}

export const reduced = (value: unknown, rule: ToolRule | undefined): unknown =>
  rule ? applyToolRule(value, rule).value : value
