// The plugin that opencode and its relative Kilo load: it asks a running server, over its private socket, what to show of an output,
// and leaves the output alone when nobody answers in time.
import { join } from 'node:path'
import { HOOK_ENGINE_MS, HOOK_WAIT_MS } from './hook-names.js'

export function opencodePlugin(dataFolder: string, client: 'opencode' | 'kilo'): string {
  const run = JSON.stringify(join(dataFolder, 'native', 'run'))
  return `// Written by \`mcp-pruner install --native\`; \`mcp-pruner uninstall ${client}\` removes it.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

const RUN = ${run}
const TOOLS = new Set(['bash', 'grep', 'read'])

function sockets() {
  try {
    return readdirSync(RUN)
      .filter((name) => name.endsWith('.addr'))
      .map((name) => ({ file: join(RUN, name), time: statSync(join(RUN, name)).mtimeMs }))
      .sort((a, b) => b.time - a.time)
      .map(({ file }) => readFileSync(file, 'utf8').split('\\n')[0])
  } catch {
    return []
  }
}

function waitMs() {
  try {
    return JSON.parse(readFileSync(join(RUN, '..', 'settings.json'), 'utf8')).waitMs || ${HOOK_WAIT_MS}
  } catch {
    return ${HOOK_WAIT_MS}
  }
}

const ask = (path, question) =>
  new Promise((resolve) => {
    const socket = connect(path)
    let text = ''
    let timer = setTimeout(() => socket.destroy(), waitMs())
    socket.setEncoding('utf8')
    socket.on('connect', () => socket.write(JSON.stringify(question) + '\\n'))
    socket.on('data', (chunk) => {
      if (text === '') {
        clearTimeout(timer)
        timer = setTimeout(() => socket.destroy(), ${HOOK_ENGINE_MS})
      }
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      try {
        resolve(JSON.parse(text.split('\\n')[1]))
      } catch {
        resolve(undefined)
      }
    })
  })

async function words(client, sessionID) {
  try {
    const { data } = await client.session.messages({ path: { id: sessionID } })
    const text = ({ parts }) => parts.filter((p) => p.type === 'text').map((p) => p.text).join('\\n')
    const last = (role) => data.findLast(({ info, parts }) => info.role === role && text({ parts }) !== '')
    return { said: text(last('assistant') ?? { parts: [] }), prompt: text(last('user') ?? { parts: [] }) }
  } catch {
    return {}
  }
}

export const McpPruner = async ({ client, directory }) => ({
  'tool.execute.after': async (input, output) => {
    if (!TOOLS.has(input.tool) || typeof output.output !== 'string' || output.output.length < 1500) return
    const hook = {
      client: '${client}',
      hook_event_name: 'after',
      tool_name: input.tool,
      tool_input: input.args,
      tool_response: output.output,
      cwd: directory,
      ...(await words(client, input.sessionID)),
    }
    for (const path of sockets().slice(0, 3)) {
      const answer = await ask(path, { hook })
      if (typeof answer?.output === 'string') output.output = answer.output
      if (answer !== undefined) return
    }
  },
})
`
}
