// Verbs of the built command in one process that stays, for tests with many short runs. Each run has its own
// arguments, folder and environment; what only a process of its own shows has tests that start one.
import { spawn, spawnSync } from 'node:child_process'
import { openSync, readSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeRunFolder } from '@jeeves/testing'

export interface VerbResult {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

const PROGRAM = fileURLToPath(new URL('verb-process.mjs', import.meta.url))
let pipes: { readonly requests: number; readonly answers: number } | undefined

/** Nothing is on its standard input. */
export function runVerb(args: readonly string[], env: NodeJS.ProcessEnv, cwd = '.'): VerbResult {
  pipes ??= start()
  writeSync(pipes.requests, `${JSON.stringify({ args, env, cwd: resolve(cwd) })}\n`)
  return JSON.parse(readLine(pipes.answers)) as VerbResult
}

function start() {
  const folder = makeRunFolder()
  const [requests, answers] = [join(folder, 'requests'), join(folder, 'answers')]
  spawnSync('mkfifo', [requests, answers])
  const child = spawn(process.execPath, [PROGRAM, requests, answers], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // It ends with its input.
  child.unref()
  return { requests: openSync(requests, 'w'), answers: openSync(answers, 'r') }
}

function readLine(fd: number): string {
  const chunks: Buffer[] = []
  const buffer = Buffer.alloc(65_536)
  for (;;) {
    const size = readSync(fd, buffer)
    if (size === 0) throw new Error('the process that runs verbs has ended')
    chunks.push(Buffer.from(buffer.subarray(0, size)))
    if (buffer[size - 1] === 10) return Buffer.concat(chunks).toString()
  }
}
