// `mcp-pruner wrap`: the gateway as a command.
import { createEmitter } from '../events.js'
import { ConfigError } from './config.js'
import { runGateway } from './gateway.js'
import { readOptions, USAGE } from './options.js'
import { QUESTION } from './session/catalog.js'
import { StartError } from './upstream/upstream.js'

export async function wrap(args: readonly string[]): Promise<number> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stop.abort())
  try {
    const options = readOptions(args, process.env)
    if (!options) {
      process.stdout.write(USAGE)
      return 0
    }
    await runGateway({
      upstreams: options.upstreams,
      input: process.stdin,
      output: process.stdout,
      additions: {
        instructions: 'Every tool takes an optional context_focus_question.',
        tools: [],
        call: (tool, { params = {}, signal }) => {
          const given = params['arguments'] as Record<string, unknown> | undefined
          const { [QUESTION]: _, ...rest } = given ?? {}
          const own = tool.ownsQuestion || !given ? given : rest
          const sent = { ...params, name: tool.name, ...(own && { arguments: own }) }
          return tool.upstream.request('tools/call', sent, signal)
        },
        ownCall: async () => ({}),
        resources: () => [],
        readResource: async () => undefined,
      },
      emit: createEmitter('info'),
      stop: stop.signal,
    })
    return 0
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartError)) throw error
    process.stderr.write(`mcp-pruner wrap: ${error.message}\n`)
    return error instanceof ConfigError ? 2 : 1
  }
}
