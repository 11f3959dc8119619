// `mcp-pruner replay`: what pruning would have saved in the sessions recorded on this machine. Read-only.

import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'
import { isAppError } from '../errors/app-error.js'
import { optionFileError, UsageError } from '../errors/usage-error.js'
import { helpText } from '../process/help-text.js'
import { wholeNumber } from '../process/option-values.js'
import { optionsOf, readArgs } from '../process/read-args.js'
import { styleFor } from '../process/terminal-style.js'
import { visibleJson, visibleStrings } from '../process/visible-text.js'
import { type PriceTable, readPrices } from '../report/prices/price-table.js'
import { sessionsToReplay } from '../report/replay/given-sessions.js'
import { progressBar } from '../report/replay/progress-bar.js'
import { replayCsv } from '../report/replay/replay-csv.js'
import { replayHtml } from '../report/replay/replay-html.js'
import type { ReplayReport } from '../report/replay/replay-report.js'
import { replayText } from '../report/replay/replay-text.js'
import { runReplay } from '../report/replay/run-replay.js'
import { processEnv } from '../settings/environment.js'
import { readSince, SINCE_HINT } from '../stats/time-span.js'
import { runVerb, warn } from './verb.js'

const OPTIONS = {
  '--since WHEN': SINCE_HINT,
  '--project DIR': 'Only sessions of this folder',
  '--prices FILE': 'Model prices that override the published ones (docs/savings.md)',
  '--json': 'Print the report for programs, with a row for each session',
  '--csv': 'Print a row for each session, for a spreadsheet',
  '--html FILE': 'Write the report as one page with plots',
  '--workers N': 'Threads; default: one per processor',
} as const

export const HELP = helpText({
  does: 'Shows what pruning would have saved and cost in your recorded sessions.',
  usage: ['replay [OPTIONS] [FILE|FOLDER]...'],
  args: {
    '[FILE|FOLDER]...':
      'Recorded sessions, also of "opencode export"; without any, those of Claude Code, Codex, Gemini CLI, Copilot CLI and opencode on this machine',
  },
  options: OPTIONS,
  notes: [
    'Every tool output is pruned as "install --native" would. Nothing leaves the machine and nothing is changed.',
  ],
})

/** The bundle puts it beside this file's chunk. */
const WORKER_URL = new URL('./replay-worker.js', import.meta.url)

const FAILED = 1

export const replay = (args: readonly string[]): Promise<number> =>
  runVerb('replay', HELP, args, () => run(readOptions(args)))

async function run(options: ReplayCommand): Promise<number> {
  const { paths, since, project, prices, html, workers } = options
  const bar = progressBar(process.stderr)
  try {
    bar.begin()
    const { files, notTaken, refused } = await sessionsToReplay(paths, since, processEnv)
    const report = await runReplay({
      files,
      notTaken,
      options: { since, project, prices },
      workerUrl: WORKER_URL,
      ...(workers !== undefined && { workers }),
      onProgress: (progress) => bar.show(progress),
    })
    bar.clear()
    for (const { file, reason } of refused) warn(`mcp-pruner replay: ${file}: ${reason}`)
    const isNothing = refused.length > 0 && files.length === 0
    if (isNothing && options.form === 'text') return FAILED
    if (html !== undefined) replaceFileSync(html, replayHtml(report), 0o644)
    process.stdout.write(printed(report, options.form))
    return refused.length > 0 ? FAILED : 0
  } catch (error) {
    bar.clear()
    const { code, message } = error as NodeJS.ErrnoException
    const isTold =
      isAppError(error, 'session_unreadable') || (html !== undefined && code !== undefined)
    if (!isTold) throw error
    warn(`mcp-pruner replay: ${message}`)
    return FAILED
  }
}

function printed(report: ReplayReport, form: ReplayCommand['form']): string {
  if (form === 'json') return `${visibleJson(JSON.stringify(report, null, 2))}\n`
  if (form === 'csv') return replayCsv(report)
  return replayText(visibleStrings(report), styleFor(process.stdout))
}

interface ReplayCommand {
  readonly paths: readonly string[]
  readonly since: number | undefined
  readonly project: string | undefined
  readonly prices: PriceTable
  readonly form: 'text' | 'json' | 'csv'
  readonly html: string | undefined
  readonly workers: number | undefined
}

function readOptions(args: readonly string[]): ReplayCommand {
  const { values, positionals } = readArgs(args, optionsOf(OPTIONS))
  const workers = wholeNumber('--workers', values.workers, 1, 64)
  const { json, csv, html } = values
  if (json && csv) throw new UsageError('--json and --csv cannot be combined')
  if (html !== undefined) expectPlace(html)
  const project = values.project === undefined ? undefined : resolve(values.project)
  const prices = readPrices(values.prices)
  const form = json ? 'json' : csv ? 'csv' : 'text'
  return {
    paths: positionals,
    since: readSince(values.since),
    project,
    prices,
    form,
    html,
    workers,
  }
}

/** Before the work, which may take minutes. */
function expectPlace(html: string): void {
  const folder = dirname(resolve(html))
  if (!existsSync(folder)) throw optionFileError('--html', html, `there is no folder ${folder}`)
  if (statSync(html, { throwIfNoEntry: false })?.isDirectory()) {
    throw optionFileError('--html', html, 'it is a folder', 'name a file in it')
  }
}
