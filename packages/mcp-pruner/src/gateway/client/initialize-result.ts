// The answer to `initialize`: the wrapped servers' answers merged into one.
import { SERVER_NAME, VERSION } from '../../process/version.js'
import { visible } from '../../process/visible-text.js'
import { type Fields, isFields } from '../../rpc/message.js'
import { visibleNamed } from '../shape/visible-labels.js'
import type { Upstream } from '../upstream/upstream.js'

/** `asked` is the revision that the client requested. */
export function initializeResult(
  upstreams: readonly Upstream[],
  ownInstructions: string,
  asked: unknown,
): Fields {
  const [first, ...others] = upstreams
  const alone = first && others.length === 0
  return {
    ...(alone && first.info),
    protocolVersion: upstreams
      .flatMap(({ info }) => info['protocolVersion'] ?? [])
      .map(String)
      .reduce((a, b) => (a < b ? a : b), String(asked)),
    capabilities: capabilities(upstreams),
    serverInfo: alone ? ownName(first.info['serverInfo']) : { name: SERVER_NAME, version: VERSION },
    instructions: instructions(upstreams, ownInstructions),
  }
}

/** Tools and resources are always declared: the gateway adds to both, and forwards changes of all lists. */
function capabilities(upstreams: readonly Upstream[]): Fields {
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

function instructions(upstreams: readonly Upstream[], own: string): string {
  const parts = upstreams.flatMap(({ name, info }) => {
    const text = info['instructions']
    if (typeof text !== 'string' || text === '') return []
    const seen = visible(text)
    return [upstreams.length === 1 ? seen : `# ${name}\n\n${seen}`]
  })
  return [...parts, own].join('\n\n')
}
