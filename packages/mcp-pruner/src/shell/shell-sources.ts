// Where the shell's texts come from: files, standard input, or a command that is run. Each is read up to the
// size that can be pruned; what is larger is handed on as it comes.
import { isUtf8 } from 'node:buffer'
import { spawn } from 'node:child_process'
import { closeSync, constants, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { Socket } from 'node:net'
import { constants as system } from 'node:os'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithThisProcess, readyGuard } from '../process/death-guard.js'
import { filesPrintedInto } from '../process/open-files.js'
import { OutputFile } from '../process/output-file.js'

export interface ShellText {
  readonly text: string
  /** A file's path; absent for a stream. */
  readonly fileName?: string
  /** What was typed to have it, as words that help to choose. */
  readonly context?: string
}

export interface CommandEnd {
  /** As a shell gives it: 128 and the signal's number when a signal ended it. */
  readonly exitCode: number
  /** Absent when there was too much to prune: then it has gone to `overflow`. */
  readonly output?: Buffer
}

/** The text, exactly; `undefined` for what is not UTF-8, or has a NUL as no text has. */
export const textIn = (bytes: Buffer): string | undefined =>
  isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : undefined

/** Gathers what comes; once it is too large, all of it goes to `overflow`. */
class Bounded {
  readonly #maxBytes: number
  readonly #overflow: (chunk: Buffer) => void
  #chunks: Buffer[] = []
  #size = 0

  constructor(maxBytes: number, overflow: (chunk: Buffer) => void) {
    this.#maxBytes = maxBytes
    this.#overflow = overflow
  }

  readonly take = (chunk: Buffer): void => {
    this.#size += chunk.length
    if (this.#size <= this.#maxBytes) {
      this.#chunks.push(chunk)
      return
    }
    for (const earlier of this.#chunks.splice(0)) this.#overflow(earlier)
    this.#overflow(chunk)
  }

  /** `undefined` once it is too large and has been passed on. */
  get whole(): Buffer | undefined {
    return this.#size <= this.#maxBytes ? Buffer.concat(this.#chunks) : undefined
  }
}

/** The whole stream, or `undefined` once it is too large and has been passed on to `overflow`. */
export async function readBounded(
  stream: Readable,
  maxBytes: number,
  overflow: (chunk: Buffer) => void,
  first?: Buffer,
): Promise<Buffer | undefined> {
  const bounded = new Bounded(maxBytes, overflow)
  if (first) bounded.take(first)
  await new Promise<void>((resolve, reject) => {
    stream.on('data', bounded.take).once('end', resolve).once('error', reject)
    stream.once('close', resolve)
  })
  return bounded.whole
}

/** Too large: all of it has gone to `overflow`. */
export type Unread = { readonly problem: string } | typeof TOO_LARGE
export const TOO_LARGE = 'too large'

/**
 * A file, or a pipe such as a shell makes of `<(COMMAND)`. A pipe that nobody writes to is at its end, and a device
 * that has none is refused: neither is waited for.
 */
export async function readWhole(
  file: string,
  maxBytes: number,
  overflow: (chunk: Buffer) => void,
): Promise<Buffer | Unread> {
  const opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  const stats = fstatSync(opened)
  if (stats.isFile()) {
    const stream = createReadStream('', { fd: opened })
    return (await readBounded(stream, maxBytes, overflow)) ?? TOO_LARGE
  }
  if (!stats.isFIFO()) {
    closeSync(opened)
    return { problem: stats.isDirectory() ? 'is a folder' : 'is neither a file nor a pipe' }
  }
  const first = firstOf(opened)
  if (first?.length === 0) {
    closeSync(opened)
    return { problem: 'is a pipe that nobody writes to' }
  }
  const stream = new Socket({ fd: opened, writable: false })
  return (await readBounded(stream, maxBytes, overflow, first)) ?? TOO_LARGE
}

/** What is in a pipe now: empty when nobody writes to it, `undefined` when nobody has yet. */
function firstOf(pipe: number): Buffer | undefined {
  const room = Buffer.alloc(65_536)
  try {
    return room.subarray(0, readSync(pipe, room))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
}

const leaveItToTheCommand = () => {}
const LOOK_EVERY_MS = 50

/** Standard output and error together, in the order in which they were printed. */
export async function runCommand(
  [command = '', ...args]: readonly string[],
  maxBytes: number,
  overflow: (chunk: Buffer) => void,
): Promise<CommandEnd> {
  const printed = new OutputFile()
  const bounded = new Bounded(maxBytes, overflow)
  readyGuard()
  const child = spawn(command, args, { stdio: ['inherit', printed.fd, printed.fd] })
  const guard = child.pid === undefined ? undefined : endWithThisProcess(child.pid)
  const kill = () => child.kill('SIGPIPE')
  process.once('exit', kill)
  const end = new AbortController()
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + system.signals[signal!]))
  }).finally(() => {
    end.abort()
    guard?.release()
    process.off('exit', kill)
  })
  // The terminal sends these to the command too; it decides, and its end is ours.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) process.on(signal, leaveItToTheCommand)
  // Like the reader of a pipe, it waits for what the command left running with this output.
  while (!end.signal.aborted || filesPrintedInto()?.has(printed.inode)) {
    await (end.signal.aborted ? sleep(LOOK_EVERY_MS) : Promise.race([sleep(LOOK_EVERY_MS), ended]))
    await printed.drain(bounded.take)
    if (printed.isTooLarge) child.kill()
  }
  const exitCode = await ended
  await printed.drain(bounded.take)
  printed.close()
  const output = bounded.whole
  return { exitCode, ...(output && { output }) }
}
