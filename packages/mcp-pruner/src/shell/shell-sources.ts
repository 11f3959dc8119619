// Where the shell's texts come from: files, standard input, or a command that is run. Each is read up to the
// size that can be pruned; what is larger is handed on as it comes.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'

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
  /** Absent when there was too much to prune: then it has been shown already. */
  readonly output?: string
}

/** The whole stream, or `undefined` once it is too large and has been passed on to `overflow`. */
export async function readBounded(
  streams: readonly Readable[],
  maxBytes: number,
  overflow: (chunk: Buffer) => void,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer) => {
    size += chunk.length
    if (size <= maxBytes) {
      chunks.push(chunk)
      return
    }
    for (const earlier of chunks.splice(0)) overflow(earlier)
    overflow(chunk)
  }
  await Promise.all(
    streams.map(
      (stream) =>
        new Promise<void>((resolve, reject) => {
          stream.on('data', take).once('end', resolve).once('error', reject)
        }),
    ),
  )
  return size <= maxBytes ? Buffer.concat(chunks) : undefined
}

const leaveItToTheCommand = () => {}

/** Standard output and error together, in the order in which they come. */
export async function runCommand(
  [command = '', ...args]: readonly string[],
  maxBytes: number,
  overflow: (chunk: Buffer) => void,
): Promise<CommandEnd> {
  const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'pipe'] })
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal!]))
  })
  // The terminal sends these to the command too; it decides, and its end is ours.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) process.on(signal, leaveItToTheCommand)
  const [output, exitCode] = await Promise.all([
    readBounded([child.stdout, child.stderr], maxBytes, overflow),
    ended,
  ])
  return { exitCode, ...(output && { output: output.toString('utf8') }) }
}
