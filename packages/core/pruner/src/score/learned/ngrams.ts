// Hashed pieces of a word, so that a word the vocabulary lacks still has a place among those it has.

const SHORTEST = 3
const LONGEST = 5
const EDGE = 0x3c

/** Calls `visit` with the bucket of each piece of `<word<`. */
export function eachPiece(word: string, buckets: number, visit: (bucket: number) => void): void {
  const length = word.length + 2
  const codeAt = (i: number) => (i === 0 || i === length - 1 ? EDGE : word.charCodeAt(i - 1))
  for (let begin = 0; begin + SHORTEST <= length; begin++) {
    let hash = 0x811c9dc5
    for (let size = 1; size <= LONGEST && begin + size <= length; size++) {
      hash = Math.imul(hash ^ codeAt(begin + size - 1), 0x01000193)
      if (size >= SHORTEST) visit((hash ^ (hash >>> 15)) & (buckets - 1))
    }
  }
}
