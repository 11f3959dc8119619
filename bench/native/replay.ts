// pnpm bench:native:replay FILE.jsonl[.gz] [EVERY]
//
// Replays recorded views, shell outputs and searches through the native path as it is installed: the same policy,
// question, engine and closing line, then marks for what the session holds already. By client and by lever, with what a
// miss costs. A view goes in ranges with numbers, as Claude Code's Read is shown, or pruned, as the reads of Gemini,
// opencode and Copilot are; Codex reads with commands, and its ranges are commands too. EVERY n-th case is taken.
import { type EarlierCall, earlierTexts, markRepeats } from '@jeeves/mcp-pruner/replay'
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
  tokensOf,
} from './native-cases.js'

const [file, every = '1'] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: pnpm bench:native:replay FILE.jsonl[.gz] [EVERY]')
  process.exit(2)
}

const { ask, close } = await startInstalled(20_000)

const saidFor = ({ query, task = '' }: RecordedCase) => ({ said: query, prompt: task })

/** A read of a range passes. */
const isRanged = ({ first_line: first = 1, args = '' }: RecordedCase) =>
  first > 1 || /lines? \d+-\d+/.test(args)

/** By a tool of its own for that. */
const isRead = ({ kind, agent }: RecordedCase): boolean => kind === 'traj-view' && agent !== 'codex'

let singles = 0
/** Outputs go through the hook that sees them whole; question and pruning are the same everywhere. */
async function prunedAfter(one: RecordedCase): Promise<Shown | undefined> {
  if (isRead(one) && isRanged(one)) return undefined
  singles += 1
  const answer = await ask({
    client: 'opencode',
    // A file that was read before in the same session is shown whole; these are single outputs.
    sessionID: `one${singles}`,
    ...callOf(one),
    tool_response: one.text,
    ...saidFor(one),
  })
  return typeof answer['output'] === 'string' ? shownIn(one.text, answer['output']) : undefined
}

function callOf(one: RecordedCase): object {
  const { kind, args = '', path = '' } = one
  if (isRead(one)) return { tool_name: 'read', tool_input: { filePath: path } }
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

/** Which lines of the text are in the answer: each is the one after the last, or the one that a mark names. */
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

/** What each session has been shown. `SESSION#TURN.CALL` is a case's id. */
const earlierCalls = new Map<string, EarlierCall[]>()
const sessionOf = ({ id }: RecordedCase): string => id.split('#')[0] ?? ''
const turnOf = ({ id }: RecordedCase): number => Number(id.split('#')[1] ?? 0)

/** Tokens of the answer that marks save. */
function savedByMarks(one: RecordedCase, shown: Shown | undefined): number {
  const calls = earlierCalls.get(sessionOf(one)) ?? []
  earlierCalls.set(sessionOf(one), calls)
  const text = shown?.text ?? one.text
  const firstLine = one.first_line ?? 1
  const marked = markRepeats(text, earlierTexts(calls), {
    firstLine,
    hasMarks: shown !== undefined,
  })
  const name = { 'traj-view': 'Read', 'traj-search': 'Grep' }[one.kind] ?? 'Bash'
  const input = { file_path: one.path, command: one.args, pattern: one.args }
  calls.push({ name, input, output: marked?.text ?? text })
  return marked ? tokensOf(text) - tokensOf(marked.text) : 0
}

const LEVERS: Readonly<Record<string, string>> = {
  'traj-view': 'reads',
  'traj-search': 'searches',
}
const leverOf = ({ kind }: RecordedCase): string => LEVERS[kind] ?? 'commands'

const rows = new Map<string, Paid>()
const sessions = new Map<string, Paid>()
/** Of each session the outputs that cost more than raw, by block. */
const losses = new Map<string, string[]>()
function count(into: Map<string, Paid>, row: string, one: RecordedCase, shown: Shown | undefined) {
  const paid = into.get(row) ?? nothingPaid()
  into.set(row, paid)
  pay(paid, one, shown)
  return paid
}

function noteLoss(one: RecordedCase, shown: Shown | undefined): void {
  const alone = nothingPaid()
  pay(alone, one, shown)
  if (alone.block <= alone.raw) return
  const session = sessionOf(one)
  const loss = `${one.kind.replace('traj-', '')} ${alone.raw} to ${alone.shown}, ${Math.round(alone.block)} by block`
  losses.set(session, [...(losses.get(session) ?? []), loss])
}

const taken = readRecorded(file).filter((_, index) => index % Number(every) === 0)
for (const one of taken.toSorted((a, b) => turnOf(a) - turnOf(b))) {
  const isClaude = one.agent === 'claude-code'
  const shown = await (isRead(one) && isClaude ? shownInRanges(one) : prunedAfter(one))
  const saved = savedByMarks(one, shown)
  noteLoss(one, shown)
  const agent = one.agent ?? 'unknown'
  count(rows, `all, ${leverOf(one)}`, one, shown)
  count(rows, `${agent}, ${leverOf(one)}`, one, shown)
  for (const paid of [
    count(rows, `${agent}, all`, one, shown),
    count(rows, 'all, all', one, shown),
    count(sessions, sessionOf(one), one, shown),
  ]) {
    paid.repeats += saved
    paid.shown -= saved
    paid.net -= saved
    paid.block -= saved
  }
}

const inAll = rows.get('all, all')?.raw ?? 1
const leverRow = (name: string, paid: Paid) => ({
  ...rowOf(name, paid),
  'of all tokens': `${((100 * paid.raw) / inAll).toFixed(0)} %`,
  'saved by marks': name.endsWith('all') ? `${((100 * paid.repeats) / paid.raw).toFixed(1)} %` : '',
})
printTable(
  [...rows]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .filter(([, { cases }]) => cases >= 10)
    .map(([name, paid]) => leverRow(name, paid)),
)
console.log('raw is 1.000 in shown, net and block; `all` is with marks for what the session holds')
const worse = (cost: (paid: Paid) => number) =>
  [...sessions.values()].filter((paid) => cost(paid) > 1.02 * paid.raw).length
console.log(
  `of ${sessions.size} sessions (their sampled outputs) over 2 % worse: ${worse(({ block }) => block)} by block, ${worse(({ net }) => net)} by net`,
)
for (const [session, { raw, block }] of sessions) {
  if (block > 1.02 * raw)
    console.log(
      `${session}: ${raw} tokens, ${(block / raw).toFixed(2)}; ${(losses.get(session) ?? []).join('; ')}`,
    )
}
close()
