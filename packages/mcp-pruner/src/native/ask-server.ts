// Sends a hook's input to a running server. After any error the answer is `undefined`, within a second
// until the server responds, and then within the engine's own time limit.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { HOOK_ENGINE_MS, HOOK_WAIT_MS } from '../clients/hook-names.js'
import { isOwnSocket } from './own-path.js'
import { findAddresses, forgetAddress, readAddress } from './server-address.js'
import { avoid, forgetUnresponsive, isAvoided } from './unresponsive-server.js'

const MAX_TRIES = 3

type HookAnswer = Readonly<Record<string, unknown>>
type ServerReply = { readonly answer: HookAnswer } | { readonly failed: 'nobody' | 'silent' }

async function askAt(socketPath: string, hook: object, responseMs: number): Promise<ServerReply> {
  const call = request({ socketPath, method: 'POST', path: '/' })
  let failed: 'nobody' | 'silent' = 'nobody'
  const giveUp = () => {
    failed = 'silent'
    call.destroy()
  }
  let timer = setTimeout(giveUp, responseMs)
  // It may come at any time, and would end the client that a plugin runs in.
  call.on('error', () => {})
  try {
    call.end(JSON.stringify(hook))
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    // It has received the hook, and has the engine's time for the answer.
    clearTimeout(timer)
    timer = setTimeout(giveUp, HOOK_ENGINE_MS)
    return { answer: (await json(response)) as HookAnswer }
  } catch {
    return { failed }
  } finally {
    clearTimeout(timer)
  }
}

/** From the settings beside the folder of running servers. */
function responseMsOf(run: string): number {
  try {
    const text = readFileSync(join(run, '..', 'settings.json'), 'utf8')
    const { waitMs } = JSON.parse(text) as { readonly waitMs?: unknown }
    return typeof waitMs === 'number' && waitMs > 0 ? waitMs : HOOK_WAIT_MS
  } catch {
    return HOOK_WAIT_MS
  }
}

/** Any server of this user will do. */
export async function askAnyServer(run: string, hook: object): Promise<HookAnswer | undefined> {
  for (const file of findAddresses(run).slice(0, MAX_TRIES)) {
    const path = readAddress(file)
    if (path === undefined) continue
    // Nothing is sent to another program that listens where our server once did.
    if (!isOwnSocket(path)) {
      forgetAddress(file)
      continue
    }
    if (isAvoided(file)) return undefined
    const reply = await askAt(path, hook, responseMsOf(run))
    if ('answer' in reply) {
      forgetUnresponsive(file)
      return reply.answer
    }
    if (reply.failed === 'silent') {
      avoid(file)
      return undefined
    }
    forgetAddress(file)
  }
  return undefined
}
