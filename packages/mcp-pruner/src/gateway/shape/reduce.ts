// A preset's rules: which members of a tool's data are left to the artifact, what comes first, and the items of a list
// as an id to ask with and a label to choose by.
import {
  applyToolRule,
  asPartOf,
  boundSummary,
  mainList,
  type ToolRule,
  totalOf,
  withList,
} from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../rpc/message.js'
import { markOf } from '../shrink/note.js'
import { parseData } from '../shrink/parsed-data.js'
import { textsOf } from './blocks.js'

/** Whether the rule leaves something out that the limits alone would let pass. */
export function isReducedBy(rule: ToolRule | undefined, result: Fields): boolean {
  if (!rule?.omit || result['isError'] === true) return false
  const [text, ...others] = textsOf(result)
  const data = text === undefined || others.length > 0 ? undefined : parseData(text)
  return data !== undefined && rule.omit.some((key) => Object.hasOwn(data.value, key))
}

export interface Reduction {
  readonly value: unknown
  readonly omitted: readonly string[]
}

/** In the place of each member that is left out stands how much it is. */
export function reduced(value: unknown, rule: ToolRule | undefined): Reduction {
  if (!rule) return { value, omitted: [] }
  const { value: kept, omitted } = applyToolRule(value, rule)
  if (omitted.length === 0 || !isFields(kept) || !isFields(value)) return { value: kept, omitted }
  const marks = omitted.map((key) => [key, markOf(`${sizeOf(value[key])} left out`)])
  return { value: { ...kept, ...Object.fromEntries(marks), ...endsOf(value, rule) }, omitted }
}

/** How many there were, the first and the last, and what went wrong. */
function endsOf(value: Fields, { ends }: ToolRule): Fields {
  const list = ends === undefined ? undefined : value[ends]
  if (!Array.isArray(list)) return {}
  const { error } = value
  const message = isFields(error) ? error['message'] : error
  return {
    eventCount: list.length,
    ...(list.length > 0 && { startEvent: list[0] as unknown, endEvent: list.at(-1) as unknown }),
    ...(typeof message === 'string' && { errorSummary: message }),
  }
}

function sizeOf(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} items`
  if (isFields(value)) return `${Object.keys(value).length} members`
  return `${String(value).length} characters`
}

const IDS = ['id', 'key', 'runId', 'sessionId', 'traceId', 'agentId', 'workflowId', 'name', 'path']
const LABELS = ['label', 'name', 'title', 'message', 'summary', 'description', 'file', 'status']
const SEVERITIES = new Set(['critical', 'high', 'medium', 'low'])
const MAX_LABEL = 50

/** The same value where its main list holds no such items. */
export function withLabels(value: unknown): unknown {
  const list = mainList(value)
  if (!list || list.items.length === 0 || !list.items.every(isNamed)) return value
  const items = list.items.map((item) => labelled(item as Fields))
  const total = totalOf(list.items)
  return withList(value, list.path, total === undefined ? items : asPartOf(items, total))
}

const isNamed = (item: unknown): boolean => isFields(item) && first(item, IDS) !== undefined

function labelled(item: Fields): Fields {
  const id = first(item, IDS) ?? ''
  const { severity } = item
  return {
    id,
    label: boundSummary(first(item, LABELS) ?? id, MAX_LABEL),
    ...(typeof severity === 'string' && SEVERITIES.has(severity) && { severity }),
  }
}

function first(item: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = item[name]
    if ((typeof value === 'string' && value !== '') || typeof value === 'number')
      return String(value)
  }
  return undefined
}
