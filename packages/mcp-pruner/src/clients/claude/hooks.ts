// The plugin that `install --native` gives Claude Code: a hooks module that sends each large result to the running
// server before it enters the conversation, and replaces it with the server's answer. After any error the result is left
// alone. Until a session has shown that it runs the module, the plugin has the hooks of older versions too.
import { join } from 'node:path'
import type { FileEdit, InstallPlace } from '../agent-client.js'
import { claudeSessionFile, HOOK_ENGINE_MS, HOOK_WAIT_MS, MIN_OUTPUT_SIZE } from '../hook-names.js'
import { readConfigFile, writeSafely } from '../install/safe-files.js'
import { olderHooks } from './older-hooks.js'

/** The folder's name is the plugin's: Claude Code loads every plugin in its `skills` folder. */
export const CLAUDE_PLUGIN = 'mcp-pruner'

const pluginFolder = (clientFolder: string): string => join(clientFolder, 'skills', CLAUDE_PLUGIN)

const hooksFile = (clientFolder: string): string =>
  join(pluginFolder(clientFolder), 'hooks', 'hooks.json')

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const descriptionOf = (dataFolder: string): string =>
  `Prunes what tools put out. Written by mcp-pruner install, from ${dataFolder}`

const own = (file: string, text: string): FileEdit => ({ file, format: 'own', text })

type HooksPlace = Pick<InstallPlace, 'dataFolder' | 'hookKey'>

export function claudeModule(
  clientFolder: string,
  place: HooksPlace,
  version: string,
  hasOlderHooks: boolean,
): readonly FileEdit[] {
  const folder = pluginFolder(clientFolder)
  const description = descriptionOf(place.dataFolder)
  return [
    own(
      join(folder, '.claude-plugin', 'plugin.json'),
      json({ name: CLAUDE_PLUGIN, version, description, license: 'MIT' }),
    ),
    own(hooksFile(clientFolder), hooksText(place, hasOlderHooks)),
    own(join(folder, 'hooks', 'register.js'), moduleText(place.dataFolder)),
  ]
}

/** Claude Code runs these hooks also where it does not run the module, or fails to load it. */
function hooksText({ dataFolder, hookKey }: HooksPlace, hasOlderHooks: boolean): string {
  const hooks = Object.entries(hasOlderHooks ? olderHooks(hookKey) : {})
  return json({
    description: descriptionOf(dataFolder),
    modules: ['./register.js'],
    hooks: Object.fromEntries(hooks.map(([event, hook]) => [event, [hook]])),
  })
}

/** From the next session on. A file that is not as this version writes it is left alone. */
export function setOlderHooks(
  clientFolder: string,
  place: HooksPlace & Pick<InstallPlace, 'project'>,
  isWanted: boolean,
): void {
  const file = hooksFile(clientFolder)
  const text = readConfigFile(file, place.project)
  if (text !== hooksText(place, !isWanted)) return
  writeSafely(file, hooksText(place, isWanted), undefined, place.project)
}

/**
 * In the dialect of Claude Code's hooks modules: no Node, and `$` only as `$.noun.verb(…)` inside a hook. A proxy would
 * also receive requests to this machine, unless it is bypassed.
 */
