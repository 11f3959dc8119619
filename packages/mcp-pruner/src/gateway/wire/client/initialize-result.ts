// The answer to `initialize`: the wrapped servers' answers merged into one.

import { runWithTimeout } from '@jeeves/mcp-runtime'
import { SERVER_NAME, VERSION } from '../../../process/version.js'
import { type Fields, isFields } from '../../../rpc/message.js'
import { visibleLabels, visibleNamed } from '../../shape/visible-blocks.js'
import type { Upstream } from '../upstream/upstream.js'
import type { Additions } from './additions.js'
import { boundLabels } from './reports.js'

/** A server, and what it says of itself as it is shown. */
interface Introduced {
  readonly name: string
  readonly info: Fields
}

/** `requestedRevision`: by the client. */
export async function initializeResult(
  servers: readonly Upstream[],
  additions: Pick<Additions, 'instructions' | 'boundText' | 'maxBytes'>,
  requestedRevision: unknown,
): Promise<Fields> {
  const upstreams = await Promise.all(
    servers.map(async (upstream) => ({
      name: upstream.name,
      info: await boundLabels(visibleLabels(upstream.info), upstream, additions),
    })),
  )
  const [first, ...others] = upstreams
  const alone = first && others.length === 0
  return {
    ...(alone && first.info),
    protocolVersion: upstreams
      .flatMap(({ info }) => info['protocolVersion'] ?? [])
      .map(String)
      .reduce((a, b) => (a < b ? a : b), String(requestedRevision)),
    capabilities: capabilities(upstreams),
    serverInfo: alone ? ownName(first.info['serverInfo']) : { name: SERVER_NAME, version: VERSION },
    instructions: instructions(upstreams, additions.instructions),
  }
}

/** Tools and resources are always declared: the gateway adds to both, and forwards changes of all lists. */
function capabilities(upstreams: readonly Introduced[]): Fields {
  const merged: Fields = {}
  for (const { info } of upstreams) {
    if (!isFields(info['capabilities'])) continue
    for (const [name, value] of Object.entries(info['capabilities'])) {
      // Task ids are per server, so tasks pass only when there is one server.
      if (name === 'tasks' && upstreams.length > 1) continue
      const before = merged[name]
      merged[name] = isFields(before) && isFields(value) ? { ...before, ...value } : value
    }
  }
  const listed = (name: string) => ({ ...(merged[name] as Fields | undefined), listChanged: true })
  return {
    ...merged,
    tools: listed('tools'),
    resources: listed('resources'),
    ...(merged['prompts'] !== undefined && { prompts: listed('prompts') }),
  }
}

const ownName = (info: unknown): unknown => (isFields(info) ? visibleNamed(info) : info)

function instructions(upstreams: readonly Introduced[], own: string): string {
  const parts = upstreams.flatMap(({ name, info }) => {
    const text = info['instructions']
    if (typeof text !== 'string' || text === '') return []
    return [upstreams.length === 1 ? text : `# ${name}\n\n${text}`]
  })
  return [...parts, own].join('\n\n')
}

/** A slower server is listed once it is up. */
const START_WAIT_MS = 3000

/** A single server is waited for; of several, none waits long for another. */
export async function startAll(upstreams: readonly Upstream[], params: Fields): Promise<void> {
  const [only, ...others] = upstreams
  if (only && others.length === 0) return only.initialize(params)
  const started = () => Promise.all(upstreams.map((upstream) => upstream.begin(params)))
  await runWithTimeout(started, { timeoutMs: START_WAIT_MS })
}
