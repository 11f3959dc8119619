// A seeded generator, so that every run and every contestant sees the same sequence.
export function seededRandom(seed = 1): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export function randomKeys(count: number, distinct: number): string[] {
  const random = seededRandom()
  const keys = Array.from({ length: distinct }, (_, i) => `key:${i}`)
  return Array.from({ length: count }, () => keys[Math.floor(random() * distinct)] ?? '')
}
