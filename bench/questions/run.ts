// pnpm bench:questions [--answers FOLDER] [--questions FILE --texts FOLDER] [--through bash|engine]
//
// Every question of questions.jsonl through `read` of the built server over stdio, with default settings, compared with
// `grep -nE -C6` with the pattern written down for it: is every needed line there, and what does it cost in tokens? `--questions` asks
// others, of the files of a folder.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { printTable } from '../lib/table.js'
import { median } from '../lib/timing.js'
import {
  type AskCase,
  askThroughEngine,
  type CaseAnswer,
  notPrunedNote,
  openTool,
  shownOf,
} from '../quality/through.js'

interface Question {
  readonly id: string
  readonly text: string
  readonly kind: string
  readonly question: string
  /** Lines from 1; of a list, any one. */
  readonly needed: readonly (number | readonly number[])[]
  readonly grep: string
}

interface Side {
  readonly missing: readonly number[]
  readonly tokens: number
  readonly shown: string
}

interface Outcome {
  readonly question: Question
  readonly pruner: Side
  readonly grep: Side
}

const here = (name: string) => readFileSync(new URL(name, import.meta.url))
const rowsOf = <Row>(jsonLines: Buffer): Row[] =>
  jsonLines
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)

function sideOf({ needed }: Question, lines: ReadonlySet<number>, shown: string): Side {
  const missing = needed.flatMap((one) => {
    const anyOf = typeof one === 'number' ? [one] : one
    return anyOf.some((line) => lines.has(line)) ? [] : anyOf.slice(0, 1)
  })
  return { missing, tokens: countTokens(shown), shown }
}

function grepFor(question: Question, text: string): Side {
  const { stdout, status, stderr } = spawnSync('grep', ['-nE', '-C6', '-e', question.grep], {
    input: text,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${question.id}: grep exits with ${status}: ${stderr}`)
  const lines = stdout.split('\n').flatMap((line) => /^(\d+)[:-]/.exec(line)?.[1] ?? [])
  return sideOf(question, new Set(lines.map(Number)), stdout)
}

const isComplete = ({ missing }: Side) => missing.length === 0
const share = (sides: readonly Side[]) => `${sides.filter(isComplete).length} of ${sides.length}`
const middle = (sides: readonly Side[]) => median(sides.map(({ tokens }) => tokens))
const sum = (sides: readonly Side[]) => sides.reduce((total, { tokens }) => total + tokens, 0)

function summaryRow(kind: string, outcomes: readonly Outcome[]) {
  const pruner = outcomes.map((outcome) => outcome.pruner)
  const grep = outcomes.map((outcome) => outcome.grep)
  return {
    kind,
    complete: share(pruner),
    'complete, grep': share(grep),
    'median tokens': middle(pruner),
    'median tokens, grep': middle(grep),
    'all tokens': sum(pruner),
    'all tokens, grep': sum(grep),
  }
}

function writeAnswer(folder: string, { question, pruner, grep }: Outcome, text: string): void {
  const lines = text.split('\n')
  const lacks = pruner.missing.map((line) => `${line}: ${lines[line - 1]}`)
  const head = [`${question.kind}: ${question.question}`, `grep lacks ${grep.missing.length}`]
  const body = [...head, 'lacks', ...lacks, '---', pruner.shown]
  writeFileSync(join(folder, `${question.id.replaceAll(/\W/g, '-')}.txt`), body.join('\n'))
}

const option = { type: 'string' } as const
const { values } = parseArgs({
  options: { answers: option, questions: option, texts: option, through: option },
})
const texts = new Map(
  values.texts === undefined
    ? rowsOf<{ name: string; text: string }>(gunzipSync(here('texts.jsonl.gz'))).map(
        ({ name, text }) => [name, text],
      )
    : readdirSync(values.texts).map((name) => [
        name,
        readFileSync(join(values.texts!, name), 'utf8'),
      ]),
)
const questions = values.questions ? readFileSync(values.questions) : here('questions.jsonl')
const { through = 'read' } = values
const tool: AskCase =
  through === 'engine'
    ? { ask: async (one) => askThroughEngine(one), close: async () => {} }
    : await openTool(through === 'bash' ? 'bash' : 'read')
const outcomes: Outcome[] = []
const answers: CaseAnswer[] = []
try {
  for (const question of rowsOf<Question>(questions)) {
    const { id, kind, question: query, text: path } = question
    const text = texts.get(path)
    if (text === undefined) throw new Error(`${id}: no text ${path}`)
    const answer = await tool.ask({ id, kind, query, path, text, gold: [] })
    answers.push(answer)
    const pruner = sideOf(question, new Set(answer.kept), shownOf(answer))
    outcomes.push({ question, pruner, grep: grepFor(question, text) })
  }
} finally {
  await tool.close()
}

const kinds = [...new Set(outcomes.map(({ question }) => question.kind))]
const byKind = kinds.map((kind) =>
  summaryRow(
    kind,
    outcomes.filter(({ question }) => question.kind === kind),
  ),
)
printTable([...byKind, summaryRow('all', outcomes)])
console.log(`\n${notPrunedNote(answers)}\n`)
const verdict = (side: Side, { needed }: Question) =>
  isComplete(side) ? 'complete' : `lacks ${side.missing.length} of ${needed.length}`
printTable(
  outcomes.map(({ question, pruner, grep }) => ({
    kind: question.kind,
    text: question.text,
    question: question.question.replaceAll('|', '\\|'),
    answer: verdict(pruner, question),
    tokens: pruner.tokens,
    grep: verdict(grep, question),
    'tokens, grep': grep.tokens,
  })),
)
if (values.answers !== undefined) {
  mkdirSync(values.answers, { recursive: true })
  for (const outcome of outcomes)
    if (!isComplete(outcome.pruner))
      writeAnswer(values.answers, outcome, texts.get(outcome.question.text)!)
}