const moduleText = (dataFolder: string): string => `\
// Written by mcp-pruner install. Hands large results to the pruner's server, which runs beside this session.
const ADDRESS = ${JSON.stringify(claudeSessionFile(dataFolder, 'SESSION'))}
const MIN_CHARS = ${MIN_OUTPUT_SIZE}
const LIMIT_MS = ${HOOK_WAIT_MS + HOOK_ENGINE_MS}
const ANNOUNCE_MS = ${HOOK_WAIT_MS}
const MAX_KEPT = 500
const MAX_CHAIN = 40

const MAX_SERVED = 5

const talks = new Map()
const calls = new Map()
let server
// Sessions of this process whose server was found, the newest first.
let served = []
let isAnnounced = false

function talkOf(agentId) {
  const key = agentId ?? ''
  if (!talks.has(key)) talks.set(key, { prompt: '', said: [], thought: [], isAnswered: false, chain: [] })
  return talks.get(key)
}

function textsOf(content, type, field) {
  return content.filter((block) => block.type === type).map((block) => block[field] ?? '')
}

function notePrompt(e) {
  const talk = talkOf(e.agentId)
  talk.prompt = textsOf(e.message.content, 'text', 'text').join('\\n').slice(0, 4000)
  talk.said = []
  talk.thought = []
  // It may be the first of another session, after /clear.
  if (e.agentId === undefined) isAnnounced = false
  // The user may have gone back to an earlier message.
  talk.chain = e.uuid === undefined ? [] : [e.uuid]
}

function noteResponse(e) {
  const talk = talkOf(e.agentId)
  const { content } = e.message
  if (talk.isAnswered) {
    talk.said = []
    talk.thought = []
    talk.isAnswered = false
  }
  talk.said.push(...textsOf(content, 'text', 'text'))
  talk.thought.push(...textsOf(content, 'thinking', 'thinking'))
  const said = (talk.said.join('\\n').trim() || talk.thought.join('\\n')).slice(-4000)
  for (const block of content) {
    if (block.type !== 'tool_use') continue
    talk.chain = [...talk.chain, block.id].slice(-MAX_CHAIN)
    calls.set(block.id, { tool_name: block.name, tool_input: block.input, said, chain: talk.chain })
    if (calls.size > MAX_KEPT) calls.delete(calls.keys().next().value)
  }
}

function textOf(content) {
  if (typeof content === 'string') return content
  if (!Array.isArray(content) || content.some((block) => block.type !== 'text')) return undefined
  return content.length === 1 ? content[0].text : undefined
}

const withText = (content, text) =>
  typeof content === 'string' ? text : [{ ...content[0], text }]

/** One entry for each block whose text may be replaced. */
const questionsIn = (e) => e.message.content.flatMap((block, index) => questionOf(e, block, index))

function questionOf(e, block, index) {
  const { prompt, said } = talkOf(e.agentId)
  if (e.door === 'attachment') {
    if (block.type !== 'text' || block.text.length < MIN_CHARS) return []
    const words = said.join('\\n').slice(-4000)
    const tool_response = { text: block.text }
    return [{ index, event: 'Attachment', hook: { tool_name: 'Read', tool_input: { attached: e.message.content[0].text }, prompt, said: words, tool_response } }]
  }
  if (block.type !== 'tool_result') return []
  const call = calls.get(block.tool_use_id)
  calls.delete(block.tool_use_id)
  const text = textOf(block.content)
  if (call === undefined || text === undefined) return []
  // A file of which only some lines were shown is not what the model has.
  const isUnchanged = call.tool_name === 'Read' && /unchanged since/.test(text)
  if (text.length < MIN_CHARS && !isUnchanged) return []
  const tool_response = { text, isError: block.is_error === true }
  return [{ index, event: 'ToolResult', hook: { ...call, prompt, tool_use_id: block.tool_use_id, tool_response } }]
}

/** The server learns before the first call that this module runs: then the hooks of older versions do nothing. */
function announcement(e) {
  const isBeforeCalls = e.door === 'prompt' || e.message.content.some((block) => block.type === 'tool_use')
  return isAnnounced || !isBeforeCalls ? [] : [{ event: 'Module', hook: {} }]
}

/** What to tell the server of this message. */
function noted(e) {
  if (e.door === 'prompt') notePrompt(e)
  if (e.door === 'response') noteResponse(e)
  if (e.door === 'prompt' || e.door === 'response') return announcement(e)
  if (e.door === 'tool-result') talkOf(e.agentId).isAnswered = true
  return questionsIn(e)
}

const bodyOf = ({ event, hook }, session, e) =>
  JSON.stringify({ client: 'claude', hook_event_name: event, session_id: session, agent_id: e.agentId, ...hook })

const replaced = (content, index, text) =>
  content.map((block, at) => {
    if (at !== index) return block
    return block.type === 'text' ? { ...block, text } : { ...block, content: withText(block.content, text) }
  })

const isDirect = (proxies, direct) =>
  proxies.every((proxy) => !proxy) || direct.some((list) => /(^|[,\\s])(\\*|127\\.0\\.0\\.1)($|[,\\s])/.test(list ?? ''))

const asIs = ($, e, next) => next(e)

const pass = async ($, e, next) => {
  const asked = noted(e)
  if (asked.length === 0) return next(e)
  let content = e.message.content
  try {
    const session = await $.session.id()
    if (server?.session !== session) {
      const proxies = [await $.env.get('HTTP_PROXY'), await $.env.get('http_proxy'), await $.env.get('ALL_PROXY'), await $.env.get('all_proxy')]
      if (!isDirect(proxies, [await $.env.get('NO_PROXY'), await $.env.get('no_proxy')])) return next(e)
      // After /clear or /resume the server knows the new session only once it is told.
      let address
      for (const id of [session, ...served]) {
        try {
          address ??= await $.fs.read(ADDRESS.replace('SESSION', id))
        } catch {
          // Not of this session.
        }
      }
      const { url, secret } = JSON.parse(address)
      served = [...new Set([session, ...served])].slice(0, MAX_SERVED)
      server = { session, url, headers: { authorization: 'Bearer ' + secret, 'content-type': 'application/json' } }
    }
    const { url, headers } = server
    for (const each of asked) {
      const body = bodyOf(each, session, e)
      const limit = each.event === 'Module' ? ANNOUNCE_MS : LIMIT_MS
      const answer = await Promise.race([$.http.fetch(url, { method: 'POST', headers, body }), $.clock.sleep(limit)])
      if (each.event === 'Module') isAnnounced = answer?.ok === true
      const { text } = answer?.ok ? JSON.parse(answer.text) : {}
      if (typeof text === 'string') content = replaced(content, each.index, text)
    }
  } catch {
    // No server is running, or another one by now.
    server = undefined
    return next(e)
  }
  return next(content === e.message.content ? e : { ...e, message: { ...e.message, content } })
}

/** What was said before is not in the conversation any more. */
const forget = ($, e, next) => {
  talkOf(e.agentId).chain = []
  return next(e)
}

export const register = (on) => {
  on('session.append', { door: 'prompt' }, pass).catch(asIs)
  on('session.append', { door: 'response' }, pass).catch(asIs)
  on('session.append', { door: 'tool-result' }, pass).catch(asIs)
  on('session.append', { door: 'attachment', message: { name: 'file' } }, pass).catch(asIs)
  on('session.append', { door: 'compaction' }, forget).catch(asIs)
  on('session.compact', forget).catch(asIs)
}
`
