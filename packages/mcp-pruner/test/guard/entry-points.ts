// The three entry points of the built command, called in the same way.
import { fileURLToPath } from 'node:url'
import { connect } from '../gateway/wrapped.js'
import { post, runService } from '../http/running-service.js'
import { RawServer } from '../stdio/raw-server.js'

export interface EntryPoint {
  /** The whole answer as it was sent. */
  call(args: object, tool?: string): Promise<string>
  /** What was logged so far. */
  log(): string
  close(): Promise<unknown>
}

export type Open = (root: string, env?: Record<string, string>) => Promise<EntryPoint>

const TOKEN = 'a-token-of-many-characters'

const stdio: Open = async (root, env = {}) => {
  const server = new RawServer(root, { PRUNER_FALLBACK: 'embedded', ...env })
  await server.initialize()
  return {
    call: async (args, tool = 'read') => JSON.stringify(await server.call(tool, args)),
    log: () => server.stderr,
    close: () => server.end(),
  }
}

const service: Open = async (root, env = {}) => {
  const running = await runService([], {
    MCP_PRUNER_CWD: root,
    MCP_PRUNER_TOKEN: TOKEN,
    MCP_PRUNER_TOOLS: 'read,bash',
    ...env,
  })
  return {
    async call(args, tool = 'read') {
      const params = { name: tool, arguments: args }
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      return (await post(`${running.url}/rpc`, message, { authorization: `Bearer ${TOKEN}` })).text
    },
    log: () => JSON.stringify(running.events),
    close: () => running.stop(),
  }
}

const PLAIN = fileURLToPath(new URL('./plain-server.mjs', import.meta.url))

const gateway: Open = async (root, env = {}) => {
  const { client, stderr, close } = await connect({
    server: ['env', 'NODE_OPTIONS=', process.execPath, PLAIN, root],
    // The limits on requests belong to it and to presets.
    options: ['--strict'],
    env: {
      MCP_PRUNER_LOG_LEVEL: 'info',
      MCP_PRUNER_TOOL_TIMEOUT_MS: '1000',
      PRUNER_FALLBACK: 'embedded',
      ...env,
    },
  })
  return {
    call: async (args, tool = 'read') =>
      JSON.stringify(await client.callTool({ name: tool, arguments: { ...args } })),
    log: stderr,
    close,
  }
}

/** With the bytes that the requests of our own tools may have, and those of wrapped ones. */
export const ENTRY_POINTS: readonly (readonly [string, Open, number])[] = [
  ['stdio', stdio, 4_194_304],
  ['service', service, 4_194_304],
  ['gateway', gateway, 10_485_760],
]
