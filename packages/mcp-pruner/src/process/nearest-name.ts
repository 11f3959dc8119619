// The most likely meaning of a mistyped name: the one that takes the fewest edits, if those are few.

/** `undefined` if nothing is close. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(typed.length / 3))
  const [best] = names
    .map((name) => ({ name, edits: editsBetween(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= most && edits < name.length)
    .sort((a, b) => a.edits - b.edits)
  return best?.name
}

/** Letters added, omitted, changed, or swapped with the next. */
function editsBetween(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const changed = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, changed)
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (isSwap) row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    before = last
    last = row
  }
  return last[to.length]!
}
