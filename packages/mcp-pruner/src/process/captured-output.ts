// The output of a command in a group, and when it is complete: through pipes, whose end the system reports, or through
// files, which lose nothing when a program exits at once.
import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { abandon } from './abandoned-outputs.js'
import { closeWriteEnds, openFifos } from './fifo.js'
import { OutputFile } from './output-file.js'

/** Background processes may keep printing: after the exit, silence this long is the end of the output. */
const QUIET_MS = 100
const QUIET_TURNS = 4
const MAX_AFTER_EXIT_MS = 1000
/** At a time, of a background process's endless output. */
const MAX_AFTER_EXIT_BYTES = 1024 * 1024
const LOOK_EVERY_MS = 50

export interface Sinks {
  readonly onStdout: (chunk: Buffer) => void
  readonly onStderr: (chunk: Buffer) => void
  /** More was printed than could be read in time. */
  readonly onTooMuch: () => void
}

export interface CapturedOutput {
  /** For the command's standard output and error. */
  readonly stdio: readonly ['pipe' | number, 'pipe' | number]
  /** The command has started. */
  begin(child: ChildProcess): void
  /** The command did not start. */
  cancel(): void
  /** The command has ended: its whole output has been delivered. */
  end(isAnyLeft: () => boolean): Promise<void>
}

export type CaptureBy = 'pipes' | 'fifos' | 'files'

export async function captureOutput(by: CaptureBy, sinks: Sinks): Promise<CapturedOutput> {
  if (by === 'pipes' || process.platform === 'win32') return capturePipes(sinks)
  try {
    return by === 'fifos' ? await captureFifos(sinks) : captureFiles(sinks)
  } catch {
    // There is no folder in which a file can be created.
    return capturePipes(sinks)
  }
}

const capturePipes = (sinks: Sinks): CapturedOutput => {
  const streams = new CapturedStreams(sinks)
  return {
    stdio: ['pipe', 'pipe'],
    begin: ({ stdout, stderr }) => streams.begin(stdout, stderr),
    cancel: () => {},
    end: () => streams.end(),
  }
}

async function captureFifos(sinks: Sinks): Promise<CapturedOutput> {
  const fifos = await openFifos(2)
  const [stdout, stderr] = fifos
  if (!stdout || !stderr) throw new Error('no pipes')
  const streams = new CapturedStreams(sinks)
  return {
    stdio: [stdout.writeEnd, stderr.writeEnd],
    begin: () => {
      closeWriteEnds(fifos)
      streams.begin(stdout.stream, stderr.stream)
    },
    cancel: () => {
      closeWriteEnds(fifos)
      for (const { stream } of fifos) stream.destroy()
    },
    end: () => streams.end(),
  }
}

class CapturedStreams {
  readonly #sinks: Sinks
  #streams: Readable[] = []
  #closed: Promise<unknown> = Promise.resolve()
  #chunks = 0

  constructor(sinks: Sinks) {
    this.#sinks = sinks
  }

  begin(stdout: Readable | null, stderr: Readable | null): void {
    if (stdout === null || stderr === null) return
    const countAndForward = (sink: (chunk: Buffer) => void) => (chunk: Buffer) => {
      this.#chunks += 1
      sink(chunk)
    }
    stdout.on('data', countAndForward(this.#sinks.onStdout))
    stderr.on('data', countAndForward(this.#sinks.onStderr))
    this.#streams = [stdout, stderr]
    this.#closed = Promise.all(
      this.#streams.map(
        (stream) =>
          new Promise<void>((resolve) => {
            stream.once('close', resolve).once('error', () => resolve())
          }),
      ),
    )
  }

  async end(): Promise<void> {
    const isClosed = await Promise.race([this.#closed.then(() => true), this.#quiet()])
    if (!isClosed) for (const stream of this.#streams) keepDraining(stream)
  }

  /** Silence is counted in turns of the event loop that read what was there: a busy loop may simply be late. */
  async #quiet(): Promise<false> {
    const start = performance.now()
    let quietTurns = 0
    while (quietTurns < QUIET_TURNS && performance.now() - start < MAX_AFTER_EXIT_MS) {
      const before = this.#chunks
      await sleep(QUIET_MS / QUIET_TURNS)
      await nextTurn()
      quietTurns = this.#chunks === before ? quietTurns + 1 : 0
    }
    return false
  }
}

/** A background child that keeps writing must not be stopped by a full or a broken pipe. */
function keepDraining(stream: Readable): void {
  stream.removeAllListeners('data')
  stream.resume()
  if (stream instanceof Socket) stream.unref()
}

function captureFiles({ onStdout, onStderr, onTooMuch }: Sinks): CapturedOutput {
  const stdout = new OutputFile()
  const stderr = new OutputFile()
  const drainBoth = async (maxBytes?: number) =>
    (await stdout.drain(onStdout, maxBytes)) + (await stderr.drain(onStderr, maxBytes))
  const ended = new AbortController()
  let watching: Promise<void> = Promise.resolve()
  const watch = async () => {
    while (!ended.signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: ended.signal }).catch(() => {})
      await drainBoth()
      if (stdout.isTooLarge || stderr.isTooLarge) onTooMuch()
    }
  }
  return {
    stdio: [stdout.fd, stderr.fd],
    begin: () => {
      watching = watch()
    },
    cancel: () => {
      stdout.close()
      stderr.close()
    },
    async end(isAnyLeft) {
      ended.abort()
      await watching
      // The command's complete output: the last read may have started before its last lines.
      await drainBoth()
      const start = performance.now()
      let lastOutputAt = start
      while (isAnyLeft() && performance.now() - lastOutputAt < QUIET_MS) {
        if (performance.now() - start > MAX_AFTER_EXIT_MS) break
        await sleep(QUIET_MS / 10)
        if ((await drainBoth(MAX_AFTER_EXIT_BYTES)) > 0) lastOutputAt = performance.now()
      }
      await drainBoth(MAX_AFTER_EXIT_BYTES)
      for (const file of [stdout, stderr]) abandon(file, isAnyLeft)
    },
  }
}
