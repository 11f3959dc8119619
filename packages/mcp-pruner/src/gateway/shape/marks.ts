// Marks inside data whose lists were narrowed, where no schema forbids them.
import { withList } from '@jeeves/mcp-runtime'
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

function listAt(value: unknown, path: readonly string[]): readonly unknown[] | undefined {
  let at = value
  for (const key of path) at = (at as Record<string, unknown> | undefined)?.[key]
  return Array.isArray(at) ? at : undefined
}
