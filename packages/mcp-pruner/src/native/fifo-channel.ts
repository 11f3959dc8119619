// How shells of wrapped commands reach a running server, since they cannot open a socket: a folder private to this
// user, with a pipe into which a shell writes its token when its command has ended. It is in the temporary folder, where
// a client's sandbox allows commands to write.
import { execFile } from 'node:child_process'
import {
  closeSync,
  constants,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createFile } from '@jeeves/mcp-runtime/files'
import { createLineReader } from '../rpc/line-reader.js'
import { isOwnFolder } from './own-path.js'

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants
const MAX_WORD_BYTES = 1024
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024
/** Outputs are collected on this disk: with less free space, commands are not wrapped. */
const MIN_FREE_BYTES = 512 * 1024 * 1024
/** A shell that has just started has not opened its pipes yet. */
const STALE_AFTER_MS = 5000
/** The path of a socket in it is limited to about a hundred characters. */
const MAX_BASE = 80

/** The text to show; `undefined` for the unchanged output. */
export type ShowOutput = (token: string, text: string) => Promise<string | undefined>

export class FifoChannel {
  readonly path = mkdtempSync(join(tmpdir().length <= MAX_BASE ? tmpdir() : '/tmp', 'mcp-pruner-'))
  #tokenPipe: Socket | undefined

  /** False if the system has no named pipes: then no command is wrapped. */
  get canWrap(): boolean {
    return this.#tokenPipe !== undefined && isOwnFolder(this.path) && hasFreeSpace(this.path)
  }

  async open(show: ShowOutput): Promise<void> {
    if (process.platform === 'win32') return
    const ask = join(this.path, 'ask')
    await promisify(execFile)('mkfifo', ['-m', '600', ask])
    // Opened for reading and writing, so that it stays open after a shell has written.
    const pipe = new Socket({ fd: openSync(ask, O_RDWR | O_NONBLOCK), writable: false })
    const lines = createLineReader(
      (token) => void this.#answer(token.trim(), show),
      () => {},
      MAX_WORD_BYTES,
    )
    pipe.on('data', lines.push)
    pipe.on('error', () => {})
    // It does not keep the process alive.
    pipe.unref()
    this.#tokenPipe = pipe
  }

  async #answer(token: string, show: ShowOutput): Promise<void> {
    if (!/^\w+$/.test(token) || !isOwnFolder(this.path)) return
    const words = openPipe(join(this.path, `${token}.ctl`))
    if (words === undefined) return
    try {
      writeSync(words, 'heard\n')
      const text = readOutput(join(this.path, `${token}.out`))
      const shown = text === undefined ? undefined : await show(token, text)
      if (shown !== undefined) {
        await createFile(join(this.path, `${token}.shown`), shown)
      }
      writeSync(words, shown === undefined ? 'raw\n' : 'shown\n')
    } catch {
      tell(words, 'raw\n')
    } finally {
      closeSync(words)
      this.#sweep()
    }
  }

  /** Removes leftovers of commands whose shell was killed or stopped waiting. */
  #sweep(): void {
    const names = namesIn(this.path).filter(
      (name) => /^\w+\.\w+$/.test(name) && !name.endsWith('.sock'),
    )
    for (const token of new Set(names.map((name) => name.replace(/\.\w+$/, '')))) {
      const own = names
        .filter((name) => name.startsWith(`${token}.`))
        .map((n) => join(this.path, n))
      const isNew = own.some((file) => Date.now() - changedAt(file) < STALE_AFTER_MS)
      const words = openPipe(join(this.path, `${token}.ctl`))
      if (words !== undefined) closeSync(words)
      else if (!isNew) for (const file of own) rmSync(file, { force: true })
    }
  }

  /** A command that is still running removes the folder when it ends. */
  close(): void {
    this.#tokenPipe?.destroy()
    if (!isOwnFolder(this.path)) return
    this.#sweep()
    rmSync(join(this.path, 'ask'), { force: true })
    try {
      rmdirSync(this.path)
    } catch {}
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

function tell(words: number, word: string): void {
  try {
    writeSync(words, word)
  } catch {
    // Nobody waits any more.
  }
}

/** `undefined` when nobody listens there. */
function openPipe(file: string): number | undefined {
  try {
    const opened = openSync(file, O_WRONLY | O_NONBLOCK | O_NOFOLLOW)
    if (fstatSync(opened).isFIFO()) return opened
    closeSync(opened)
  } catch {}
  return undefined
}

/** `undefined` for output that is too long or not text: it is shown unchanged. */
function readOutput(file: string): string | undefined {
  const opened = openSync(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  try {
    const stats = fstatSync(opened)
    if (!stats.isFile() || stats.size > MAX_OUTPUT_BYTES) return undefined
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(opened))
  } catch {
    return undefined
  } finally {
    closeSync(opened)
  }
}

function hasFreeSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}
