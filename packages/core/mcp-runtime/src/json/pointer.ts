// JSON pointers (RFC 6901): formatted, parsed and followed.

export class PointerError extends Error {
  override readonly name = 'PointerError'
}

export const formatPointer = (keys: readonly (string | number)[]): string =>
  keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The keys that a pointer names, first to last. Throws `PointerError` if it is not a pointer. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) throw new PointerError(`${pointer} must start with "/"`)
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** What a pointer names in `value`. Throws `PointerError`, which lists what there is instead. */
export function resolvePointer(value: unknown, pointer: string): unknown {
  let at = value
  const walked: string[] = []
  for (const key of parsePointer(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) {
      throw new PointerError(
        `${formatPointer(walked) || '/'} has ${describe(at)}; nothing is at ${pointer}`,
      )
    }
    walked.push(key)
    at = (at as Record<string, unknown>)[key]
  }
  return at
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} items`
  if (typeof value !== 'object' || value === null) return 'no members'
  const names = Object.keys(value)
  return `the members ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}`
}
