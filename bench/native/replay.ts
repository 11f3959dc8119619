// pnpm bench:native:replay FILE.jsonl[.gz] [EVERY]
//
// Replays recorded views, shell outputs and searches through the native path as it is installed: the same policy,
// question, engine and closing line. A view goes through it twice: in ranges with numbers, as Claude Code's Read is shown,
// and pruned, as the reads of Gemini, opencode and Copilot are. EVERY n-th case is taken.
import { printTable } from '../lib/table.js'
import { startInstalled } from './installed-server.js'
import {
  nothingPaid,
  type Paid,
  pay,
  type RecordedCase,
  readRecorded,
  rowOf,
  type Shown,
} from './native-cases.js'

const [file, every = '1'] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: pnpm bench:native:replay FILE.jsonl[.gz] [EVERY]')
  process.exit(2)
}

const { ask, close } = await startInstalled(20_000)

const saidFor = ({ query, task = '' }: RecordedCase) => ({ said: query, prompt: task })

/** A ranged read passes, whoever makes it. */
const isRanged = ({ first_line: first = 1, args = '' }: RecordedCase) =>
  first > 1 || /lines? \d+-\d+/.test(args)

/** Outputs go through the hook that sees them whole; what is asked and how it is pruned is the same everywhere. */
async function prunedAfter(one: RecordedCase): Promise<Shown | undefined> {
  if (one.kind === 'traj-view' && isRanged(one)) return undefined
  const answer = await ask({
    client: 'opencode',
    ...callOf(one),
    tool_response: one.text,
    ...saidFor(one),
  })
  return typeof answer['output'] === 'string' ? shownIn(one.text, answer['output']) : undefined
}

function callOf({ kind, args = '', path = '' }: RecordedCase): object {
  if (kind === 'traj-view') return { tool_name: 'read', tool_input: { filePath: path } }
  if (kind === 'traj-search') return { tool_name: 'grep', tool_input: { pattern: args } }
  return { tool_name: 'bash', tool_input: { command: args || 'run' } }
}

let files = 0
/** As Claude Code shows a file, each line behind its number, through its hooks module. */
async function shownInRanges(one: RecordedCase): Promise<Shown | undefined> {
  if (isRanged(one)) return undefined
  files += 1
  const numbered = one.text.split('\n').map((line, index) => `${index + 1}\t${line}`)
  const answer = await ask({
    client: 'claude',
    hook_event_name: 'ToolResult',
    session_id: `s${files}`,
    tool_name: 'Read',
    tool_use_id: `t${files}`,
    tool_input: { file_path: one.path ?? 'file.txt' },
    tool_response: { text: numbered.join('\n') },
    said: one.query_from === 'carried' ? '' : one.query,
    prompt: one.task ?? '',
  })
  const { text } = answer
  if (typeof text !== 'string') return undefined
  const numbers = [...text.matchAll(/^(\d+)\t/gm)].map(([, number]) => Number(number))
  // The numbers are not part of the text that it is compared with.
  return { text: text.replaceAll(/^\d+\t/gm, ''), kept: new Set(numbers) }
}

/** A line of which this many characters are shown counts as kept. */
const ENOUGH_OF_A_LINE = 80

/** Which lines of the text stand in the answer: each is the one after the last, or the one that a mark names. */
function shownIn(text: string, answer: string): Shown {
  const kept = new Set<number>()
  const lines = text.split('\n')
  let at = 0
  for (const line of answer.split('\n')) {
    const mark = /^…#*(\d+):(?: \(\d+ repeats\))?$/.exec(line)
    if (mark) {
      at = Number(mark[1]) - 1
      continue
    }
    if (/^…#*end/.test(line)) break
    // Shortened, or with control characters made visible.
    if (lines[at] === line || line.length >= ENOUGH_OF_A_LINE) kept.add(at + 1)
    at += 1
  }
  return { text: answer, kept }
}

const rows = new Map<string, Paid>()
function count(row: string, one: RecordedCase, shown: Shown | undefined): void {
  const paid = rows.get(row) ?? nothingPaid()
  rows.set(row, paid)
  pay(paid, one, shown)
}

for (const [index, one] of readRecorded(file).entries()) {
  if (index % Number(every) !== 0) continue
  const after = await prunedAfter(one)
  const isView = one.kind === 'traj-view'
  const before = isView ? await shownInRanges(one) : after
  if (isView) count('view, in ranges', one, before)
  if (isView && before) count('view, those that were cut', one, before)
  count(one.kind.replace('traj-', '') + (isView ? ', pruned after' : ''), one, after)
  count('all, views in ranges', one, before)
  if (one.agent === 'claude-code') count('Claude Code, all, views in ranges', one, before)
  // Its views are commands.
  if (one.agent === 'codex') count('Codex, all', one, after)
  if (one.agent === 'opencode') count('opencode, all', one, after)
  count('all, views pruned after', one, after)
}
printTable([...rows].map(([name, paid]) => rowOf(name, paid)))
console.log('raw is 1.000 in every column but the last')
close()
