// One start: from the spawn to the first answer, and the processor time that the process has taken by then.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { initializeRequest } from '@jeeves/testing'

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
  const cpuMs = processorMs(child.pid!)
  child.kill('SIGKILL')
  await closed
  const { result } = JSON.parse(text.split('\n')[0]!) as { result?: { serverInfo?: object } }
  if (!result?.serverInfo) throw new Error(`${args[0]} did not answer initialize: ${text}`)
  return { wallMs, cpuMs }
}

/** Fields 14 and 15 of the process's line, in ticks of 10 ms, counted after its name, which may contain spaces. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
