// `mcp-pruner replay`: what pruning would have saved in the sessions recorded on this machine. Read-only.

import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'
import { optionFileError, UsageError } from '../errors/usage-error.js'
import { readSince, SINCE_HINT } from '../ledger/time-span.js'
import { wholeNumber } from '../process/option-values.js'
import { statIfThere } from '../process/stat-file.js'
import { styleFor } from '../process/terminal-style.js'
import { visibleStrings } from '../process/visible-text.js'
import { PRICES_HINT, readPrices } from '../report/prices/price-table.js'
import { sessionsToReplay } from '../report/replay/given-sessions.js'
import { progressBar } from '../report/replay/progress-bar.js'
import { replayCsv } from '../report/replay/replay-csv.js'
import { replayHtml } from '../report/replay/replay-html.js'
import { replayText } from '../report/replay/replay-text.js'
import { type ReplayProgress, runReplay } from '../report/replay/run-replay.js'
import { processEnv } from '../settings/environment.js'
import { defineVerb, printJson, warn } from './verb.js'

export const replay = defineVerb({
  name: 'replay',
  does: 'Shows what pruning would have saved and cost in your recorded sessions.',
  usage: ['replay [OPTIONS] [FILE|FOLDER]...'],
  args: {
    '[FILE|FOLDER]...':
      'Recorded sessions, also of "opencode export"; without any, those of Claude Code, Codex, Gemini CLI, Copilot CLI and opencode on this machine',
  },
  options: {
    '--since WHEN': SINCE_HINT,
    '--project DIR': 'Only sessions of this folder',
    '--prices FILE': PRICES_HINT,
    '--json': 'Print the report for programs, with a row for each session',
    '--csv': 'Print a row for each session, for a spreadsheet',
    '--html FILE': 'Write the report as one page with plots',
    '--workers N': 'Threads; default: one per processor',
  },
  notes: [
    'Every tool output is pruned as "install --native" would. Nothing leaves the machine and nothing is changed.',
  ],
  async run({ values, positionals: paths }) {
    const { json, csv, html, project } = values
    const workers = wholeNumber('--workers', values.workers, 1, 64)
    if (json && csv) throw new UsageError('--json and --csv cannot be combined')
    if (html !== undefined) expectPlace(html)
    const options = {
      since: readSince(values.since),
      project: project === undefined ? undefined : resolve(project),
      prices: readPrices(values.prices),
    }
    const bar = progressBar(process.stderr)
    try {
      bar.begin()
      const { files, notTaken, refused } = await sessionsToReplay(paths, options.since, processEnv)
      const onProgress = (progress: ReplayProgress) => bar.show(progress)
      const run = { files, notTaken, options, workerUrl: WORKER_URL, workers, onProgress }
      const report = await runReplay(run)
      bar.clear()
      for (const { file, reason } of refused) warn(`mcp-pruner replay: ${file}: ${reason}`)
      const isNothing = refused.length > 0 && files.length === 0
      if (isNothing && !json && !csv) return FAILED
      if (html !== undefined) replaceFileSync(html, replayHtml(report), 0o644)
      if (json) printJson(report)
      else if (csv) process.stdout.write(replayCsv(report))
      else process.stdout.write(replayText(visibleStrings(report), styleFor(process.stdout)))
      return refused.length > 0 ? FAILED : 0
    } finally {
      bar.clear()
    }
  },
})

/** The bundle puts it beside this file's chunk. */
const WORKER_URL = new URL('./replay-worker.js', import.meta.url)

const FAILED = 1

/** Before the work, which may take minutes. */
function expectPlace(html: string): void {
  const folder = dirname(resolve(html))
  if (!existsSync(folder)) throw optionFileError('--html', html, `there is no folder ${folder}`)
  if (statIfThere(html)?.isDirectory()) {
    throw optionFileError('--html', html, 'it is a folder', 'name a file in it')
  }
}
