// Pruning of a client's own tools, as part of a running server: answers hooks, in the protocol and over the
// private socket, and shows the output of wrapped commands.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createRecordCall } from '../call/record-call.js'
import { isRecord, textField } from '../clients/sessions/session-event.js'
import type { EmitEvent } from '../process/events.js'
import type { Env, Settings } from '../process/settings.js'
import { createPruneOutput } from '../pruning/prune-output.js'
import { createTextPruner } from '../pruning/text-pruner.js'
import { openStore } from '../recovery/open-store.js'
import { type CallNotes, createRecovery, type Recovery } from '../recovery/recovery.js'
import type { Ledger } from '../stats/ledger.js'
import { answerHook } from './answer-hook.js'
import { readHookInput } from './hook-input.js'
import { openHookSocket } from './hook-socket.js'
import type { HookAnswer, NativeContext } from './native-context.js'
import { nativeRecord } from './native-record.js'
import { readNativeSettings } from './native-switch.js'
import { PendingCalls } from './pending-calls.js'
import { ProvenCalls } from './proven-calls.js'
import { createPruneNative, isPruned } from './prune-native.js'
import { RUN_FOLDER } from './shell-scripts.js'

export interface NativeParts {
  readonly dataFolder: string
  readonly env: Env
  readonly settings: Settings
  /** The server's own. */
  readonly recovery: Recovery & CallNotes
  readonly ledger: Ledger
  readonly session: string
  readonly emit: EmitEvent
}

export interface NativeService {
  /** The answer to Claude Code's hooks, which come as calls of a hidden tool. */
  answer(args: unknown): Promise<HookAnswer>
  close(): Promise<void>
}

const WARMING_UP = { text: 'a\nb\n', question: 'a', timeoutMs: 10_000 }
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024

export async function openNativeService(parts: NativeParts): Promise<NativeService> {
  const { dataFolder, env, settings, ledger, session, emit } = parts
  // What cannot be kept is not cut here: no memory stands in for a disk that is full.
  const recovery =
    settings.store.location === 'memory'
      ? parts.recovery
      : createRecovery(() => openStore(settings.store, emit), emit)
  const stop = new AbortController()
  const pending = new PendingCalls()
  const proven = new ProvenCalls()
  const { drawsHoldout } = ledger
  // All in a worker: the socket is heard while the engine works, and the engine is loaded before it is needed.
  const pruner = createTextPruner({ workers: 1, hereBelowChars: 0 })
  void pruner.pruneText(WARMING_UP, stop.signal).catch(() => {})
  const prune = createPruneNative(
    createPruneOutput(settings.pruner, recovery, { pruner, drawsHoldout }),
    emit,
  )
  const place = { door: 'native', session, project: settings.root } as const
  const record = createRecordCall(ledger, recovery, place)

  const replaced: NativeContext['replaced'] = (call, raw, by) => {
    if (call.transcript === undefined) return
    const { pruneId } = by
    const count = () => record(nativeRecord(call, raw, by))
    proven.add({ pruneId, transcript: call.transcript, count })
  }
  const contextNow = (): NativeContext => ({
    dataFolder,
    env,
    settings: readNativeSettings(dataFolder, env),
    pending,
    prune,
    replaced,
    narrowed: (call, raw, by) => record(nativeRecord(call, raw, by)),
    passed: (call, text, why) => record(nativeRecord(call, text, why)),
    emit,
    signal: stop.signal,
  })

  async function answer(args: unknown): Promise<HookAnswer> {
    const hook = readHookInput(args)
    if (!hook) return {}
    void proven.look()
    return answerHook(hook, contextNow())
  }

  async function show(token: string, file: string): Promise<HookAnswer> {
    const call = pending.take(token)
    const context = contextNow()
    if (!call || !context.settings.on) return {}
    const text = await readOutput(file)
    if (text === undefined) return {}
    const { facts, asked, client } = call
    const inShell = client === 'claude'
    const pruned = await prune({ text, facts, asked, inShell }, stop.signal)
    const shown = { ...call, tool: 'Bash', question: asked.question }
    if (!isPruned(pruned)) {
      record(nativeRecord(shown, text, pruned))
      return {}
    }
    replaced(shown, text, pruned)
    return { output: pruned.text }
  }

  const socket = await openHookSocket(join(dataFolder, RUN_FOLDER), async (question) => {
    if (!isRecord(question)) return {}
    if (isRecord(question.show)) {
      const { token, file } = question.show
      return show(textField(token) ?? '', textField(file) ?? '')
    }
    return answer(question.hook)
  })

  return {
    answer,
    async close() {
      stop.abort()
      await socket.close()
      await proven.look()
      await pruner.close()
      if (recovery !== parts.recovery) await recovery.close()
    },
  }
}

/** `undefined` for what is too long or not text: it is shown as it is. */
async function readOutput(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined)
  if (!stats?.isFile() || stats.size > MAX_OUTPUT_BYTES) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file))
  } catch {
    return undefined
  }
}
