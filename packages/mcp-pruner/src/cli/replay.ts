// `mcp-pruner replay`: what pruning would have saved in the sessions recorded on this machine. Read-only.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { NoSuchSession, sessionsToReplay } from '../replay/given-sessions.js'
import { replayHtml } from '../replay/replay-html.js'
import { replayText } from '../replay/replay-text.js'
import { type ReplayProgress, runReplay } from '../replay/run-replay.js'
import { SINCE_HINT, sinceOf } from '../stats/time-span.js'

export const HELP = `Usage: mcp-pruner replay [OPTIONS] [FILE or FOLDER…]

Reads the sessions that Claude Code and Codex have recorded on this machine, or those given, prunes every
tool output as "install --native" would, and tells what that would have saved and what it would have cost.
Nothing leaves the machine and nothing is changed.

  --since WHEN    ${SINCE_HINT}
  --project DIR   only sessions of this folder
  --json          the report for programs
  --html FILE     the report as one page with plots
  --workers N     threads; default: one for each processor
`

/** Where the bundle puts it: beside the file that this ends up in. */
const WORKER_URL = new URL('./replay-worker.js', import.meta.url)

export async function replay(args: readonly string[]): Promise<number> {
  let options: ReplayCommand | 'help'
  try {
    options = readOptions(args)
  } catch (error) {
    return complain((error as Error).message, 'mcp-pruner replay --help')
  }
  if (options === 'help') {
    process.stdout.write(HELP)
    return 0
  }
  const { paths, since, project, json, html, workers } = options
  try {
    const files = await sessionsToReplay(paths, since, process.env)
    const bar = progressBar(process.stderr)
    const report = await runReplay({
      files,
      options: { since, project },
      workerUrl: WORKER_URL,
      ...(workers !== undefined && { workers }),
      onProgress: (progress) => bar.show(progress),
    })
    bar.clear()
    if (html !== undefined) writeFileSync(html, replayHtml(report))
    process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : replayText(report))
    return 0
  } catch (error) {
    if (error instanceof NoSuchSession) return complain(error.message, undefined, 1)
    const { code, message } = error as NodeJS.ErrnoException
    if (html !== undefined && code !== undefined) return complain(message, undefined, 1)
    throw error
  }
}

interface ReplayCommand {
  readonly paths: readonly string[]
  readonly since: number | undefined
  readonly project: string | undefined
  readonly json: boolean
  readonly html: string | undefined
  readonly workers: number | undefined
}

function readOptions(args: readonly string[]): ReplayCommand | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      since: { type: 'string' },
      project: { type: 'string' },
      json: { type: 'boolean', default: false },
      html: { type: 'string' },
      workers: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return 'help'
  const since = values.since === undefined ? undefined : sinceOf(values.since)
  if (values.since !== undefined && since === undefined) {
    throw new Error(`--since ${JSON.stringify(values.since)} is not a time: ${SINCE_HINT}`)
  }
  const workers = values.workers === undefined ? undefined : Number(values.workers)
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 1 && workers <= 64)) {
    throw new Error(`--workers ${JSON.stringify(values.workers)}: use an integer from 1 to 64`)
  }
  const { json, html } = values
  const project = values.project === undefined ? undefined : resolve(values.project)
  return { paths: positionals, since, project, json, html, workers }
}

const BAR = 30

/** Only where someone sees it: a file of progress bars helps nobody. */
function progressBar(out: NodeJS.WriteStream) {
  let shown = false
  return {
    show({ bytes, bytesDone, files, filesDone }: ReplayProgress): void {
      if (!out.isTTY) return
      shown = true
      const share = bytes > 0 ? bytesDone / bytes : 1
      const bar = '█'.repeat(Math.round(share * BAR)).padEnd(BAR, '░')
      out.write(`\r${bar} ${Math.round(share * 100)} %  ${filesDone} of ${files} sessions`)
    },
    clear(): void {
      if (shown) out.write('\r\x1b[K')
    },
  }
}

function complain(message: string, hint?: string, code = 2): number {
  process.stderr.write(`mcp-pruner replay: ${message}\n${hint ? `hint: ${hint}\n` : ''}`)
  return code
}
