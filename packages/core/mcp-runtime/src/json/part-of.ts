// Lists and objects that are a part of longer ones: whoever shows one also shows the total.

const totals = new WeakMap<object, number>()

/** The same list or object, marked as a part of one with `total` entries. */
export function asPartOf<T extends object>(part: T, total: number): T {
  totals.set(part, total)
  return part
}

/** The total number of entries; `undefined` if it is not marked as a part. */
export const totalOf = (value: object): number | undefined => totals.get(value)
