// pnpm bench:native:replay FILE.jsonl[.gz] [EVERY]
//
// Replays recorded views, shell outputs and searches through the native path as it is installed: the same policy,
// question, engine and closing line. A view goes through it twice: narrowed to one range before the call, as Claude
// Code's Read is, and pruned after it, as the reads of Gemini, opencode and Copilot are. EVERY n-th case is taken.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

const { home, ask, close } = await startInstalled(20_000)

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
async function narrowed(one: RecordedCase): Promise<Shown | undefined> {
  if (isRanged(one)) return undefined
  files += 1
  const path = join(home, `${files}-${(one.path ?? 'file.txt').split('/').at(-1)}`)
  writeFileSync(path, one.text)
  const answer = await ask({
    client: 'claude',
    hook_event_name: 'PreToolUse',
    tool_name: 'Read',
    tool_use_id: `t${files}`,
    tool_input: { file_path: path },
    ...saidFor(one),
  })
  const input = (
    answer['hookSpecificOutput'] as { updatedInput?: { offset: number; limit: number } }
  )?.updatedInput
  if (!input) return undefined
  const { offset, limit } = input
  const kept = new Set(Array.from({ length: limit }, (_, index) => offset + index))
  const text = one.text
    .split('\n')
    .slice(offset - 1, offset - 1 + limit)
    .join('\n')
  return {
    text: `${text}\nlines ${offset}-${offset + limit - 1} were read, by what you said before; for others read it again`,
    kept,
  }
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
    // Cut inside, or with control characters made visible.
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
  const before = isView ? await narrowed(one) : after
  if (isView) count('view, narrowed before', one, before)
  if (isView && before) count('view, those that were narrowed', one, before)
  count(one.kind.replace('traj-', '') + (isView ? ', pruned after' : ''), one, after)
  count('all, views narrowed before', one, before)
  count('all, views pruned after', one, after)
}
printTable([...rows].map(([name, paid]) => rowOf(name, paid)))
console.log('raw is 1.000 in every column but the last')
close()
