// What is on the shelves.

export function createStock(items) {
  const counts = new Map(Object.entries(items))
  return {
    count: (name) => counts.get(name) ?? 0,
    take(name, count) {
      const left = (counts.get(name) ?? 0) - count
      if (left < 0) throw new RangeError(`only ${counts.get(name) ?? 0} of ${name} left`)
      counts.set(name, left)
      return left
    },
  }
}
