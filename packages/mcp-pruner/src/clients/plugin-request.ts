// Shared by the plugins of opencode, Kilo, Cline and Amp: they call a running server through a module of the installed
// copy, and leave the output alone if there is no answer in time. Plain JavaScript, because it is written into their
// files.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { COPY_FOLDER } from './agent-client.js'
import { ASK_MODULE } from './hook-names.js'

export const pluginHead = (client: string): string =>
  `// Written by \`mcp-pruner install --native\`; \`mcp-pruner uninstall ${client}\` removes it.`

export function pluginRequest(dataFolder: string): string {
  const askModule = pathToFileURL(join(dataFolder, COPY_FOLDER, ASK_MODULE)).href
  return `const ASK_MODULE = ${JSON.stringify(askModule)}
const RUN = ${JSON.stringify(join(dataFolder, 'native', 'run'))}

// The text to show instead; undefined leaves the output as it is.
async function shownInstead(hook) {
  if (process.env.MCP_PRUNER_NATIVE === 'off') return undefined
  try {
    const { askAnyServer } = await import(ASK_MODULE)
    const answer = await askAnyServer(RUN, hook)
    return typeof answer?.output === 'string' ? answer.output : undefined
  } catch {
    // The copy has been removed.
    return undefined
  }
}

// The last texts of both sides.
function wordsIn(messages, roleOf, textOf) {
  const last = (role) => messages.filter((message) => roleOf(message) === role).map(textOf).findLast((text) => text !== '')
  return { said: last('assistant') ?? '', prompt: last('user') ?? '' }
}

const joined = (parts) => (parts ?? []).filter(({ type }) => type === 'text').map(({ text }) => text).join('\\n')
`
}
