// Spawn to first answer, and the time of one `prune` at a prompt: ours compared with the official filesystem server and a minimal server on the same SDK, in turn.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMMAND } from '../lib/processes.js'
import { printTable } from '../lib/table.js'
import { median } from '../lib/timing.js'
import { firstAnswer, type Start } from './first-answer.js'
import { atPrompt } from './prompt.js'

const ROUNDS = 25

/** A file of some two hundred lines that somebody might ask something of. */
function sourceLines(): string[] {
  const parts = Array.from({ length: 40 }, (_, i) => [
    `export function part${i}(size: number): number {`,
    `  const limit = ${100 + i} * size`,
    `  if (limit > ${9000 - i}) throw new Error('part ${i} is too large')`,
    '  return limit',
    '}',
  ])
  const asked = [
    '',
    'export const retryDelay = (attempt: number) =>',
    '  Math.min(30_000, 250 * 2 ** attempt)',
    '',
  ]
  return [
    '// A client.',
    ...parts.slice(0, 20).flat(),
    ...asked,
    ...parts.slice(20).flat(),
    '',
    '',
    '',
  ]
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const filesystem = dirname(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/package.json'),
)

const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-startup-')))
const contestants: Readonly<Record<string, readonly string[]>> = {
  'mcp-pruner': [COMMAND],
  'server-filesystem': [join(filesystem, 'dist/index.js'), root],
  'minimal, same SDK': [at('./minimal.mjs')],
}
// A home of its own, so that nobody's installed hooks are opened as well.
const env = { PATH: process.env['PATH'] ?? '', HOME: root, MCP_PRUNER_CWD: root }

const source = join(root, 'client.ts')
writeFileSync(source, `${sourceLines().join('\n')}\n`)
const few = join(root, 'few.txt')
writeFileSync(few, 'one\ntwo\n')
const QUESTION = 'How long does retryDelay wait at most?'
const commands = {
  'node -e 0': ['-e', '0'],
  'prune, 2 lines': [COMMAND, 'prune', QUESTION, few],
  'prune, 208 lines': [COMMAND, 'prune', QUESTION, source],
}

let prompts: ReturnType<typeof atPrompt> = []
const starts = new Map<string, Start[]>(Object.keys(contestants).map((name) => [name, []]))
try {
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, args] of Object.entries(contestants)) {
      const start = await firstAnswer(args, env)
      if (round >= 0) starts.get(name)!.push(start) // round -1 warms up
    }
  }
  prompts = atPrompt(commands, env, ROUNDS)
} finally {
  rmSync(root, { recursive: true, force: true })
}

const medians = (name: string) => ({
  wallMs: median(starts.get(name)!.map(({ wallMs }) => wallMs)),
  cpuMs: median(starts.get(name)!.map(({ cpuMs }) => cpuMs)),
})
const beside = medians('server-filesystem')
console.log(`Spawn to the answer of initialize, medians of ${ROUNDS}, ${process.version}\n`)
printTable(
  Object.keys(contestants).map((name) => {
    const { wallMs, cpuMs } = medians(name)
    return {
      server: name,
      'wall, ms': wallMs.toFixed(0),
      'of filesystem': (wallMs / beside.wallMs).toFixed(2),
      'processor, ms': cpuMs.toFixed(0),
      'of filesystem, processor': (cpuMs / beside.cpuMs).toFixed(2),
    }
  }),
)

console.log(`\nProcessor time of one command at a prompt, medians of ${ROUNDS}\n`)
const nothing = prompts[0]!.cpuMs
printTable(
  prompts.map(({ command: name, cpuMs }) => ({
    command: name,
    'processor, ms': cpuMs.toFixed(0),
    'of node -e 0': (cpuMs / nothing).toFixed(2),
  })),
)
