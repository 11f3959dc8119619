// Runs a command in a process group of its own and ends the whole group, and whatever else the command has
// started, when the call is stopped. What a command leaves in the background lives on until the server ends.
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { killMarked, newMark, stopMarked } from './descendants.js'

/** From the request to end (SIGTERM) to the order (SIGKILL). */
const TERM_GRACE_MS = 500
/** A background child may hold the pipe: after the exit, silence this long is the end of the output. */
const QUIET_MS = 100
const MAX_AFTER_EXIT_MS = 1000

export interface GroupOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** The name that the program is given for itself, if not `command`. */
  readonly argv0?: string
  readonly signal: AbortSignal
  /** Written to it; without it, its input is empty. */
  readonly stdin?: Buffer
  readonly onStdout: (chunk: Buffer) => void
  readonly onStderr: (chunk: Buffer) => void
}

export interface GroupExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The system refused to start a program. The message names no argument. */
export class SpawnError extends Error {
  override readonly name = 'SpawnError'
  readonly code = 'spawn_error'
}

const leaders = new Set<number>()

/** The last resort, for an end that nobody could prepare: `exit` handlers cannot wait. */
process.on('exit', () => {
  for (const pid of leaders) signalGroup(pid, 'SIGKILL')
  if (hasRun) killMarked()
})

/** A server that ran no command need not look through all processes for theirs. */
let hasRun = false

/** Ends what commands left running in the background. */
export async function stopAllGroups(): Promise<void> {
  await Promise.all([...leaders].map((pid) => stopGroup(pid)))
  if (hasRun) await stopMarked(undefined, TERM_GRACE_MS)
}

export function runInGroup(
  command: string,
  args: readonly string[],
  { cwd, env, argv0 = command, signal, stdin, onStdout, onStderr }: GroupOptions,
): Promise<GroupExit> {
  return new Promise((resolve, reject) => {
    const { env: markEnv, mark } = newMark()
    hasRun = true
    const child = startGroup(command, args, {
      cwd,
      env: { ...env, ...markEnv },
      argv0,
      hasInput: stdin !== undefined,
    })
    // A program that ends without reading all of its input is not at fault.
    child.stdin?.on('error', () => {}).end(stdin)
    const { pid, stdout, stderr } = child
    const closed = new Promise<true>((resolveClosed) => {
      child.once('close', () => resolveClosed(true))
    })
    let heardAt = 0
    const hear = (sink: (chunk: Buffer) => void) => (chunk: Buffer) => {
      heardAt = performance.now()
      sink(chunk)
    }
    stdout.on('data', hear(onStdout))
    stderr.on('data', hear(onStderr))
    child.once('error', (error) => reject(notStarted(argv0, error)))
    if (pid === undefined) return

    leaders.add(pid)
    const stop = () => void stopGroup(pid, mark)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    child.once('exit', (code, exitSignal) => void finish(pid, code, exitSignal))

    async function finish(leader: number, code: number | null, exitSignal: NodeJS.Signals | null) {
      const isClosed = await Promise.race([closed, quiet(() => heardAt)])
      signal.removeEventListener('abort', stop)
      if (signal.aborted) await stopGroup(leader, mark)
      if (!isClosed) {
        for (const stream of [stdout, stderr]) keepDraining(stream)
        child.unref()
      }
      if (!isAlive(leader)) leaders.delete(leader)
      resolve({ code, signal: exitSignal })
    }
  })
}

/** Some failures to start are thrown, others come as an event. */
function startGroup(
  command: string,
  args: readonly string[],
  {
    cwd,
    env,
    argv0,
    hasInput,
  }: Required<Pick<GroupOptions, 'cwd' | 'env' | 'argv0'>> & { readonly hasInput: boolean },
) {
  try {
    const child = spawn(command, args, {
      cwd,
      env,
      argv0,
      detached: process.platform !== 'win32',
      stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    const { stdout, stderr } = child
    if (stdout === null || stderr === null) throw new Error('no pipes')
    return Object.assign(child, { stdout, stderr })
  } catch (error) {
    throw notStarted(argv0, error)
  }
}

function notStarted(name: string, error: unknown): SpawnError {
  const errno = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const why = errno === 'E2BIG' ? 'its arguments or environment are too long for the system' : errno
  const message = `${name} could not be started (${why})`
  return new SpawnError(message, { cause: error })
}

/** Resolves with `false` when nothing was heard for a while. */
async function quiet(heardAt: () => number): Promise<false> {
  const start = performance.now()
  const isQuiet = () => performance.now() - Math.max(start, heardAt()) >= QUIET_MS
  while (!isQuiet() && performance.now() - start < MAX_AFTER_EXIT_MS) await sleep(QUIET_MS / 4)
  return false
}

/** A background child that writes on must not be stopped by a full or a broken pipe. */
function keepDraining(stream: Readable): void {
  stream.removeAllListeners('data')
  stream.resume()
  if (stream instanceof Socket) stream.unref()
}

async function stopGroup(pid: number, mark?: string): Promise<void> {
  signalGroup(pid, 'SIGTERM')
  const others = mark === undefined ? undefined : stopMarked(mark, TERM_GRACE_MS)
  const deadline = performance.now() + TERM_GRACE_MS
  while (isAlive(pid) && performance.now() < deadline) await sleep(10)
  signalGroup(pid, 'SIGKILL')
  leaders.delete(pid)
  await others
}

const isAlive = (pid: number): boolean => signalGroup(pid, 0)

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    return false
  }
}
