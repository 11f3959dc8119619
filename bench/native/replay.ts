// pnpm bench:native:replay FILE.jsonl[.gz]
//
// Replays recorded views, shell outputs and searches through the native path as it is installed: the same policy,
// question, engine and closing line, for outputs after the call; reads narrowed to one range as Claude Code's are.
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

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: pnpm bench:native:replay FILE.jsonl[.gz]')
  process.exit(2)
}

const { home, ask, close } = await startInstalled()

/** Outputs go through the hook that sees them whole; what is asked and how it is pruned is the same everywhere. */
async function shownOf(one: RecordedCase): Promise<Shown | undefined> {
  const said = { said: one.query, prompt: one.task ?? '' }
  if (one.kind === 'traj-view') return narrowed(one, said)
  const isSearch = one.kind === 'traj-search'
  const answer = await ask({
    client: 'opencode',
    tool_name: isSearch ? 'grep' : 'bash',
    tool_input: isSearch ? { pattern: one.args ?? '' } : { command: one.args || 'run' },
    tool_response: one.text,
    ...said,
  })
  return typeof answer['output'] === 'string' ? shownIn(one.text, answer['output']) : undefined
}

let files = 0
async function narrowed(one: RecordedCase, said: object): Promise<Shown | undefined> {
  // A ranged read passes, whoever makes it.
  if ((one.first_line ?? 1) > 1 || /lines? \d+-\d+/.test(one.args ?? '')) return undefined
  files += 1
  const path = join(home, `${files}-${(one.path ?? 'file.txt').split('/').at(-1)}`)
  writeFileSync(path, one.text)
  const answer = await ask({
    client: 'claude',
    hook_event_name: 'PreToolUse',
    tool_name: 'Read',
    tool_use_id: `t${files}`,
    tool_input: { file_path: path },
    ...said,
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

/** Which lines of the text stand in the answer, in order. */
function shownIn(text: string, answer: string): Shown {
  const kept = new Set<number>()
  const lines = text.split('\n')
  let at = 0
  for (const line of answer.split('\n')) {
    const mark = /^…#*(\d+):/.exec(line)
    if (mark) at = Number(mark[1]) - 1
    else if (lines[at] === line) {
      at += 1
      kept.add(at)
    }
  }
  return { text: answer, kept }
}

const byKind = new Map<string, Paid>()
for (const one of readRecorded(file)) {
  const shown = await shownOf(one)
  for (const kind of [one.kind.replace('traj-', ''), 'all']) {
    const paid = byKind.get(kind) ?? nothingPaid()
    byKind.set(kind, paid)
    pay(paid, one, shown)
  }
}
printTable([...byKind].map(([kind, paid]) => rowOf(kind, paid)))
console.log('raw is 1.000 in every column but the last')
close()
