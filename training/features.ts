// Step 3: the columns that the network learns from, computed by the engine's own code.
//
//   tsx training/features.ts CASES WEIGHTS OUT_PREFIX [PART/PARTS] [THINNED] [as-task]
//
// OUT_PREFIX.u8 has the line columns of each case, column by column, 0…1 as 0…255, then its text columns;
// .i32 its size, kind, repository and gold lines; .len the characters of each line, .unit the definition that it
// stands in. A column outside 0…1 ends the run. With THINNED, a share of each goal's words is left out, and every
// other call's arguments, so that the network also sees shorter and vaguer goals. With as-task the goal becomes
// the task of a session in which the agent only says that it looks, see as-task.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { scoringInput } from '@jeeves/pruner'
import {
  extractFeatures,
  LINE_COLUMNS,
  readSections,
  readVectors,
  TEXT_COLUMNS,
} from '@jeeves/pruner/training'
import { asTask } from './as-task.js'
import { ArrayFile, type Case, readJsonLines, requestOf } from './data.js'

const [cases, weights, prefix, share = '0/1', thinned = '0', manner = ''] = process.argv.slice(2)
if (!cases || !weights || !prefix)
  throw new Error('usage: features.ts CASES WEIGHTS OUT_PREFIX [PART/PARTS] [THINNED] [as-task]')
const [part, parts] = share.split('/').map(Number) as [number, number]

const vectors = readVectors(readSections(readFileSync(weights)))
const columns = new ArrayFile(`${prefix}.u8`)
const index = new ArrayFile(`${prefix}.i32`)
const lengths = new ArrayFile(`${prefix}.len`)
const units = new ArrayFile(`${prefix}.unit`)
const numbers = { kind: new Map<string, number>(), repo: new Map<string, number>() }
const families: string[] = []
let at = 0
let busy = 0
for (const found of readJsonLines<Case>(cases)) {
  if (at++ % parts !== part) continue
  const c = manner === 'as-task' ? asTask(found, at) : found
  if (c === undefined) continue
  const begun = performance.now()
  const input = scoringInput(thin(requestOf(c), Number(thinned), at))
  const table = extractFeatures(input, vectors)
  const { lines } = table
  busy += performance.now() - begun
  if (!families.includes(input.family)) families.push(input.family)
  const gold = c.gold.filter((n) => n <= lines)
  for (const name of LINE_COLUMNS) columns.write(toBytes(name, table.column(name)))
  columns.write(toBytes('the text', table.text()))
  index.write(
    Int32Array.from([
      lines,
      numberOf(numbers.kind, c.kind),
      numberOf(numbers.repo, c.repo),
      families.indexOf(input.family),
      at - 1,
      gold.length,
      ...gold,
    ]),
  )
  units.write(table.units)
  const { starts, ends } = input.split
  lengths.write(Int32Array.from({ length: lines }, (_, i) => ends[i]! - starts[i]! + 1))
}
for (const file of [columns, index, lengths, units]) file.close()
writeFileSync(
  `${prefix}.json`,
  JSON.stringify({
    columns: LINE_COLUMNS,
    constants: TEXT_COLUMNS,
    repositories: [...numbers.repo.keys()],
    kinds: [...numbers.kind.keys()],
    families,
  }),
)
console.error(`${at} cases, features took ${Math.round(busy)} ms`)

function numberOf(known: Map<string, number>, name: string): number {
  if (!known.has(name)) known.set(name, known.size)
  return known.get(name)!
}

/** The same words go in every run: a small generator seeded by the goal's length decides. */
function thin<R extends { goal: string; context?: string }>(
  request: R,
  portion: number,
  number: number,
): R {
  if (portion === 0) return request
  const { goal } = request
  let state = goal.length * 2_654_435_761
  const kept = goal.split(/(?<=\s)/).filter(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 >= portion
  })
  const shorter = { ...request, goal: kept.length > 1 ? kept.join('') : goal }
  if (number % 2 === 0) delete shorter.context
  return shorter
}

function toBytes(name: string, values: Float32Array): Uint8Array {
  if (!values.every((value) => value >= 0 && value <= 1))
    throw new Error(`a column leaves 0…1: ${name}`)
  return new Uint8Array(Uint8ClampedArray.from(values, (value) => value * 255).buffer)
}
