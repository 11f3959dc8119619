// Pruning of a client's own tools, as part of a running server: answers hooks, in the protocol and over the
// private socket, and shows the output of wrapped commands.

import { isAbsolute, join } from 'node:path'
import { isHookKey } from '../clients/hook-key.js'
import type { HookAnswer } from '../clients/output-hook.js'
import { isFields } from '../clients/sessions/session-event.js'
import { makeFolderSync } from '../process/make-folder.js'
import type { Env } from '../settings/settings.js'
import { answerHook } from './answer-hook.js'
import { ClaudePrunedBy } from './claude-pruned-by.js'
import { isModuleEvent } from './claude-result.js'
import { FifoChannel } from './fifo-channel.js'
import { readHookInput } from './hook-input.js'
import { openHookServer } from './hook-server.js'
import { ModuleListener } from './module-listener.js'
import type { NativeContext } from './native-context.js'
import { createNativePruning } from './native-pruning.js'
import { replacedOutput } from './replace-output.js'
import { RUN_FOLDER, removeLeftovers, writeAddress, writeParentAddress } from './server-address.js'
import type { NativeParts } from './shared-context.js'

export interface NativeService {
  /** Answers hooks that arrive as calls of a hidden tool; `undefined` for a caller without their key. */
  answer(args: unknown): Promise<HookAnswer | undefined>
  close(): Promise<void>
}

export async function openNativeService(parts: NativeParts): Promise<NativeService> {
  const { dataFolder, env, emit } = parts
  const exchange = new FifoChannel()
  const pruning = createNativePruning(parts, exchange)

  async function answer(args: unknown): Promise<HookAnswer> {
    const hook = readHookInput(args)
    if (!hook) return {}
    const session = hook.client === 'claude' ? hook.sessionId : undefined
    if (session !== undefined) await expectModule(session)
    const found = await pruning.inTime((context) => answerHook(hook, context))
    // These read and write files: not while the client waits.
    setImmediate(() => {
      if (session !== undefined) prunedBy.noteHook(session, isModuleEvent(hook.event))
      void pruning.countConfirmed()
    })
    return found ?? {}
  }

  async function expectModule(session: string): Promise<void> {
    await listener.expect(session)
    void prunedBy.watch(session)
  }

  const listener = new ModuleListener(dataFolder, answer)
  const prunedBy = new ClaudePrunedBy({ dataFolder, env, project: parts.settings.root, emit })
  const run = join(dataFolder, RUN_FOLDER)
  makeFolderSync(run)
  removeLeftovers(run)
  const server = await openHookServer([run, ...runtimeFolder(env), exchange.path], answer)
  await exchange
    .open((token, text) => pruning.inTime((context) => showWrapped(token, text, context)))
    .catch((error: unknown) =>
      emit('warn', 'native.cannot_wrap', { data: { message: String(error) } }),
    )
  // Claude Code passes a server that it starts the id of its session.
  if (env.CLAUDE_CODE_SESSION_ID) await expectModule(env.CLAUDE_CODE_SESSION_ID)
  const forget = writeAddress(run, server.path, exchange.path)
  const forgetParent = writeParentAddress(run, server.path)

  return {
    answer: async (args) =>
      isFields(args) && isHookKey(dataFolder, args.key) ? answer(args) : undefined,
    async close() {
      await prunedBy.close()
      pruning.stop()
      forget()
      forgetParent()
      await server.close()
      await listener.close()
      exchange.close()
      await pruning.close()
    },
  }
}

/** The output of a command that was wrapped before it ran, once it has ended; `undefined`: it is shown as it is. */
async function showWrapped(
  token: string,
  text: string,
  context: NativeContext,
): Promise<string | undefined> {
  const call = context.pending.claim(token)
  if (!call || !context.settings.on) return undefined
  const shown = await replacedOutput(call, context, text, { inShell: call.client === 'claude' })
  return context.signal.aborted ? undefined : shown
}

const runtimeFolder = ({ XDG_RUNTIME_DIR: folder }: Env): string[] =>
  folder !== undefined && isAbsolute(folder) ? [folder] : []
