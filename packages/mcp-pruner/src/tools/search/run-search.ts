// Runs a search program and delivers its lines as they arrive, until there are enough.

import type { Failure } from '../../call/tool.js'
import { childEnv } from '../../process/child-env.js'
import { runInGroup } from '../../process/process-group.js'
import { createLineReader } from '../../rpc/line-reader.js'
import { processEnv } from '../../settings/environment.js'
import { HeadTail } from '../head-tail.js'
import type { MatchCollector } from './match-collector.js'
import { MAX_STDERR_BYTES, outcomeOf, type SearchOutcome, type Target } from './search.js'

/** Lines longer than can be shown are counted instead of held in memory. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

const UNREADABLE: Failure = {
  code: 'rg_error',
  message: 'the search program wrote something that is not a search result',
  exit_code: 2,
}

export interface SearchRun {
  readonly command: string
  readonly args: readonly string[]
  readonly target: Target
  readonly matches: MatchCollector
  readonly signal: AbortSignal
  readonly onLine: (line: string) => void
  /** Checked after each line. */
  readonly isEnough: () => boolean
  readonly env?: NodeJS.ProcessEnv
  readonly encoding?: 'latin1'
  readonly stdin?: Buffer | undefined
}

export async function runSearch(
  run: SearchRun,
): Promise<{ readonly outcome: SearchOutcome; readonly wasStopped: boolean }> {
  const { command, args, target, matches, signal, onLine, isEnough, env, encoding, stdin } = run
  const stderr = new HeadTail(MAX_STDERR_BYTES)
  const enough = new AbortController()
  let isBroken = false
  const lines = createLineReader(
    (line) => {
      if (enough.signal.aborted) return
      try {
        onLine(line)
        if (isEnough()) enough.abort()
      } catch {
        // Thrown where nobody could catch it, it would end the server.
        isBroken = true
        enough.abort()
      }
    },
    () => {
      matches.unreadLines += 1
    },
    MAX_LINE_BYTES,
    encoding,
  )
  const exit = await runInGroup(command, args, {
    cwd: target.isDirectory ? target.path : '/',
    env: { ...childEnv(processEnv), ...env },
    signal: AbortSignal.any([signal, enough.signal]),
    onStdout: lines.push,
    onStderr: stderr.push,
    ...(stdin && { stdin }),
  })
  // Stopped in the middle of a line, it has written half a match.
  if (exit.code !== null) lines.end()
  if (isBroken) return { outcome: { failure: UNREADABLE }, wasStopped: false }
  const wasStopped = enough.signal.aborted
  return { outcome: outcomeOf(wasStopped, exit, stderr), wasStopped }
}
