// The stdio server compared with the official filesystem server and a bare server of the official SDK:
// reading, searching, and what pruning adds. All contestants take turns in one run.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { COMMAND, StdioPeer } from '../lib/processes.js'
import { printTable } from '../lib/table.js'
import { race } from '../lib/timing.js'

const BARE = fileURLToPath(new URL('bare.mjs', import.meta.url))
const FILESYSTEM = join(
  dirname(
    createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/package.json'),
  ),
  'dist/index.js',
)

const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-server-')))
const env = { MCP_PRUNER_CWD: root, MCP_PRUNER_STORE: 'memory', PRUNER_URL: '' }
try {
  await reading()
  await searching()
  await pruning()
  await toolList()
} finally {
  rmSync(root, { recursive: true, force: true })
}

async function reading(): Promise<void> {
  const rows = []
  for (const [label, bytes, rounds] of [
    ['10 KB', 10_000, 200],
    ['200 KB', 200_000, 60],
    ['5 MB', 5_000_000, 15],
  ] as const) {
    const path = join(root, `read-${bytes}.txt`)
    writeFileSync(path, 'The quick brown fox jumps over the "lazy" dog.\n'.repeat(bytes / 47))
    const ours = new StdioPeer([COMMAND], env)
    const filesystem = new StdioPeer([FILESYSTEM, root])
    const bare = new StdioPeer([BARE])
    await Promise.all([ours, filesystem, bare].map((peer) => peer.initialize()))
    const times = await race(
      {
        ours: () => ours.succeed('read', { file_path: path }),
        filesystem: () => filesystem.succeed('read_text_file', { path }),
        bare: () => bare.succeed('read', { path }),
      },
      rounds,
    )
    await Promise.all([ours, filesystem, bare].map((peer) => peer.stop()))
    rows.push({
      file: label,
      'mcp-pruner': ms(times.ours),
      'server-filesystem': ms(times.filesystem),
      'bare SDK server': ms(times.bare),
      'ours / filesystem': ratio(times.ours, times.filesystem),
    })
  }
  title('read, round trip (ours and filesystem send the text twice: content and structuredContent)')
  printTable(rows)
}

async function searching(): Promise<void> {
  for (let i = 0; i < 5000; i++) {
    const folder = join(root, 'tree', `d${i % 50}`)
    if (i < 50) mkdirSync(folder, { recursive: true })
    const lines = Array.from({ length: 40 }, (_, n) => `const value${n} = compute(${i}, ${n})`)
    if (i % 25 === 0) lines.push('// needle in the haystack')
    writeFileSync(join(folder, `f${i}.ts`), lines.join('\n'))
  }
  const ours = new StdioPeer([COMMAND], env)
  await ours.initialize()
  const tree = join(root, 'tree')
  const rg = () =>
    execFileSync('rg', ['--json', '-e', 'needle', '--', tree], { maxBuffer: 2 ** 28 })
  const answer = await ours.succeed('grep', { pattern: 'needle', path: 'tree' })
  const plain = rg()
    .toString()
    .split('\n')
    .filter((line) => line.includes('"type":"match"')).length
  const times = await race(
    { ours: () => ours.succeed('grep', { pattern: 'needle', path: 'tree' }), rg },
    25,
  )
  await ours.stop()
  title('grep over 5,000 files')
  printTable([
    {
      'mcp-pruner': ms(times.ours),
      'plain rg --json': ms(times.rg),
      'ours / rg': ratio(times.ours, times.rg),
      'matches, ours and rg': `${answer.result?.structuredContent?.match_count} and ${plain}`,
    },
  ])
}

async function pruning(): Promise<void> {
  const lines = Array.from({ length: 200 }, (_, i) =>
    [
      `export function step${i}(input: number): number {`,
      `  const scaled = input * ${i}`,
      '  const limit = 30_000',
      '  return Math.min(scaled, limit)',
      '}',
    ].join('\n'),
  )
  writeFileSync(join(root, 'thousand.ts'), lines.join('\n'))
  const url = 'http://127.0.0.1:9/prune'
  const ours = new StdioPeer([COMMAND], { ...env, PRUNER_URL: url, PRUNER_FALLBACK: 'embedded' })
  await ours.initialize()
  const question = { context_focus_question: 'How is step 42 limited?' }
  const first = performance.now()
  await ours.succeed('read', { file_path: 'thousand.ts', ...question })
  const firstMs = performance.now() - first
  const times = await race(
    {
      raw: () => ours.succeed('read', { file_path: 'thousand.ts' }),
      pruned: () => ours.succeed('read', { file_path: 'thousand.ts', ...question }),
    },
    40,
  )
  await ours.stop()
  title('What pruning adds to a read of 1,000 lines (a refused connection to a pruner included)')
  printTable([
    {
      raw: ms(times.raw),
      pruned: ms(times.pruned),
      added: ms(times.pruned - times.raw),
      'the first pruned call, engine loaded': ms(firstMs),
    },
  ])
}

async function toolList(): Promise<void> {
  const ours = new StdioPeer([COMMAND], env)
  const filesystem = new StdioPeer([FILESYSTEM, root])
  const rows = []
  for (const [server, peer] of [
    ['mcp-pruner', ours],
    ['server-filesystem', filesystem],
  ] as const) {
    await peer.initialize()
    const { result } = await peer.request('tools/list', {})
    const tools = result?.tools ?? []
    rows.push({
      server,
      tools: tools.length,
      'tokens (o200k)': encode(JSON.stringify({ tools })).length,
    })
    await peer.stop()
  }
  title('The tool list, as sent')
  printTable(rows)
}

function title(text: string): void {
  console.log(`\n${text}\n`)
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`
}

function ratio(a: number, b: number): string {
  return `${(a / b).toFixed(2)} ×`
}
