// The shell's sources of text: files, standard input, or a command. Each is read up to the
// size that can be pruned; anything larger is passed through.
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
  /** The command line, as words that help to choose. */
  readonly context?: string
}

export interface CommandEnd {
  /** In the shells' convention: 128 plus the signal's number if a signal ended it. */
  readonly exitCode: number
  /** Absent if it was too large to prune: then it has been written to `overflow`. */
  readonly output?: Buffer
}

/** The exact text; `undefined` for invalid UTF-8 or text with a NUL. */
export const textIn = (bytes: Buffer): string | undefined =>
  isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : undefined

/** Collects chunks; once too large, everything goes to `overflow`. */
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

  /** `undefined` once it is too large and has been passed through. */
  get whole(): Buffer | undefined {
    return this.#size <= this.#maxBytes ? Buffer.concat(this.#chunks) : undefined
  }
}

/** The whole stream, or `undefined` once it is too large and has been passed through to `overflow`. */
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

/** Too large: everything went to `overflow`. */
export type Unread = { readonly problem: string } | typeof TOO_LARGE
export const TOO_LARGE = 'too large'

/**
 * A file, or a pipe such as a shell's `<(COMMAND)`. A pipe without a writer is empty, and a device
 * without an end is refused: neither is waited for.
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
    return { problem: stats.isDirectory() ? 'a folder' : 'neither a file nor a pipe' }
  }
  const first = firstOf(opened)
  if (first?.length === 0) {
    closeSync(opened)
    return { problem: 'a pipe that nobody writes to' }
  }
  const stream = new Socket({ fd: opened, writable: false })
  return (await readBounded(stream, maxBytes, overflow, first)) ?? TOO_LARGE
}

/** The current content of a pipe: empty without a writer, `undefined` if there was none yet. */
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

/** Standard output and error together, in the order they were printed. */
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
  // The terminal sends these to the command too; it decides, and we end with it.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) process.on(signal, leaveItToTheCommand)
  // Like the reader of a pipe, it waits for background processes with this output.
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
