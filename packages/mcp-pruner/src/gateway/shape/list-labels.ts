// The items of a list as an id to ask with and a label to choose by; the rest of each is in the artifact.
import { asPartOf, boundSummary, mainList, totalOf, withList } from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../rpc/message.js'

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
