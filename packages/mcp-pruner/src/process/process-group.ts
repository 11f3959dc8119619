// Runs a command in its own process group and ends the whole group, and everything else the command has
// started, when the call is stopped. Background processes of a command live on until the server ends.

import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors/app-error.js'
import { type CaptureBy, type CapturedOutput, captureOutput } from './captured-output.js'
import { endWithThisProcess, readyGuard } from './death-guard.js'
import { killMarked, newMark, SERVER_MARK, stopMarked } from './descendants.js'

/** From SIGTERM to SIGKILL. */
const TERM_GRACE_MS = 500

export interface GroupOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** The program's argv[0], if not `command`. */
  readonly argv0?: string
  readonly signal: AbortSignal
  /** Written to its stdin; without it, stdin is empty. */
  readonly stdin?: Buffer
  /** Pipes by default: enough for a program that is known to wait for its reader. */
  readonly output?: CaptureBy
  readonly onStdout: (chunk: Buffer) => void
  readonly onStderr: (chunk: Buffer) => void
}

export interface GroupExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** It was stopped because it printed more than there is room for. */
  readonly printedTooMuch: boolean
}

/** Running groups, with what ends them if this process is killed. */
const leaders = new Map<number, { release(): void }>()

/** The last resort, for an unexpected exit: `exit` handlers cannot wait. */
process.on('exit', () => {
  for (const pid of leaders.keys()) signalGroup(pid, 'SIGKILL')
  if (hasRun) killMarked()
})

/** A server that ran no command need not scan all processes. */
let hasRun = false

/** Ends background processes that commands left running. */
export async function stopAllGroups(): Promise<void> {
  await Promise.all([...leaders.keys()].map((pid) => stopGroup(pid)))
  if (hasRun) await stopMarked(undefined, TERM_GRACE_MS)
}

export async function runInGroup(
  command: string,
  args: readonly string[],
  options: GroupOptions,
): Promise<GroupExit> {
  const { signal, stdin, onStdout, onStderr } = options
  const tooMuch = new AbortController()
  const onTooMuch = () => tooMuch.abort()
  const capture = await captureOutput(options.output ?? 'pipes', { onStdout, onStderr, onTooMuch })
  const { child, mark } = startGroup(command, args, options, capture)
  // A program may end without reading all of its input.
  child.stdin?.on('error', () => {}).end(stdin)
  const pid = await startedPid(child).catch((error: unknown) => {
    capture.cancel()
    throw notStarted(options.argv0 ?? command, error)
  })
  capture.begin(child)
  const stopped = AbortSignal.any([signal, tooMuch.signal])
  const stop = () => void stopGroup(pid, mark)
  if (stopped.aborted) stop()
  else stopped.addEventListener('abort', stop, { once: true })

  const { code, exitSignal } = await exitOf(child)
  await capture.end(() => isAlive(pid))
  stopped.removeEventListener('abort', stop)
  if (stopped.aborted) await stopGroup(pid, mark)
  child.unref()
  if (!isAlive(pid)) forget(pid)
  return { code, signal: exitSignal, printedTooMuch: tooMuch.signal.aborted }
}

/** Some failures to start are thrown, others are events. */
function startGroup(
  command: string,
  args: readonly string[],
  { cwd, env, argv0 = command, stdin }: GroupOptions,
  capture: CapturedOutput,
): { child: ChildProcess; mark: string } {
  const { env: markEnv, mark } = newMark()
  hasRun = true
  readyGuard(SERVER_MARK)
  try {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, ...markEnv },
      argv0,
      detached: process.platform !== 'win32',
      stdio: [stdin === undefined ? 'ignore' : 'pipe', ...capture.stdio],
      windowsHide: true,
    })
    if (child.pid !== undefined) leaders.set(child.pid, endWithThisProcess(-child.pid))
    return { child, mark }
  } catch (error) {
    capture.cancel()
    throw notStarted(argv0, error)
  }
}

function startedPid(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    if (child.pid !== undefined) resolve(child.pid)
  })
}

function exitOf(
  child: ChildProcess,
): Promise<{ code: number | null; exitSignal: NodeJS.Signals | null }> {
  return new Promise((resolve) => {
    child.once('exit', (code, exitSignal) => resolve({ code, exitSignal }))
  })
}

function notStarted(name: string, error: unknown): AppError {
  const errno = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const why = errno === 'E2BIG' ? 'its arguments or environment are too long for the system' : errno
  const message = `${name} could not be started (${why})`
  return new AppError('spawn_error', message, { cause: error })
}

async function stopGroup(pid: number, mark?: string): Promise<void> {
  signalGroup(pid, 'SIGTERM')
  const others = mark === undefined ? undefined : stopMarked(mark, TERM_GRACE_MS)
  const deadline = performance.now() + TERM_GRACE_MS
  while (isAlive(pid) && performance.now() < deadline) await sleep(10)
  signalGroup(pid, 'SIGKILL')
  forget(pid)
  await others
}

function forget(pid: number): void {
  leaders.get(pid)?.release()
  leaders.delete(pid)
}

const isAlive = (pid: number): boolean => signalGroup(pid, 0)

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    return false
  }
}
