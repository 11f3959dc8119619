// pnpm bench:native:mix FILE.jsonl[.gz] [EVERY]
//
// Which words make the best question of a call in which nobody asked one: what the agent said, the call's own
// words, the user's prompt. Run it on sessions to learn from, not on those to measure on. EVERY n-th case is taken.
import { prune, renderCompact } from '@jeeves/pruner'
import { defaultScorer } from '@jeeves/pruner/node'
import { printTable } from '../lib/table.js'
import {
  nothingPaid,
  pay,
  type RecordedCase,
  readRecorded,
  rowOf,
  type Shown,
} from './native-cases.js'

type Mix = (one: RecordedCase) => {
  readonly goal: string
  readonly context?: string
  readonly task?: string
}

const join = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join('\n')
const short = (text = '', length = 600) => text.slice(0, length)

const MIXES: Readonly<Record<string, Mix>> = {
  said: ({ query }) => ({ goal: query }),
  'said; call': ({ query, args }) => ({ goal: query, ...(args && { context: args }) }),
  'said + call': ({ query, args }) => ({ goal: join(query, args) }),
  'said + prompt; call': ({ query, args, task }) => ({
    goal: join(query, short(task)),
    ...(args && { context: args }),
  }),
  'said; call + prompt': ({ query, args, task }) => ({
    goal: query,
    context: join(args, short(task)),
  }),
  'said; call; prompt as the task': ({ query, args, task }) => ({
    goal: query,
    ...(args && { context: args }),
    ...(task && { task }),
  }),
  'said, or prompt where it was carried over; call': ({ query, args, task, query_from }) => ({
    goal: query_from === 'carried' ? join(short(task), query) : query,
    ...(args && { context: args }),
  }),
  'prompt; call': ({ args, task, query }) => ({
    goal: short(task) || query,
    ...(args && { context: args }),
  }),
}

const [file, every = '4'] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: pnpm bench:native:mix FILE.jsonl[.gz] [EVERY]')
  process.exit(2)
}
const cases = readRecorded(file).filter((_, index) => index % Number(every) === 0)
const scorer = defaultScorer()

function shownBy(one: RecordedCase, mix: Mix): Shown | undefined {
  const { text, path, first_line: firstLine = 1 } = one
  if (Buffer.byteLength(text) < 1500) return undefined
  const result = prune(
    {
      text,
      origin: 'implicit',
      ...mix(one),
      ...(path && { fileName: path }),
      firstLine,
    },
    { scorer },
  )
  if (result.status !== 'pruned') return undefined
  const kept = new Set(Array.from({ length: result.lines.length }, (_, index) => index + 1))
  for (const { startLine, endLine } of result.blocks) {
    for (let line = startLine; line <= endLine; line += 1) kept.delete(line)
  }
  return {
    text: `${renderCompact(result, { firstLine })}\n[closing line of some forty tokens: recover_text prn_01JABCDEFGHJKMNPQRSTVWXYZ0, or in a shell]`,
    kept,
  }
}

printTable(
  Object.entries(MIXES).map(([name, mix]) => {
    const paid = nothingPaid()
    for (const one of cases) pay(paid, one, shownBy(one, mix))
    return rowOf(name, paid)
  }),
)
