// pnpm bench:replay [MEGABYTES]
//
// The built `mcp-pruner replay` over 1/4, 1/2 and all of so many megabytes of session files (500 by default):
// seconds, the peak memory of its process, and what was found, which must be the same for every megabyte.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printTable } from '../lib/table.js'
import { makeSessions } from './sessions.js'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const COMMAND = join(repository, 'packages/mcp-pruner/dist/index.js')
const LOOK_EVERY_MS = 100

interface Report {
  readonly sessions: number
  readonly damagedLines: number
  readonly total: { readonly outputs: number; readonly pruned: number; readonly raw: number }
}

/** The high-water mark that Linux keeps of a process. */
function peakMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

async function replay(folder: string) {
  const started = performance.now()
  const child = spawn(process.execPath, [COMMAND, 'replay', '--json', folder])
  let out = ''
  let peak = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.pipe(process.stderr)
  const timer = setInterval(() => {
    peak = Math.max(peak, peakMegabytes(child.pid ?? 0))
  }, LOOK_EVERY_MS)
  await new Promise((resolve) => child.once('close', resolve))
  clearInterval(timer)
  return { seconds: (performance.now() - started) / 1000, peak, report: JSON.parse(out) as Report }
}

const most = Number(process.argv[2] ?? 500)
const root = mkdtempSync(join(tmpdir(), 'bench-replay-'))
try {
  const rows = []
  for (const share of [0.25, 0.5, 1]) {
    const folder = join(root, String(share))
    const made = makeSessions(folder, repository, most * share)
    const { seconds, peak, report } = await replay(folder)
    const megabytes = made.bytes / 1_000_000
    rows.push({
      MB: Math.round(megabytes),
      sessions: report.sessions,
      outputs: report.total.outputs,
      pruned: report.total.pruned,
      'damaged lines': `${report.damagedLines} of ${made.damaged}`,
      seconds: seconds.toFixed(1),
      'MB/s': (megabytes / seconds).toFixed(1),
      'peak memory, MB': Math.round(peak),
    })
    rmSync(folder, { recursive: true, force: true })
  }
  printTable(rows)
} finally {
  rmSync(root, { recursive: true, force: true })
}
