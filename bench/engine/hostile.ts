// tsx --conditions=@jeeves/source bench/engine/hostile.ts [--size 2000000]
//
// Processor time of a prune of each sort of hostile text, as code, output and prose, at an eighth of the
// size and at the size; growth is the time at the size over eight times that at an eighth. And how far a
// deadline of 50 ms of processor time is overrun.
import { parseArgs } from 'node:util'
import { prune, type SourceType } from '@jeeves/pruner'
import { defaultScorer } from '@jeeves/pruner/node'
import { printTable } from '../lib/table.js'
import { HOSTILE } from './hostile-texts.js'

const { values } = parseArgs({ options: { size: { type: 'string', default: '2000000' } } })
const size = Number(values.size)
const scorer = defaultScorer()
const GOAL = 'where is the retryDelay set to 1 and why does the timeout fail'
const DEADLINE_MS = 50
const TYPES: readonly SourceType[] = ['code', 'logs', 'docs']

const now = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function timeOf(text: string, sourceType: SourceType, deadline = Number.POSITIVE_INFINITY): number {
  const start = now()
  prune({ text, goal: GOAL, sourceType }, { scorer, now, deadline: start + deadline })
  return now() - start
}

const table = []
let worst = { name: '', ms: 0 }
let latest = { name: '', ms: 0 }
for (const [name, make] of Object.entries(HOSTILE)) {
  const small = make(size / 8)
  const large = make(size)
  const row: Record<string, string | number> = { text: name }
  for (const sourceType of TYPES) {
    timeOf(small, sourceType)
    const little = timeOf(small, sourceType)
    const ms = timeOf(large, sourceType)
    const over = timeOf(large, sourceType, DEADLINE_MS) - DEADLINE_MS
    if (ms > worst.ms) worst = { name: `${name} as ${sourceType}`, ms }
    if (over > latest.ms) latest = { name: `${name} as ${sourceType}`, ms: over }
    row[`${sourceType}, ms`] = Math.round(ms)
    row[`${sourceType}, growth`] = (ms / Math.max(1, 8 * little)).toFixed(2)
  }
  table.push(row)
}
printTable(table)
console.log(`slowest: ${worst.name}, ${Math.round(worst.ms)} ms`)
console.log(
  `latest after a deadline of ${DEADLINE_MS} ms: ${latest.name}, ${Math.round(latest.ms)} ms`,
)
