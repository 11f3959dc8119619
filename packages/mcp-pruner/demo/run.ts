// What an agent gets. Starts the built server with the official client and asks it about a failing test run, a large
// diff, a manual and a list, each next to what a skilled `grep -C6` costs and whether it finds the same. Then it recovers
// cut lines, and repeats a read.
import { fileURLToPath } from 'node:url'
import { estimateTokens } from '@jeeves/pruner/count'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { styleFor } from '../src/process/terminal-style.js'
import { coloured } from '../src/shell/shell-colours.js'
import { grepAround } from './grep.js'
import { installInOwnHome, readTwice } from './repeat.js'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const SERVER = fileURLToPath(new URL('../dist/index.js', import.meta.url))
const TYPES = 'node_modules/@types/node'

interface Part {
  readonly title: string
  readonly tool: 'read' | 'bash'
  readonly args: Readonly<Record<string, string>>
  readonly question: string
  /** What somebody would search for who knows the text. */
  readonly pattern: string
  /** A line that the answer needs. */
  readonly needed: string
}

const PARTS: readonly Part[] = [
  {
    title: 'A failing test run',
    tool: 'bash',
    args: { command: 'cd packages/mcp-pruner/demo/sample && node --test' },
    question: 'Why does the test run fail?',
    pattern: 'not ok|Error|✖',
    needed: 'AssertionError',
  },
  {
    title: 'A large diff',
    tool: 'bash',
    args: { command: `diff -u ${TYPES}/fs.d.ts ${TYPES}/fs/promises.d.ts || true` },
    question: 'What does the diff change about the function rm?',
    pattern: ' rm\\(',
    needed: '+    function rm(path: PathLike, options?: RmOptions): Promise<void>;',
  },
  {
    title: 'A question to a manual',
    tool: 'read',
    args: { file_path: `${TYPES}/fs.d.ts` },
    question: 'How long does rm wait before it tries again, and how often does it try?',
    pattern: 'retryDelay',
    needed: 'retryDelay?: number',
  },
  {
    title: 'A list',
    tool: 'read',
    args: { file_path: `${TYPES}/os.d.ts` },
    question: 'Which functions does the module os have?',
    pattern: 'function ',
    needed: 'function userInfo(',
  },
]

const home = installInOwnHome(SERVER)
process.once('exit', () => home.remove())
const client = new Client({ name: 'claude-code', version: 'demo' })
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [SERVER],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home.folder,
      MCP_PRUNER_CWD: REPOSITORY,
      MCP_PRUNER_LOG_LEVEL: 'error',
      MCP_PRUNER_STORE: 'memory',
      MCP_PRUNER_LEDGER: 'off',
    },
    stderr: 'inherit',
  }),
)

const { width, bold, faint, good, bad } = styleFor(process.stdout)
const isPainted = bold('x') !== 'x'
const RULE = '─'.repeat(Math.min(width, 80))
const tokens = (count: number) => `${Math.round(count).toLocaleString('en')} tokens`
const found = (text: string, needed: string) =>
  text.includes(needed) ? good('has what is needed') : bad('lacks what is needed')

async function call(name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args })
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

function heading(title: string, asked: string, question = ''): void {
  console.log(`\n${faint(RULE)}\n${bold(title)}\n${asked}${question && `\n${question}`}\n`)
}

const losses: string[] = []
let last = ''
for (const { title, tool, args, question, pattern, needed } of PARTS) {
  heading(title, `${tool}: ${Object.values(args).join(' ')}`, question)
  const raw = await call(tool, args)
  last = await call(tool, { ...args, context_focus_question: question })
  console.log(isPainted ? coloured(last, question) : last)
  const cost = estimateTokens(last) + estimateTokens(question)
  const grep = grepAround(raw, new RegExp(pattern))
  const grepCost = estimateTokens(grep)
  const search = `grep -n -C6 '${pattern}'`
  const row = (name: string) => name.padEnd(Math.max(24, search.length + 2))
  console.log(`\n${row('raw output')}${tokens(estimateTokens(raw))}`)
  console.log(bold(`${row('with the question')}${tokens(cost)}, ${found(last, needed)}`))
  console.log(`${row(search)}${tokens(grepCost)}, ${found(grep, needed)}`)
  const isBeaten = grep.includes(needed) && (grepCost < cost || !last.includes(needed))
  if (isBeaten) losses.push(title.toLowerCase())
}

const [, prune_id] = /(prn_[0-9A-Z]{26})/.exec(last) ?? []
const [, mark = ''] = /^…(\d+):/m.exec(last) ?? []
if (prune_id !== undefined && mark !== '') {
  heading('What was cut comes back', `recover_text: the lines cut before line ${mark}`)
  const recovered = await call('recover_text', { prune_id, ranges: [mark] })
  console.log(recovered.split('\n').slice(0, 5).join('\n'))
}

const range = (start_line: number, end_line: number) => ({
  file_path: `${TYPES}/fs.d.ts`,
  start_line,
  end_line,
})
heading('A repeat', 'read: lines 1-160 of fs.d.ts, then lines 81-190')
const twice = await readTwice(call, home.key, range(1, 160), range(81, 190))
console.log((isPainted ? coloured(twice.shown, '') : twice.shown).trimEnd())
console.log(`\n${'raw output'.padEnd(24)}${tokens(estimateTokens(twice.raw))}`)
console.log(bold(`${'without the repeat'.padEnd(24)}${tokens(estimateTokens(twice.shown))}`))
await client.close()

console.log(`\n${faint(RULE)}`)
console.log(
  losses.length === 0
    ? 'Here grep was not cheaper anywhere. It often is when the word to search for is known: see bench/README.md.'
    : `Where grep was better, for somebody who knows the word to search for: ${losses.join(', ')}.`,
)
console.log(`
${bold('npx -y @jeeves/mcp-pruner install')}   sets up the agent clients on this machine
${bold('npx -y @jeeves/mcp-pruner replay')}    replays your own recorded sessions`)
