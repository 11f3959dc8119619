// pnpm bench:native:repeats CASES…
//
// What the recorded outputs of the same session repeat, marked as a client's own tools would have it: tokens saved, what
// a mark costs, and an exact check that every line that a mark stands for was shown before it, in one piece. Cases are
// single outputs of sessions, so that less is repeated here than in a whole session.

import { type EarlierCall, earlierTexts, markRepeats } from '@jeeves/mcp-pruner/replay'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { printTable } from '../lib/table.js'
import { type RecordedCase, readRecorded } from './native-cases.js'

interface Tally {
  outputs: number
  marked: number
  raw: number
  saved: number
  marks: number
  markTokens: number
  markedLines: number
  untrue: number
}

const NAMES: Readonly<Record<string, string>> = {
  'traj-view': 'Read',
  'traj-search': 'Grep',
}

/** `SESSION#TURN.CALL`. */
function placeOf({ id }: RecordedCase): { readonly session: string; readonly at: number } {
  const [session = '', at = '0'] = id.split('#')
  return { session, at: Number(at) }
}

function sessionsOf(cases: readonly RecordedCase[]): ReadonlyMap<string, RecordedCase[]> {
  const sessions = new Map<string, RecordedCase[]>()
  for (const each of cases) {
    const { session } = placeOf(each)
    sessions.set(session, [...(sessions.get(session) ?? []), each])
  }
  for (const [, outputs] of sessions) outputs.sort((a, b) => placeOf(a).at - placeOf(b).at)
  return sessions
}

const earlierCall = (each: RecordedCase, output: string): EarlierCall => {
  const { kind, path } = each
  const name = NAMES[kind] ?? 'Bash'
  const input = name === 'Read' ? { file_path: path } : { command: path, pattern: path }
  return { name, input, output }
}

/** Lines that a mark stands for and that no earlier answer shows in one piece. */
function untrueMarks(
  shown: string,
  text: string,
  firstLine: number,
  earlierCalls: readonly EarlierCall[],
) {
  const lines = text.split('\n')
  const before = earlierCalls.map(({ output = '' }) => `\n${output}\n`)
  return [...shown.matchAll(/^…#*(\d+)-(\d+) as .* above$/gm)].filter(([, from, to]) => {
    const run = lines.slice(Number(from) - firstLine, Number(to) - firstLine + 1).join('\n')
    return !before.some((each) => each.includes(`\n${run}\n`))
  }).length
}

function measure(outputs: readonly RecordedCase[], tally: Tally): void {
  const earlierCalls: EarlierCall[] = []
  for (const each of outputs) {
    const { text } = each
    const firstLine = each.first_line ?? 1
    const marked = markRepeats(text, earlierTexts(earlierCalls), { firstLine })
    const shown = marked?.text ?? text
    tally.outputs += 1
    tally.raw += countTokens(text)
    if (marked) {
      tally.marked += 1
      tally.saved += countTokens(text) - countTokens(shown)
      tally.marks += marked.marks.length
      for (const mark of marked.marks) tally.markTokens += countTokens(`${mark}\n`)
      tally.markedLines += marked.repeatedLines
      tally.untrue += untrueMarks(shown, text, firstLine, earlierCalls)
    }
    earlierCalls.push(earlierCall(each, shown))
  }
}

const tallies = new Map<string, Tally>()
for (const file of process.argv.slice(2)) {
  for (const [, outputs] of sessionsOf(readRecorded(file))) {
    const agent = (outputs[0] as RecordedCase & { readonly agent?: string }).agent ?? 'unknown'
    const tally: Tally = tallies.get(agent) ?? {
      outputs: 0,
      marked: 0,
      raw: 0,
      saved: 0,
      marks: 0,
      markTokens: 0,
      markedLines: 0,
      untrue: 0,
    }
    tallies.set(agent, tally)
    measure(outputs, tally)
  }
}
printTable(
  [...tallies].map(([agent, tally]) => ({
    agent,
    outputs: tally.outputs,
    'with marks': tally.marked,
    'tokens raw': tally.raw,
    saved: tally.saved,
    'share saved': `${((100 * tally.saved) / tally.raw).toFixed(1)} %`,
    'lines a mark': (tally.markedLines / Math.max(1, tally.marks)).toFixed(0),
    'tokens a mark': (tally.markTokens / Math.max(1, tally.marks)).toFixed(1),
    'not shown before': tally.untrue,
  })),
)
