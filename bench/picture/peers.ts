// What others would show of a text: the best windows of a BM25 ranker, the first lines, `grep -n -C6`.
const STOP = new Set(
  'a an and are as at be by can do does for from has have how if in into is it its not of on or that the this to was what when where which why will with'.split(
    ' ',
  ),
)

export const wordsOf = (text: string): string[] =>
  (text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').match(/[A-Za-z][A-Za-z0-9]*|\d+/g) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 1 && !STOP.has(word))

/** Each line's BM25, summed over eight lines either way with falling weight. */
export function windowedBm25(lines: readonly string[], question: string, reach = 8): number[] {
  const words = lines.map(wordsOf)
  const found = new Map<string, number>()
  for (const line of words) {
    for (const word of new Set(line)) found.set(word, (found.get(word) ?? 0) + 1)
  }
  const mean = words.reduce((sum, line) => sum + line.length, 0) / Math.max(1, lines.length) || 1
  const wanted = new Set(wordsOf(question))
  const own = words.map((line) => {
    let score = 0
    for (const word of new Set(line)) {
      if (!wanted.has(word)) continue
      const count = line.filter((other) => other === word).length
      const rarity = Math.log(
        1 + (lines.length - found.get(word)! + 0.5) / (found.get(word)! + 0.5),
      )
      score += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * line.length) / mean))
    }
    return score
  })
  return own.map((_, i) => {
    let sum = 0
    for (let j = Math.max(0, i - reach); j <= Math.min(lines.length - 1, i + reach); j++) {
      sum += own[j]! * (1 - Math.abs(i - j) / (reach + 1))
    }
    return sum
  })
}

/** Lines (from 0) by their rank, as many as fit into the tokens. */
export function fill(order: Iterable<number>, costs: readonly number[], tokens: number) {
  const kept = new Set<number>()
  let left = tokens
  for (const line of order) {
    if (costs[line]! > left) break
    left -= costs[line]!
    kept.add(line)
  }
  return kept
}

/** The lines within six of one with the question's rarest word that the text has. */
export function grepRarest(lines: readonly string[], question: string): Set<number> {
  const candidates = [...new Set(question.match(/[\p{L}\p{N}_$.-]{3,}/gu) ?? [])].filter(
    (word) => !STOP.has(word.toLowerCase()),
  )
  const lower = lines.map((line) => line.toLowerCase())
  const matches = candidates
    .map((word) => lower.flatMap((line, i) => (line.includes(word.toLowerCase()) ? [i] : [])))
    .filter((found) => found.length > 0)
    .sort((a, b) => a.length - b.length)
  const kept = new Set<number>()
  for (const at of matches[0] ?? []) {
    for (let i = Math.max(0, at - 6); i <= Math.min(lines.length - 1, at + 6); i++) kept.add(i)
  }
  return kept
}
