// The agent's words before the call in progress, from the end of the client's session record. A call is
// identified by its id, or by its name and input: words before another call belong to that one.
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type LiveClient } from '../registry.js'
import { readSession } from './read-session.js'
import { WordTracker } from './recorded-calls.js'
import type { SessionEvent } from './session-event.js'

export interface WordsBefore {
  readonly message: string
  readonly prompt: string
}

/** The record is complete up to the call once it contains the time at which the call's hook began. */
export interface UnnamedCall {
  readonly name: string
  readonly input: unknown
  readonly hookAtMs: number | undefined
}

export interface CallInProgress {
  readonly client: LiveClient
  /** The client's session record. */
  readonly transcript: string
  /** Empty if the client does not identify the call. */
  readonly callId: string
  /** The call of a client that gives no id; without both, the last words count. */
  readonly unnamed?: UnnamedCall | undefined
  readonly agentId?: string | undefined
}

/** Backwards from the end, in steps: most calls follow a few lines after their words. */
const TAIL_BYTES = [65_536, 1_048_576] as const
/** Claude Code and Copilot write a call's line up to some 160 ms after its hook began. */
const BETWEEN_LOOKS_MS = 10

/** Waits for the call's own line until `signal` aborts; `undefined` if it has not been written by then. */
export async function wordsBeforeCall(
  call: CallInProgress,
  signal: AbortSignal,
): Promise<WordsBefore | undefined> {
  const file = recordOf(call)
  if (usesLastWords(call)) return wordsIn(call, file, TAIL_BYTES[0])
  let seenSize = -1
  for (;;) {
    // Looked once more when the time is over: on a busy machine it may be before the first look.
    const isLast = signal.aborted
    const { size = 0 } = (await stat(file).catch(() => undefined)) ?? {}
    if (size !== seenSize) {
      const bytes = seenSize === -1 ? TAIL_BYTES : [TAIL_BYTES[0]]
      for (const tail of bytes) {
        const found = await wordsIn(call, file, tail)
        if (found) return found
        if (tail >= size) break
      }
      seenSize = size
    }
    if (isLast) return undefined
    await sleep(BETWEEN_LOOKS_MS, undefined, { signal }).catch(() => {})
  }
}

/** Claude Code writes a subagent's session beside its parent's; Codex names a subagent's own file. */
export function recordOf({
  client,
  transcript,
  agentId,
}: Pick<CallInProgress, 'client' | 'transcript' | 'agentId'>): string {
  if (client !== 'claude' || agentId === undefined || !/^[\w-]+$/.test(agentId)) return transcript
  return join(transcript.replace(/\.jsonl$/, ''), 'subagents', `agent-${agentId}.jsonl`)
}

const usesLastWords = ({ callId, unnamed }: CallInProgress): boolean =>
  callId === '' && unnamed === undefined

const isThisCall = (
  { id, name, input }: Extract<SessionEvent, { readonly type: 'call' }>,
  { callId, unnamed }: CallInProgress,
): boolean =>
  callId === '' ? name === unnamed?.name && isDeepStrictEqual(input, unnamed.input) : id === callId

/** `undefined` if the call is not in this part of the file. */
async function wordsIn(
  call: CallInProgress,
  file: string,
  bytes: number,
): Promise<WordsBefore | undefined> {
  const stats = await stat(file).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const tracker = new WordTracker()
  const words = () => ({ message: tracker.wordsBefore().message, prompt: tracker.prompt })
  const fromByte = Math.max(0, stats.size - bytes)
  let found: { readonly id: string; readonly words: WordsBefore } | undefined
  try {
    for await (const event of readSession(call.client, file, { fromByte })) {
      tracker.note(event)
      // The prompt may be further back than the tail; then the rest must do.
      if (event.type === 'call' && isThisCall(event, call)) {
        if (call.callId !== '') return words()
        found = { id: event.id, words: words() }
      }
      // The same call was made before: that one has ended.
      if (event.type === 'output' && event.id === found?.id) found = undefined
      if (event.type === 'hook' && event.atMs === call.unnamed?.hookAtMs) return found?.words
    }
  } catch {
    return undefined
  }
  if (usesLastWords(call)) return words()
  return call.unnamed?.hookAtMs === undefined ? found?.words : undefined
}

const MAX_TAIL_BYTES = 4 * 1024 * 1024

/** The end of a session record; empty if it cannot be read. */
export async function readTail(file: string): Promise<Buffer> {
  const handle = await open(file).catch(() => undefined)
  try {
    const { size } = (await handle?.stat()) ?? { size: 0 }
    const length = Math.min(size, MAX_TAIL_BYTES)
    const tail = Buffer.allocUnsafe(length)
    const { bytesRead } = (await handle?.read(tail, 0, length, size - length)) ?? { bytesRead: 0 }
    return tail.subarray(0, bytesRead)
  } catch {
    return Buffer.alloc(0)
  } finally {
    await handle?.close()
  }
}
