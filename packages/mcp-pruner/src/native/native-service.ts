// Pruning of a client's own tools, as part of a running server: answers hooks, in the protocol and over the
// private socket, and shows the output of wrapped commands.
import { isAbsolute, join } from 'node:path'
import { createPruneOutput } from '../ask/prune-output.js'
import { createTextPruner } from '../ask/text-pruner.js'
import { createRecordCall } from '../call/record-call.js'
import { isHookKey } from '../clients/hook-key.js'
import { HOOK_ENGINE_MS } from '../clients/hook-names.js'
import { isRecord } from '../clients/sessions/session-event.js'
import type { EmitEvent } from '../process/events.js'
import { makeFolderSync } from '../process/make-folder.js'
import { openStore } from '../recovery/open-store.js'
import { type CallNotes, createRecovery, type Recovery } from '../recovery/recovery.js'
import { newShownId } from '../recovery/shown-text.js'
import type { Env, Settings } from '../settings/settings.js'
import type { Ledger } from '../stats/ledger.js'
import { answerHook } from './answer-hook.js'
import { ConfirmedReplacements } from './confirmed-replacements.js'
import { CutBefore } from './cut-before.js'
import { FifoChannel, type ShowOutput } from './fifo-channel.js'
import { createHeldBefore } from './held-before.js'
import { openHookHttp } from './hook-http.js'
import { readHookInput } from './hook-input.js'
import { openHookSocket } from './hook-socket.js'
import { ModuleListener } from './module-listener.js'
import { ModuleSessions } from './module-sessions.js'
import type { HookAnswer, NativeContext } from './native-context.js'
import { nativeQuestion } from './native-question.js'
import { nativeRecord } from './native-record.js'
import { readNativeSettings } from './native-switch.js'
import { wordsOf } from './native-words.js'
import { engineTime, withinLimits } from './overhead-limit.js'
import { PendingCalls } from './pending-calls.js'
import { createPruneNative, isPruned } from './prune-native.js'
import { RUN_FOLDER, removeLeftovers, writeAddress, writeParentAddress } from './server-address.js'
import { showOutput } from './show-output.js'

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
  /** Answers hooks that arrive as calls of a hidden tool; `undefined` for a caller without their key. */
  answer(args: unknown): Promise<HookAnswer | undefined>
  close(): Promise<void>
}

/** Long enough that every part of the engine has run once before the first call. */
const WARMING_UP = {
  text: Array.from({ length: 300 }, (_, i) => `export const shade${i} = mix(${i})\n`).join(''),
  question: 'Where is shade17 mixed?',
  origin: 'implicit',
  timeoutMs: 10_000,
} as const

