// `mcp-pruner replay`: what pruning would have saved in the sessions recorded on this machine. Read-only.
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'
import { readArgs } from '../process/read-args.js'
import { UsageError } from '../process/usage-error.js'
import { visible, visibleJson } from '../process/visible-text.js'
import { NoSuchSession, sessionsToReplay } from '../report/replay/given-sessions.js'
import { replayHtml } from '../report/replay/replay-html.js'
import { replayText } from '../report/replay/replay-text.js'
import { type ReplayProgress, runReplay } from '../report/replay/run-replay.js'
import { readSince, SINCE_HINT } from '../stats/time-span.js'
import { runVerb, warn } from './verb.js'

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

export const replay = (args: readonly string[]): Promise<number> =>
  runVerb('replay', HELP, args, () => run(readOptions(args)))

async function run(options: ReplayCommand): Promise<number> {
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
    if (html !== undefined) replaceFileSync(html, replayHtml(report), 0o644)
    process.stdout.write(
      json
        ? `${visibleJson(JSON.stringify(report, null, 2))}\n`
        : visible(replayText(report, since !== undefined || project !== undefined)),
    )
    return 0
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isTold = error instanceof NoSuchSession || (html !== undefined && code !== undefined)
    if (!isTold) throw error
    warn(`mcp-pruner replay: ${message}`)
    return 1
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

function readOptions(args: readonly string[]): ReplayCommand {
  const { values, positionals } = readArgs(args, {
    since: { type: 'string' },
    project: { type: 'string' },
    json: { type: 'boolean', default: false },
    html: { type: 'string' },
    workers: { type: 'string' },
  })
  const workers = values.workers === undefined ? undefined : Number(values.workers)
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 1 && workers <= 64)) {
    throw new UsageError(`--workers ${JSON.stringify(values.workers)}: use an integer from 1 to 64`)
  }
  const { json, html } = values
  if (html !== undefined) expectPlace(html)
  const project = values.project === undefined ? undefined : resolve(values.project)
  return { paths: positionals, since: readSince(values.since), project, json, html, workers }
}

/** Before the work, which may take minutes. */
function expectPlace(html: string): void {
  const folder = dirname(resolve(html))
  const said = `--html ${JSON.stringify(html)}`
  if (!existsSync(folder)) throw new UsageError(`${said}: there is no folder ${folder}`)
  if (statSync(html, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${said} is a folder`, 'name a file in it')
  }
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
