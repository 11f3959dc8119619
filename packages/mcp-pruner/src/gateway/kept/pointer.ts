// JSON pointers (RFC 6901).

export class PointerError extends Error {
  override readonly name = 'PointerError'
}

export function resolvePointer(value: unknown, pointer: string): unknown {
  if (pointer === '') return value
  if (!pointer.startsWith('/')) throw new PointerError(`${pointer} must start with "/"`)
  let at = value
  const walked: string[] = []
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) {
      throw new PointerError(`/${walked.join('/')} has ${describe(at)}; nothing is at ${pointer}`)
    }
    walked.push(part)
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
