// A client starts servers and shells of its own, some in process groups of their own. It is therefore run
// as the leader of a session, and at the end whatever is left of that session is ended with it.

import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  type SpawnOptions,
  spawn,
} from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 25
/** Between asking a process to end and making it. */
const GRACE_MS = 2_000
const TAIL_CHARACTERS = 2_000

export interface Session {
  readonly child: ChildProcessWithoutNullStreams
  /** The end of the leader's stderr, as one line after a colon; empty if there is none. */
  readonly lastWords: () => string
  /** Ends the leader and everything it left running. Resolves when none of it is left. */
  readonly end: () => Promise<void>
  /** Ends it, and closes its pipes: a process that left the session may keep them open. */
  readonly close: () => Promise<void>
}

export function startSession(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'>,
): Session {
  const child = spawn(command, args, { ...options, detached: true, windowsHide: true })
  // The end of the process is reported, not the broken pipe.
  child.stdin.on('error', () => {})
  const end = () => endSession(child)
  const close = async () => {
    await end()
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy()
  }
  return { child, lastWords: keepTail(child.stderr), end, close }
}

function keepTail(stream: Readable): () => string {
  let tail = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-TAIL_CHARACTERS)
  })
  return () => {
    const words = tail.replace(/\s+/g, ' ').trim()
    return words && `: ${words}`
  }
}

async function endSession(child: ChildProcess): Promise<void> {
  const leader = child.pid
  if (leader === undefined) return
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const deadline = performance.now() + GRACE_MS
    for (const pid of members(leader)) send(pid, signal)
    while (members(leader).length > 0 && performance.now() < deadline) await delay(POLL_MS)
  }
  await exitWithin(child, GRACE_MS)
}

/** Resolves when the process has ended, or when the time is up. */
export async function exitWithin(child: ChildProcess, milliseconds: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  await Promise.race([once(child, 'exit'), delay(milliseconds, undefined, { ref: false })])
}

function members(leader: number): readonly number[] {
  if (process.platform === 'linux') return linuxSession(leader)
  // Elsewhere the process group is used as the session; a negative id addresses the whole group.
  const target = process.platform === 'win32' ? leader : -leader
  return send(target, 0) ? [target] : []
}

function linuxSession(leader: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const stat = readStat(pid)
      return stat !== undefined && stat.session === leader && stat.state !== 'Z'
    })
}

function readStat(pid: number): { state: string; session: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may contain anything, including parentheses and spaces.
    const [state = '', , , session] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state, session: Number(session) }
  } catch {
    return undefined
  }
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}

export function onAbort(signal: AbortSignal | undefined, act: () => void): void {
  if (signal?.aborted) act()
  else signal?.addEventListener('abort', act, { once: true })
}