export async function openNativeService(parts: NativeParts): Promise<NativeService> {
  const { dataFolder, env, settings, ledger, session, emit } = parts
  // What cannot be kept is not cut here: memory does not substitute for a full disk.
  const recovery =
    settings.store.location === 'memory'
      ? parts.recovery
      : createRecovery(() => openStore(settings.store, emit), emit, {
          keepMs: settings.store.waitMs,
        })
  const stop = new AbortController()
  const pending = new PendingCalls()
  const modules = new ModuleSessions()
  const exchange = new FifoChannel()
  const proven = new ConfirmedReplacements()
  const { drawsHoldout } = ledger
  // Always in a worker: the socket is served while the engine works, and the engine is loaded in advance.
  const pruner = createTextPruner({ workers: 1, hereBelowChars: 0 })
  void pruner.pruneText(WARMING_UP, stop.signal).catch(() => {})
  // Opens the store before the first text is kept.
  void recovery.recall(recovery.idOf('')).catch(() => {})
  const prune = createPruneNative(
    createPruneOutput(settings.pruner, recovery, { pruner, drawsHoldout, engineTime }),
    emit,
  )
  const heldBefore = createHeldBefore()
  /** Where this server's own tool finds it; that tool may not be listed. */
  const keepShown = (text: string): Promise<string | undefined> =>
    settings.tools.includes('recover_text')
      ? parts.recovery.keep(text, newShownId())
      : Promise.resolve(undefined)
  const cutBefore = new CutBefore()
  const place = { door: 'native', session, project: settings.root } as const
  const record = createRecordCall(ledger, recovery, place)

  const replaced: NativeContext['replaced'] = (call, raw, by) => {
    if (call.transcript === undefined) return
    const { pruneId } = by
    const count = () => record(nativeRecord(call, raw, by))
    proven.add({ pruneId, transcript: call.transcript, count })
  }
  const contextNow = (signal: AbortSignal): NativeContext => ({
    dataFolder,
    env,
    settings: readNativeSettings(dataFolder, env),
    pending,
    modules,
    canWrap: exchange.canWrap,
    prune,
    keep: (text) => recovery.keep(text),
    keepShown: (text) => keepShown(text),
    heldBefore,
    cutBefore,
    replaced,
    narrowed: (call, raw, by) => record(nativeRecord(call, raw, by)),
    passed: (call, text, why) => record(nativeRecord(call, text, why)),
    emit,
    signal,
  })
  /** Unpruned if it takes longer than a call may be delayed. */
  const inTime = <Result>(work: (context: NativeContext) => Promise<Result>) => {
    const aroundMs = readNativeSettings(dataFolder, env).waitMs
    return withinLimits({ aroundMs, engineMs: HOOK_ENGINE_MS }, (late) =>
      work(contextNow(AbortSignal.any([stop.signal, late]))),
    )
  }

  async function answer(args: unknown): Promise<HookAnswer> {
    const hook = readHookInput(args)
    if (!hook) return {}
    const { client, sessionId } = hook
    if (client === 'claude' && sessionId !== undefined) await listener.expect(sessionId)
    void proven.look()
    return (await inTime((context) => answerHook(hook, context))) ?? {}
  }

  const listener = new ModuleListener(dataFolder, answer)

  const show: ShowOutput = (token, text) =>
    inTime(async (context) => {
      const call = pending.take(token)
      if (!call || !context.settings.on) return undefined
      const { facts, client } = call
      const [words, held] = await Promise.all([wordsOf(call, context), heldBefore(call, context)])
      const asked = nativeQuestion(facts, words)
      const inShell = client === 'claude'
      const pruned = await showOutput({ text, facts, asked, held, inShell }, context)
      const shown = { ...call, tool: 'Bash', ...(asked && { question: asked.question }) }
      if (context.signal.aborted) return undefined
      if (!isPruned(pruned)) {
        if (asked) record(nativeRecord(shown, text, pruned))
        return undefined
      }
      replaced(shown, text, pruned)
      return pruned.text
    })

  const run = join(dataFolder, RUN_FOLDER)
  makeFolderSync(run)
  removeLeftovers(run)
  const runtime = env.XDG_RUNTIME_DIR
  const socketFolders = [
    run,
    ...(runtime !== undefined && isAbsolute(runtime) ? [runtime] : []),
    exchange.path,
  ]
  const answerQuestion = (question: unknown) =>
    isRecord(question) ? answer(question.hook) : Promise.resolve({})
  const socket = await openHookSocket(socketFolders, answerQuestion)
  const http = await openHookHttp(`${socket.path}.h`, answerQuestion)
  await exchange
    .open(show)
    .catch((error: unknown) =>
      emit('warn', 'native.cannot_wrap', { data: { message: String(error) } }),
    )
  // Claude Code passes a server that it starts the id of its session.
  if (env.CLAUDE_CODE_SESSION_ID) await listener.expect(env.CLAUDE_CODE_SESSION_ID)
  const forget = writeAddress(run, socket.path, exchange.path)
  const forgetParent = http && writeParentAddress(run, http.path)

  return {
    answer: async (args) =>
      isRecord(args) && isHookKey(dataFolder, args.key) ? answer(args) : undefined,
    async close() {
      stop.abort()
      forget()
      forgetParent?.()
      await socket.close()
      await listener.close()
      await http?.close()
      exchange.close()
      await proven.look()
      await pruner.close()
      if (recovery !== parts.recovery) await recovery.close()
    },
  }
}
