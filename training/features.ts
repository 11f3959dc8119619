// Step 3: the columns that the network learns from, computed by the engine's own code.
//
//   tsx training/features.ts CASES WEIGHTS OUT_PREFIX [PART/PARTS] [THINNED]
//
// OUT_PREFIX.f16 has the columns of each case, column by column; .i32 its size, kind, repository and gold
// lines; .len the characters of each line. With THINNED, a share of each goal's words is left out, so that
// the network also sees shorter and vaguer goals.
import { readFileSync, writeFileSync } from 'node:fs'
import { scoringInput } from '@jeeves/pruner'
import {
  COLUMNS,
  CONSTANT_COLUMNS,
  extractFeatures,
  readSections,
  readVectors,
} from '@jeeves/pruner/training'
import { ArrayFile, type Case, readJsonLines } from './data.js'

const [cases, weights, prefix, share = '0/1', thinned = '0'] = process.argv.slice(2)
if (!cases || !weights || !prefix)
  throw new Error('usage: features.ts CASES WEIGHTS OUT_PREFIX [PART/PARTS] [THINNED]')
const [part, parts] = share.split('/').map(Number) as [number, number]
const KINDS = ['edit', 'needle', 'qa']

const vectors = readVectors(readSections(readFileSync(weights)))
const columns = new ArrayFile(`${prefix}.f16`)
const index = new ArrayFile(`${prefix}.i32`)
const lengths = new ArrayFile(`${prefix}.len`)
const repositories = new Map<string, number>()
let at = 0
let busy = 0
for (const c of readJsonLines<Case>(cases)) {
  if (at++ % parts !== part) continue
  const begun = performance.now()
  const input = scoringInput({
    text: c.text,
    goal: thin(c.query, Number(thinned)),
    sourceType: 'code',
  })
  const { split } = input
  const { lines, values } = extractFeatures(input, vectors)
  busy += performance.now() - begun
  if (!repositories.has(c.repo)) repositories.set(c.repo, repositories.size)
  const gold = c.gold.filter((n) => n <= lines)
  columns.write(toHalf(values))
  index.write(
    Int32Array.from([
      lines,
      KINDS.indexOf(c.kind),
      repositories.get(c.repo)!,
      at - 1,
      gold.length,
      ...gold,
    ]),
  )
  lengths.write(Int32Array.from({ length: lines }, (_, i) => split.ends[i]! - split.starts[i]! + 1))
}
for (const file of [columns, index, lengths]) file.close()
writeFileSync(
  `${prefix}.json`,
  JSON.stringify({
    columns: COLUMNS,
    constants: CONSTANT_COLUMNS,
    repositories: [...repositories.keys()],
  }),
)
console.error(`${at} cases, features took ${Math.round(busy)} ms`)

/** The same words go in every run: a small generator seeded by the goal's length decides. */
function thin(goal: string, portion: number): string {
  if (portion === 0) return goal
  let state = goal.length * 2_654_435_761
  const kept = goal.split(/(?<=\s)/).filter(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 >= portion
  })
  return kept.length > 1 ? kept.join('') : goal
}

function toHalf(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const out = new Uint16Array(values.length)
  for (let i = 0; i < bits.length; i++) {
    const b = bits[i]!
    const exponent = ((b >>> 23) & 255) - 112
    const sign = (b >>> 16) & 0x8000
    // Rounded half up; too small becomes 0, and no column is large.
    out[i] =
      exponent <= 0
        ? sign
        : sign | Math.min(0x7bff, (exponent << 10) + (((b & 0x7fffff) + 0x1000) >>> 13))
  }
  return out
}
