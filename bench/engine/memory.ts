// A process of its own: how far one prune of the text in a file raises resident memory at its highest. The
// text must be large enough that the mark left by starting up is passed.
import { readFileSync } from 'node:fs'
import { lexicalScorer, prune, type SourceType } from '@jeeves/pruner'
import { defaultScorer } from '@jeeves/pruner/node'

const [file = '', sourceType = 'code', scorerName = 'learned'] = process.argv.slice(2)
const goal = 'where is the deadline checked and what happens when it has passed'
const text = readFileSync(file, 'latin1') // one flat string, one byte a character
const scorer = scorerName === 'lexical' ? lexicalScorer : defaultScorer()
globalThis.gc?.()
const before = process.memoryUsage.rss()
prune({ text, origin: 'explicit', goal, sourceType: sourceType as SourceType }, { scorer })
const highest = process.resourceUsage().maxRSS * 1024
console.log(JSON.stringify({ multiple: (highest - before) / text.length }))
