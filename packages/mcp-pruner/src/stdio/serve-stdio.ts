// The server over stdin and stdout: starts, answers, and leaves nothing behind when it ends.
import { createEmitter, type EmitEvent } from '../events.js'
import { createGuard } from '../guard.js'
import { createLineReader } from '../line-reader.js'
import { createPruneOutput } from '../pruning/prune-output.js'
import { readSettings, type Settings, SettingsError } from '../settings.js'
import { createTools } from '../tools/index.js'
import { stopAllGroups } from '../tools/process-group.js'
import { createMethods } from './methods.js'
import { openRecovery } from './open-recovery.js'
import { createRpcPeer } from './rpc.js'

/** Calls in flight when the input ends may still be answered: `echo … | mcp-pruner` is a fair use. */
const DRAIN_MS = 1000
/** After that they are stopped, which takes their processes this long at most. */
const STOP_MS = 1500

export async function serveStdio(): Promise<number> {
  let settings: Settings
  try {
    settings = readSettings(process.env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const { message } = error
    createEmitter('info')('error', 'mcp_pruner.start_failed', { data: { message } })
    return 1
  }
  const emit = createEmitter(settings.logLevel)
  const started = performance.now()
  const stopped = (graceful: boolean) => {
    const duration_ms = Math.round(performance.now() - started)
    emit(graceful ? 'info' : 'error', 'mcp_pruner.stopped', { data: { graceful, duration_ms } })
  }
  process.on('uncaughtException', ({ stack }) => {
    emit('error', 'tool.internal_error', { data: { stack } })
    stopped(false)
    process.exit(1)
  })
  await serve(settings, emit)
  stopped(true)
  return 0
}

async function serve(settings: Settings, emit: EmitEvent): Promise<void> {
  let end!: (cause: 'input ended' | 'stopped') => void
  const ended = new Promise<'input ended' | 'stopped'>((resolve) => {
    end = resolve
  })
  const disconnect = () => end('stopped')
  const recovery = openRecovery(settings.store, emit)
  const tools = createTools(settings, recovery)
  const pruneOutput = createPruneOutput(settings.pruner, recovery)
  const pipeline = { pruneOutput, guard: createGuard(emit) }
  const methods = createMethods({ settings, tools, pipeline, emit, disconnect })
  const peer = createRpcPeer(methods, writeMessage)
  const lines = createLineReader(peer.receive, peer.tooLong)

  process.stdin.on('data', lines.push)
  process.stdin.once('end', () => {
    lines.end()
    end('input ended')
  })
  process.stdin.once('error', disconnect)
  process.stdout.on('error', disconnect)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, disconnect)
  emit('info', 'mcp_pruner.ready', { data: { root: settings.root } })

  if ((await ended) === 'input ended') await within(DRAIN_MS, peer.idle())
  process.stdin.pause()
  peer.abortAll(new Error('the server is stopping'))
  await within(STOP_MS, Promise.all([peer.idle(), stopAllGroups()]))
  await recovery.close()
}

/** Resolves when the client's side of the pipe has it. */
const writeMessage = (message: object): Promise<void> =>
  new Promise((resolve, reject) => {
    const line = `${JSON.stringify(message)}\n`
    process.stdout.write(line, (error) => (error ? reject(error) : resolve()))
  })

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
