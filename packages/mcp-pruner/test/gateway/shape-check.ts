// Whether an answer is within its limits: bytes always, items, characters, levels and log
// lines under `--strict`.
import { blocksOf, dataOf, type Json } from './truth-check.js'

export interface Shape {
  readonly maxBytes: number
  readonly strict?: boolean
  readonly always?: boolean
  readonly isTyped: boolean
  readonly isStubborn: boolean
}

const ITEMS = 10
const CHARACTERS = 500
const LEVELS = 4

/** Binary payloads pass; everything else counts. */
export function countedBytes(result: Json): number {
  const json = JSON.stringify(result)
  const binary = (
    result['content'] as { type: string; data?: string; resource?: { blob?: string } }[]
  )
    .map(({ type, data, resource }) => (type === 'resource' ? resource?.blob : data))
    .filter((payload) => payload !== undefined && payload !== '')
  return [...new Set(binary)].reduce(
    (left, payload) => left - (json.split(payload ?? '').length - 1) * (payload?.length ?? 0),
    Buffer.byteLength(json),
  )
}

export function shapeProblems(original: Json, answer: Json, shape: Shape): string[] {
  const found: string[] = []
  const bytes = countedBytes(answer)
  // An answer whose schema forbids every smaller one passes whole up to twice the limit.
  const most = shape.isStubborn
    ? Math.max(2 * shape.maxBytes, countedBytes(original))
    : shape.maxBytes
  if (bytes >= most) found.push(`has ${bytes} bytes`)
  if (shape.always && dataOf(blocksOf(answer)[0]?.text ?? '') === undefined)
    found.push('has no envelope')
  if (!shape.strict || shape.isTyped || shape.isStubborn) return found
  const texts = blocksOf(answer).flatMap(({ text, resource }) => text ?? resource?.text ?? [])
  const data = answer['isError'] ? [] : texts.flatMap((text) => dataOf(text) ?? [])
  const values = [...data, answer['structuredContent']]
  const payloads = (answer['content'] as { data?: string }[]).map(
    ({ data: payload = '' }) => payload,
  )
  const elsewhere = new Set([...texts, ...payloads])
  return [...found, ...values.flatMap((value) => violations(value, elsewhere))]
}

/** Everything in a value that breaks a limit on data. */
function violations(value: unknown, texts: ReadonlySet<string>, level = 1, path = ''): string[] {
  if (typeof value === 'string') {
    const isLong = value.length > CHARACTERS && !texts.has(value)
    return isLong ? [`has ${value.length} characters at ${path}`] : []
  }
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  const found = entries.flatMap(([key, item]) =>
    violations(item, texts, level + 1, `${path}/${key}`),
  )
  if (Array.isArray(value) && value.length > ITEMS)
    found.push(`has ${value.length} items at ${path}`)
  if (entries.length > 0 && level >= LEVELS) found.push(`is ${level + 1} levels deep at ${path}`)
  return found
}
