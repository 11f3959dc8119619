// Marks inside data whose lists were narrowed, where no schema forbids them.
import { withList } from '@jeeves/mcp-runtime'
import { isFields } from '../../rpc/message.js'
import { type Cut, markOf } from './note.js'

/** Each narrowed list ends with how much of it is shown, also one of which nothing was chosen. */
export function withMarks(value: unknown, cuts: readonly Cut[]): unknown {
  let marked = value
  for (const { path, shown, total } of cuts) {
    const list = listAt(marked, path)
    if (list) marked = withList(marked, path, [...list, markOf(`${shown} of ${total} shown`)])
  }
  return marked
}

/** The same after a cut, which counted what was left of each list and not what it was. */
export function withTotals(value: unknown, cuts: readonly Cut[]): unknown {
  let told = value
  for (const { path, total } of cuts) told = remadeAt(told, path, (found) => retold(found, total))
  return told
}

const MARK = /^⟦mcp-pruner: \d+ of \d+ shown⟧$/

function retold(found: unknown, total: number): unknown {
  if (isFields(found) && 'totalCount' in found && 'showing' in found) {
    return { ...found, totalCount: total }
  }
  const last: unknown = Array.isArray(found) ? found.at(-1) : undefined
  if (!Array.isArray(found) || typeof last !== 'string' || !MARK.test(last)) return found
  return [...(found.slice(0, -1) as unknown[]), markOf(`${found.length - 1} of ${total} shown`)]
}

/** The value with what stands at `path` made anew, if it is still there. */
function remadeAt(
  value: unknown,
  path: readonly string[],
  make: (found: unknown) => unknown,
): unknown {
  const [key, ...rest] = path
  if (key === undefined) return make(value)
  if (!isFields(value) || !Object.hasOwn(value, key)) return value
  return { ...value, [key]: remadeAt(value[key], rest, make) }
}

function listAt(value: unknown, path: readonly string[]): readonly unknown[] | undefined {
  let at = value
  for (const key of path) at = (at as Record<string, unknown> | undefined)?.[key]
  return Array.isArray(at) ? at : undefined
}
