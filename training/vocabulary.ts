// Step 1: which words get a vector of their own, and the pairs as numbers.
//
//   tsx training/vocabulary.ts DATA_FOLDER OUT_FOLDER
//
// A word is taken when several repositories use it, so that no project's own names, and nothing that
// looks like a secret or a hash, ends up in the weights.
import { writeFileSync } from 'node:fs'
import { wordsOf } from '@jeeves/pruner'
import { termsOf } from '@jeeves/pruner/training'
import { ArrayFile, type Case, type Pair, readJsonLines } from './data.js'

const WORDS = 16_000
const MIN_REPOSITORIES = 3
const MIN_PAIRS = 4
const PLAUSIBLE = /^(?=.{2,20}$)[a-z]+[0-9]{0,3}[a-z]{0,3}$/

const [data, out] = process.argv.slice(2)
if (!data || !out) throw new Error('usage: vocabulary.ts DATA_FOLDER OUT_FOLDER')

const stems: string[] = []
const numbers = new Map<string, number>()
function numbersOf(words: readonly string[]): Set<number> {
  const found = new Set<number>()
  for (const word of words) {
    let number = numbers.get(word)
    if (number === undefined) {
      number = stems.length
      stems.push(word)
      numbers.set(word, number)
    }
    found.add(number)
  }
  return found
}

const repositories: Set<string>[] = []
const asked = new Set<string>()
const opening = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 40)
const pathsSeen = new Set<string>()
for (const c of [
  ...readJsonLines<Case>(`${data}/train.jsonl.gz`),
  ...readJsonLines<Case>(`${data}/traj-train.jsonl.gz`),
]) {
  asked.add(opening(c.query))
  const place = `${c.repo}/${c.path}`
  if (pathsSeen.has(place)) continue
  pathsSeen.add(place)
  for (const id of numbersOf(wordsOf(`${c.query}\n${c.text}`)))
    (repositories[id] ??= new Set()).add(c.repo)
}
console.error(`${pathsSeen.size} files, ${stems.length} stems`)

const pairs: { left: number[]; right: number[] }[] = []
const counts: number[] = []
let dropped = 0
for (const pair of readJsonLines<Pair>(`${data}/pairs.jsonl.gz`)) {
  // The network learns from the training cases with these vectors; it must not see its own answers.
  if (asked.has(opening(pair.nl))) {
    dropped++
    continue
  }
  const left = [...numbersOf(termsOf(pair.nl))]
  const right = [...numbersOf(wordsOf(pair.code))]
  for (const id of new Set([...left, ...right])) counts[id] = (counts[id] ?? 0) + 1
  if (left.length > 0 && right.length > 1)
    pairs.push({ left: left.slice(0, 24), right: right.slice(0, 64) })
}
console.error(
  `${pairs.length} pairs, ${dropped} dropped as training questions, ${stems.length} stems`,
)

const chosen = [...stems.keys()]
  .filter((id) => PLAUSIBLE.test(stems[id]!))
  .filter(
    (id) => (repositories[id]?.size ?? 0) >= MIN_REPOSITORIES && (counts[id] ?? 0) >= MIN_PAIRS,
  )
  .sort((a, b) => counts[b]! - counts[a]! || a - b)
  .slice(0, WORDS)
console.error(`${chosen.length} words in the vocabulary; last counts ${counts[chosen.at(-1)!]}`)

// Vocabulary words first; the others are placeholders.
const order = new Map(chosen.map((id, at) => [id, at]))
const numberOf = (id: number) => {
  const known = order.get(id)
  if (known !== undefined) return known
  order.set(id, order.size)
  return order.size - 1
}
const pairFile = new ArrayFile(`${out}/pairs.i32`)
for (const { left, right } of pairs) {
  pairFile.write(
    Int32Array.from([left.length, right.length, ...left.map(numberOf), ...right.map(numberOf)]),
  )
}
pairFile.close()
writeFileSync(`${out}/vocabulary.json`, JSON.stringify({ words: chosen.map((id) => stems[id]!) }))
