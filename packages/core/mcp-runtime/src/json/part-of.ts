// Lists and objects that are a part of longer ones: whoever shows one says how much of it there is.

const totals = new WeakMap<object, number>()

/** The same list or object, known to be a part of one with `total` entries. */
export function asPartOf<T extends object>(part: T, total: number): T {
  totals.set(part, total)
  return part
}

/** How many entries there are in all; `undefined` for what is not known to be a part. */
export const totalOf = (value: object): number | undefined => totals.get(value)
