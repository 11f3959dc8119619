// pnpm bench:engine
//
// Time of a whole prune, compared with counting the same text's tokens with an o200k tokenizer in the same run;
// growth from 1,000 to 100,000 lines; memory as a multiple of the text. Each text twice: scored by hand and by
// the learned scorer. The latter also with what an agent says before a call, and with the call's arguments.
// The compiled engine is measured, as users run it: compiled on the fly, functions are wrapped to keep their names.
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
import { codeOf, logOf, searchOf } from './texts.js'

const GOAL = 'where is the deadline checked and what happens when it has passed'
const SAID = `The failing test says that the deadline is not honoured when a very long text is pruned: the call
returns after four seconds although timeout_ms was 1000. I think that \`Deadline.check\` is called too rarely in
splitText and in extractFeatures, or that the clock handed over by pruneWithin is not monotonic. Let me look at how
the deadline is created, where checkDeadline is passed on, which loops spend from it, and what happens when
DeadlineExceeded is thrown: is the raw output returned with the warning "timeout", and is the count of lines still
right? I also want to see where countLines and unpruned are used, and whether any regular expression can take
quadratic time on hostile input.`
const CALL = '{"pattern":"deadline|checkDeadline","path":"packages/core/pruner"}'
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

/** Milliseconds of processor time: of the middle one of the rounds, and of the quickest. */
interface Times {
  readonly median: number
  readonly least: number
}

/**
 * The contestants in turn, by processor time: on a busy machine the wall clock mostly measures the others. The
 * first third of the rounds warms up.
 */
function race<Name extends string>(
  contestants: Readonly<Record<Name, () => unknown>>,
  rounds: number,
): Record<Name, Times> {
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
  return Object.fromEntries(
    names.map((name) => {
      const taken = times.get(name) ?? []
      return [name, { median: median(taken), least: Math.min(...taken) }]
    }),
  ) as Record<Name, Times>
}

const rows = []
for (const [kind, make, sourceType, scorer] of KINDS) {
  let perLine = 0
  for (const lines of [1000, 10_000, 100_000]) {
    const text = make(lines)
    const once = () => prune({ text, origin: 'explicit', goal: GOAL, sourceType }, { scorer })
    const times = race(
      { prune: once, tokenizer: () => countTokens(text) },
      Math.max(8, Math.min(60, 40_000 / lines)),
    )
    const { prune: pruning, tokenizer } = times
    if (lines === 1000) perLine = pruning.median / lines
    const { stats } = once()
    rows.push({
      text: kind,
      scorer: scorer.name,
      lines,
      kB: Math.round(text.length / 1000),
      'kept lines': stats.keptLines,
      'ms a 1,000 lines': ((pruning.median / lines) * 1000).toFixed(2),
      'tokenizer, ms a 1,000': ((tokenizer.median / lines) * 1000).toFixed(2),
      'ratio to tokenizer': (pruning.median / tokenizer.median).toFixed(2),
      'growth a line': (pruning.median / lines / perLine).toFixed(2),
    })
  }
}
printTable(rows)

const asked = [
  ['short', { origin: 'explicit', goal: GOAL }],
  ['long', { origin: 'explicit', goal: SAID }],
  ['long, with the call', { origin: 'implicit', goal: SAID, context: CALL }],
] as const
const byQuestion = [
  ['code', codeOf(1000), 'code'],
  ['log', logOf(1000), 'logs'],
  ['search', searchOf(1000), 'logs'],
] as const
printTable(
  byQuestion.flatMap(([kind, text, sourceType]) =>
    asked.map(([question, request]) => {
      const once = () => prune({ text, sourceType, ...request }, { scorer: learnedScorer })
      const times = race({ prune: once, tokenizer: () => countTokens(text) }, 100)
      return {
        text: kind,
        question,
        'prune, median ms': times.prune.median.toFixed(2),
        'tokenizer, median ms': times.tokenizer.median.toFixed(2),
        'ratio of medians': (times.prune.median / times.tokenizer.median).toFixed(2),
        'ratio of the least': (times.prune.least / times.tokenizer.least).toFixed(2),
      }
    }),
  ),
)

const folder = mkdtempSync(join(tmpdir(), 'bench-engine-'))
const peaks = KINDS.map(([kind, make, sourceType, scorer]) => {
  const file = join(folder, kind)
  const text = make(LARGE)
  writeFileSync(file, text, 'latin1')
  const run = ['--import', 'tsx', '--expose-gc', memory, file, sourceType, scorer.name]
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
