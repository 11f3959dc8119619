// What an agent gets. Starts the built server with the official client and lets it run a failing test, ask a
// large file two questions, and have a cut line back; says what each cost beside the plain tools.
import { fileURLToPath } from 'node:url'
import { estimateTokens } from '@jeeves/pruner/count'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { isColourful } from '../src/process/terminal-style.js'
import { coloured } from '../src/shell/shell-colours.js'
import { grepAround } from './grep.js'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const SERVER = fileURLToPath(new URL('../dist/index.js', import.meta.url))
const SAMPLE = 'packages/mcp-pruner/demo/sample'
const LARGE = 'node_modules/@types/node/fs.d.ts'
/** Each with the word that somebody would search for who knows the file. */
const QUESTIONS = [
  ['How long does rm wait before it tries again, and how often does it try?', 'retryDelay'],
  ['What does copyFile do when the destination exists already?', 'copyFile'],
] as const

const client = new Client({ name: 'claude-code', version: 'demo' })
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [SERVER],
    env: {
      ...(process.env as Record<string, string>),
      MCP_PRUNER_CWD: REPOSITORY,
      MCP_PRUNER_LOG_LEVEL: 'error',
      MCP_PRUNER_STORE: 'memory',
      MCP_PRUNER_LEDGER: 'off',
    },
    stderr: 'inherit',
  }),
)

const paint = isColourful(process.stdout)
const bold = (text: string) => (paint ? `\u001B[1m${text}\u001B[0m` : text)
const heading = (title: string, question: string) =>
  console.log(`\n${bold(title)}${question === '' ? '' : `\n${question}`}\n`)

async function call(name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args })
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

const totals = { raw: 0, shown: 0 }
async function ask(name: string, args: Record<string, unknown>, question: string): Promise<string> {
  const raw = await call(name, args)
  const answer = await call(name, { ...args, context_focus_question: question })
  console.log(paint ? coloured(answer, question) : answer)
  const [before, after] = [estimateTokens(raw), estimateTokens(answer) + estimateTokens(question)]
  totals.raw += before
  totals.shown += after
  console.log(`\n${bold(`${tokens(after)} instead of ${tokens(before)}`)}`)
  return raw
}

const tokens = (count: number) => `${Math.round(count).toLocaleString('en')} tokens`

const command = `cd ${SAMPLE} && node --test`
heading(`bash: ${command}`, 'Why does the test run fail?')
await ask('bash', { command }, 'Why does the test run fail?')

for (const [question, word] of QUESTIONS) {
  heading(`read: ${LARGE}`, question)
  const raw = await ask('read', { file_path: LARGE }, question)
  console.log(`grep -n -C6 ${word}: ${tokens(estimateTokens(grepAround(raw, word)))}`)
}

const answer = await call('read', { file_path: LARGE, context_focus_question: QUESTIONS[0][0] })
const [, prune_id] = /(prn_[0-9A-Z]{26})/.exec(answer) ?? []
const [, mark = ''] = /^…(\d+):/m.exec(answer) ?? []
const end = Number(mark) - 1
heading(`recover_text: the five lines cut before line ${mark}`, '')
const recovered = await call('recover_text', { prune_id, ranges: [`${end - 4}-${end}`] })
totals.shown += estimateTokens(recovered)
console.log(recovered)

const saved = Math.round((1 - totals.shown / totals.raw) * 100)
heading('net', '')
console.log(
  `${tokens(totals.shown)} instead of ${tokens(totals.raw)} (estimated), questions and recovered lines paid: ${saved} % less.`,
)
await client.close()
