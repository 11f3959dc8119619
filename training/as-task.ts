// A commit or a question as an agent would come upon it: the task says what is wanted, and before the call that
// shows a part of the file it only says that it will look at it. Recorded sessions come from few projects; this
// shows the network what a task tells of a text in many.
import type { Case } from './data.js'

const SAID = [
  'Let me look at the file.',
  'Now let me read {file} to see how it works.',
  'Let me check {file}.',
  "I'll look at the current implementation.",
  'Let me see the rest of it.',
  'Next I will open {file} to find the relevant code.',
  'Let me view the relevant section.',
  "Now I need to understand what's there.",
  'Checking {file} before I change anything.',
  'Let me look at this part of the code.',
]
const HEIGHTS = [60, 100, 150, 200, 300, 500, 2000]

/** Undefined for a case without needed lines. */
export function asTask(one: Case, number: number): Case | undefined {
  if (one.gold.length === 0) return undefined
  const draw = generator(number)
  const lines = one.text.split('\n')
  const height = HEIGHTS[Math.floor(draw() * HEIGHTS.length)]!
  const anchor = one.gold[Math.floor(draw() * one.gold.length)]! - 1
  const from = Math.max(0, Math.min(lines.length - height, anchor - Math.floor(draw() * height)))
  const shown = lines.slice(from, from + height)
  const file = one.path.split('/').at(-1)!
  const said = SAID[Math.floor(draw() * SAID.length)]!.replace('{file}', file)
  const range = shown.length < lines.length ? ` lines ${from + 1}-${from + shown.length}` : ''
  return {
    ...one,
    text: shown.join('\n'),
    query: draw() < 0.3 ? `${said} ${some(one.query, draw)}` : said,
    task: one.query,
    args: `${one.path}${range}`,
    first_line: from + 1,
    gold: one.gold.map((line) => line - from).filter((line) => line > 0 && line <= shown.length),
  }
}

/** A few of the words. */
function some(query: string, draw: () => number): string {
  return query
    .split(/\s+/)
    .filter(() => draw() < 0.4)
    .slice(0, 12)
    .join(' ')
}

/** The same numbers in every run. */
function generator(seed: number): () => number {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
