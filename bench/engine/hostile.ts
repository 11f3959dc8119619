// tsx --conditions=@jeeves/source bench/engine/hostile.ts [--size 2000000]
//
// Processor time of a prune of each sort of hostile text, as code, output and prose, at the size; growth is
// the time at the size over eight times that at an eighth of it. And the longest stretch of work between two
// looks at the clock, which is the most by which any deadline can be overrun.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { prune, type SourceType } from '@jeeves/pruner'
import { defaultScorer } from '@jeeves/pruner/node'
import { printTable } from '../lib/table.js'
import { HOSTILE } from './hostile-texts.js'

const { values } = parseArgs({ options: { size: { type: 'string', default: '2000000' } } })
const size = Number(values.size)
const scorer = defaultScorer()
const GOAL = 'where is the retryDelay set to 1 and why does the timeout fail'
const TYPES: readonly SourceType[] = ['code', 'logs', 'docs']
/** Never reached, but looked for. */
const FAR = Number.MAX_SAFE_INTEGER

/**
 * Milliseconds that this thread alone has run, if Linux reports them: those of the process include
 * the threads that compile and collect. Told every 4 ms or so.
 */
function ofThread(): number {
  try {
    const told = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1')
    return Number.parseInt(told, 10) / 1e6
  } catch {
    return ofProcess()
  }
}

function ofProcess(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function timeOf(text: string, sourceType: SourceType): { ms: number; longest: number } {
  let last = ofThread()
  let longest = 0
  const look = () => {
    const at = ofThread()
    longest = Math.max(longest, at - last)
    last = at
    return 0
  }
  const start = ofProcess()
  prune({ text, origin: 'explicit', goal: GOAL, sourceType }, { scorer, now: look, deadline: FAR })
  look()
  return { ms: ofProcess() - start, longest }
}

const table = []
let worst = { name: '', ms: 0 }
let latest = { name: '', ms: 0 }
for (const [name, make] of Object.entries(HOSTILE)) {
  const small = make(size / 8)
  const large = make(size)
  const row: Record<string, string | number> = { text: name }
  let between = 0
  for (const sourceType of TYPES) {
    timeOf(small, sourceType)
    const little = timeOf(small, sourceType)
    const { ms, longest } = timeOf(large, sourceType)
    if (ms > worst.ms) worst = { name: `${name} as ${sourceType}`, ms }
    if (longest > latest.ms) latest = { name: `${name} as ${sourceType}`, ms: longest }
    between = Math.max(between, longest)
    row[`${sourceType}, ms`] = Math.round(ms)
    row[`${sourceType}, growth`] = (ms / Math.max(1, 8 * little.ms)).toFixed(2)
  }
  row['between looks, ms'] = between.toFixed(0)
  table.push(row)
}
printTable(table)
console.log(`slowest: ${worst.name}, ${Math.round(worst.ms)} ms`)
console.log(`longest between two looks: ${latest.name}, ${latest.ms.toFixed(0)} ms`)
