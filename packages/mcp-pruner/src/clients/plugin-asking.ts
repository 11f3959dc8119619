// Shared by the plugins of opencode, Kilo, Cline and Amp: they ask a running server over its private socket, and
// leave the output alone if there is no answer in time. Plain JavaScript, because it is written into their files.
import { join } from 'node:path'
import { HOOK_ENGINE_MS, HOOK_WAIT_MS } from './hook-names.js'

/** Shorter outputs are not sent. */
export const PLUGIN_MIN_CHARS = 1500

export const pluginHead = (client: string): string =>
  `// Written by \`mcp-pruner install --native\`; \`mcp-pruner uninstall ${client}\` removes it.`

export function pluginAsking(dataFolder: string): string {
  const run = JSON.stringify(join(dataFolder, 'native', 'run'))
  return `import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'

const RUN = ${run}

function sockets() {
  try {
    return readdirSync(RUN)
      .filter((name) => name.endsWith('.addr'))
      .map((name) => ({ file: join(RUN, name), time: statSync(join(RUN, name)).mtimeMs }))
      .sort((a, b) => b.time - a.time)
      .map(({ file }) => readFileSync(file, 'utf8').split('\\n')[0])
      .filter(isOwn)
  } catch {
    return []
  }
}

// Another account may listen where our server once did.
function isOwn(path) {
  if (process.platform === 'win32') return true
  try {
    const [folder, socket] = [lstatSync(dirname(path)), lstatSync(path)]
    const user = process.getuid()
    return folder.uid === user && socket.uid === user && (folder.mode & 0o022) === 0 && socket.isSocket()
  } catch {
    return false
  }
}

function waitMs() {
  try {
    return JSON.parse(readFileSync(join(RUN, '..', 'settings.json'), 'utf8')).waitMs || ${HOOK_WAIT_MS}
  } catch {
    return ${HOOK_WAIT_MS}
  }
}

const askAt = (path, question) =>
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

// The text to show instead; undefined leaves the output as it is.
async function shownInstead(hook) {
  if (process.env.MCP_PRUNER_NATIVE === 'off') return undefined
  for (const path of sockets().slice(0, 3)) {
    const answer = await askAt(path, { hook })
    if (answer !== undefined) return typeof answer.output === 'string' ? answer.output : undefined
  }
  return undefined
}
`
}
