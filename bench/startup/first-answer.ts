// One start: from the spawn to the first answer, and the processor time that the process has taken by then.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { initializeRequest } from '@jeeves/testing'
import { processorMs } from '../lib/processes.js'

export interface Start {
  readonly wallMs: number
  /** User and system, of all threads; Linux only. */
  readonly cpuMs: number
}

const INITIALIZE = initializeRequest('bench')

export async function firstAnswer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Start> {
  const began = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const closed = once(child, 'close')
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
  let text = ''
  while (!text.includes('\n')) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    text += chunk.toString()
  }
  const wallMs = performance.now() - began
  const cpuMs = processorMs(child.pid)
  child.kill('SIGKILL')
  await closed
  const { result } = JSON.parse(text.split('\n')[0]!) as { result?: { serverInfo?: object } }
  if (!result?.serverInfo) throw new Error(`${args[0]} did not answer initialize: ${text}`)
  return { wallMs, cpuMs }
}
