// A process of its own: how far one prune raises the high-water mark of resident memory.
import { prune } from '@jeeves/pruner'
import { codeOf, logOf } from './texts.js'

const [kind, lines] = process.argv.slice(2)
const make = kind === 'log' ? logOf : codeOf
const sourceType = kind === 'log' ? 'logs' : 'code'
const goal = 'where is the deadline checked and what happens when it has passed'
prune({ text: make(2000), goal, sourceType }) // compiled code is not the text's cost
const text = Buffer.from(make(Number(lines))).toString('latin1') // one flat string, one byte a character
const collect = globalThis.gc
collect?.()
const before = process.resourceUsage().maxRSS
const result = prune({ text, goal, sourceType })
const after = process.resourceUsage().maxRSS
console.log(
  JSON.stringify({
    bytes: text.length,
    raised: (after - before) * 1024,
    kept: result.stats.keptLines,
  }),
)
