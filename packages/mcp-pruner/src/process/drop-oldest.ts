// Bounds a map or a set that would otherwise only grow.
interface Growing<Key> {
  readonly size: number
  keys(): Iterable<Key>
  delete(key: Key): boolean
}

/** Called after each addition. */
export function dropOldest<Key>(kept: Growing<Key>, max: number): void {
  const [oldest] = kept.keys()
  if (kept.size > max && oldest !== undefined) kept.delete(oldest)
}
