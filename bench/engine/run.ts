// pnpm bench:engine
//
// Time of a whole prune, beside counting the same text's tokens with an o200k tokenizer in the same run;
// growth from 1,000 to 100,000 lines; memory as a multiple of the text. Each text twice: scored by hand and by
// the learned scorer.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lexicalScorer, prune } from '@jeeves/pruner'
import { defaultScorer } from '@jeeves/pruner/node'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { printTable } from '../lib/table.js'
import { median } from '../lib/timing.js'
import { codeOf, logOf } from './texts.js'

const GOAL = 'where is the deadline checked and what happens when it has passed'
const loadStart = performance.now()
const learnedScorer = defaultScorer()
console.log(`learned scorer loaded in ${(performance.now() - loadStart).toFixed(1)} ms`)
const KINDS = [
  ['code', codeOf, 'code', lexicalScorer],
  ['code', codeOf, 'code', learnedScorer],
  ['log', logOf, 'logs', lexicalScorer],
  ['log', logOf, 'logs', learnedScorer],
] as const
const LARGE = 300_000
const memory = fileURLToPath(new URL('memory.ts', import.meta.url))

/**
 * Median milliseconds of processor time, the contestants in turn: on a busy machine the wall clock mostly
 * measures the others. The first third of the rounds warms up.
 */
function race<Name extends string>(
  contestants: Readonly<Record<Name, () => unknown>>,
  rounds: number,
): Record<Name, number> {
  const names = Object.keys(contestants) as Name[]
  const times = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds * 1.5; round++) {
    for (const name of names) {
      const start = process.cpuUsage()
      contestants[name]()
      const { user, system } = process.cpuUsage(start)
      if (round >= rounds / 2) times.get(name)?.push((user + system) / 1000)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<
    Name,
    number
  >
}

const rows = []
for (const [kind, make, sourceType, scorer] of KINDS) {
  let perLine = 0
  for (const lines of [1000, 10_000, 100_000]) {
    const text = make(lines)
    const once = () => prune({ text, goal: GOAL, sourceType }, { scorer })
    const times = race(
      { prune: once, tokenizer: () => countTokens(text) },
      Math.max(3, Math.min(60, 40_000 / lines)),
    )
    if (lines === 1000) perLine = times.prune / lines
    const { stats } = once()
    rows.push({
      text: kind,
      scorer: scorer.name,
      lines,
      kB: Math.round(text.length / 1000),
      'kept lines': stats.keptLines,
      'ms a 1,000 lines': ((times.prune / lines) * 1000).toFixed(2),
      'tokenizer, ms a 1,000': ((times.tokenizer / lines) * 1000).toFixed(2),
      'ratio to tokenizer': (times.prune / times.tokenizer).toFixed(2),
      'growth a line': (times.prune / lines / perLine).toFixed(2),
    })
  }
}
printTable(rows)

const folder = mkdtempSync(join(tmpdir(), 'bench-engine-'))
const peaks = KINDS.map(([kind, make, sourceType, scorer]) => {
  const file = join(folder, kind)
  const text = make(LARGE)
  writeFileSync(file, text, 'latin1')
  const run = [
    '--import',
    'tsx',
    '--conditions=@jeeves/source',
    '--expose-gc',
    memory,
    file,
    sourceType,
    scorer.name,
  ]
  const { multiple } = JSON.parse(execFileSync(process.execPath, run, { encoding: 'utf8' })) as {
    multiple: number
  }
  return {
    text: kind,
    scorer: scorer.name,
    lines: LARGE,
    MB: (text.length / 1e6).toFixed(1),
    'peak / text': multiple.toFixed(1),
  }
})
rmSync(folder, { recursive: true, force: true })
printTable(peaks)
