// Every answer to the questions of `pnpm bench:questions`, and to questions about captured output of tools, as lines
// and remarks. A change that is not meant to change answers leaves recorded-answers.txt alone; after one that is,
// `pnpm vitest run packages/core/pruner/test/recorded-answers.test.ts -u` writes it, and the difference is to be read.
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { closingRemarks, keptLines, type PruneRequest, prune } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

const QUESTIONS = new URL('../../../../bench/questions/', import.meta.url)
const OUTPUTS = new URL('./tool-output/', import.meta.url)
const rowsOf = (lines: Buffer) =>
  lines
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<'id' | 'name' | 'text' | 'question', string> => JSON.parse(line))

const texts = new Map(
  rowsOf(gunzipSync(readFileSync(new URL('texts.jsonl.gz', QUESTIONS)))).map((row) => [
    row.name,
    row.text,
  ]),
)
const questions = rowsOf(readFileSync(new URL('questions.jsonl', QUESTIONS)))
const outputs = readdirSync(OUTPUTS)
  .sort()
  .map((name) => readFileSync(new URL(name, OUTPUTS), 'utf8'))
  .join('\n')

/** As `3-9 14 20`. */
function rangesOf(lines: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last && last[1] === line - 1) last[1] = line
    else ranges.push([line, line])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(' ')
}

function recorded(name: string, request: PruneRequest): string {
  const result = prune(request, { scorer: defaultScorer() })
  const shown = result.status === 'pruned' ? rangesOf(keptLines(result)) : result.status
  return [name, shown, ...closingRemarks(result)].join(' | ')
}

const requests: Readonly<Record<string, Omit<PruneRequest, 'text' | 'goal'>>> = {
  'direct questions': { origin: 'explicit' },
  'with a bound of 300 tokens': { origin: 'explicit', maxTokens: 300 },
  'with three lines around each': { origin: 'explicit', widen: { context: 3 } },
  'words before a call': { origin: 'implicit', context: 'cat', task: 'Make it faster.' },
  'condensed to a fifth': { origin: 'explicit', mode: 'condense', budget: { share: 0.2 } },
}

const OF_OUTPUTS = [
  'Why does it fail?',
  'Which tests failed?',
  'List all warnings.',
  'How many tests passed?',
  'Where is the type error in cart.ts?',
  'Let me run it and see what is left to do.',
]

test.each(Object.entries(requests))('%s', async (name, request) => {
  const answers = [
    ...questions.map(({ id, text, question }) =>
      recorded(id, { ...request, text: texts.get(text)!, goal: question, fileName: text }),
    ),
    ...OF_OUTPUTS.map((goal) => recorded(goal, { ...request, text: outputs, goal })),
  ]
  await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot(
    `recorded-answers/${name.replaceAll(' ', '-')}.txt`,
  )
})
