// Sends one request to a running server. After any error the answer is `undefined`, within a second
// until the server responds, and then within the engine's own time limit.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { HOOK_ENGINE_MS, HOOK_WAIT_MS } from '../clients/hook-names.js'
import { isOwnSocket } from './own-path.js'
import { findAddresses, forgetAddress, readAddress } from './server-address.js'
import { avoid, forgetUnresponsive, isAvoided } from './unresponsive-server.js'

const MAX_TRIES = 3

type ServerReply =
  | { readonly answer: Readonly<Record<string, unknown>> }
  | { readonly failed: 'nobody' | 'silent' }

function askAt(path: string, question: object, hearMs = HOOK_WAIT_MS): Promise<ServerReply> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const chunks: Buffer[] = []
    let failure: 'nobody' | 'silent' = 'nobody'
    let timer = setTimeout(giveUp, hearMs)
    function giveUp(): void {
      failure = 'silent'
      socket.destroy()
    }
    socket.on('connect', () => socket.write(`${JSON.stringify(question)}\n`))
    socket.on('data', (chunk: Buffer) => {
      if (chunks.length === 0) {
        clearTimeout(timer)
        timer = setTimeout(giveUp, HOOK_ENGINE_MS)
      }
      chunks.push(chunk)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(answerIn(Buffer.concat(chunks).toString('utf8')) ?? { failed: failure })
    })
  })
}

/** A first line that only acknowledges the request, then the answer. */
function answerIn(text: string): ServerReply | undefined {
  const line = text.split('\n')[1]
  if (line === undefined || line === '') return undefined
  try {
    return { answer: JSON.parse(line) as Readonly<Record<string, unknown>> }
  } catch {
    return undefined
  }
}

/** From the settings beside the folder of running servers. */
function hearMsOf(run: string): number {
  try {
    const text = readFileSync(join(run, '..', 'settings.json'), 'utf8')
    const { waitMs } = JSON.parse(text) as { readonly waitMs?: unknown }
    return typeof waitMs === 'number' && waitMs > 0 ? waitMs : HOOK_WAIT_MS
  } catch {
    return HOOK_WAIT_MS
  }
}

/** Any server of this user will do. */
export async function askAnyServer(
  run: string,
  question: object,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  for (const file of findAddresses(run).slice(0, MAX_TRIES)) {
    const path = readAddress(file)
    if (path === undefined) continue
    // Nothing is sent to another program that listens where our server once did.
    if (!isOwnSocket(path)) {
      forgetAddress(file)
      continue
    }
    if (isAvoided(file)) return undefined
    const asked = await askAt(path, question, hearMsOf(run))
    if ('answer' in asked) {
      forgetUnresponsive(file)
      return asked.answer
    }
    if (asked.failed === 'silent') {
      avoid(file)
      return undefined
    }
    forgetAddress(file)
  }
  return undefined
}
