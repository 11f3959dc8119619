// Results in the format of 2026-07-28. A server's answer stays as it is, byte for byte; members that
// the revision requires and an older server did not send are inserted at the front.
import { SERVER_NAME, VERSION } from '../../process/version.js'
import { Answer, type Fields, isFields } from '../../rpc/message.js'
import { SERVER_INFO_KEY } from '../../rpc/meta-keys.js'

/** Lists change with their servers, so clients are not allowed to cache them. */
const CACHE = { ttlMs: 0, cacheScope: 'private' } as const
const CACHEABLE: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
])

export function asModernResult(method: string, result: unknown): unknown {
  const value = result instanceof Answer ? result.value : result
  if (!isFields(value)) return result
  const isComplete = value['resultType'] === undefined || value['resultType'] === 'complete'
  const wanted: Fields = {
    resultType: 'complete',
    ...(isComplete && CACHEABLE.has(method) && CACHE),
  }
  const missing = Object.entries(wanted).filter(([key]) => value[key] === undefined)
  if (missing.length === 0) return result
  const text = result instanceof Answer ? result.text : JSON.stringify(result)
  const members = missing.map(([key, member]) => `${JSON.stringify(key)}:${JSON.stringify(member)}`)
  const rest = text.slice(text.indexOf('{') + 1)
  const isEmpty = Object.keys(value).length === 0
  const stamped = `{${members.join(',')}${isEmpty ? '' : ','}${rest}`
  return new Answer({ ...value, ...Object.fromEntries(missing) }, `{"result":${stamped}}`)
}

/** The answer to `server/discover`, derived from the answer to `initialize`. */
export function discovered({ capabilities, instructions, serverInfo }: Fields): Fields {
  const identity = isFields(serverInfo) ? serverInfo : { name: SERVER_NAME, version: VERSION }
  const { tasks: _, ...offered } = isFields(capabilities) ? capabilities : {}
  return {
    supportedVersions: ['2026-07-28'],
    capabilities: offered,
    ...(typeof instructions === 'string' && { instructions }),
    _meta: { [SERVER_INFO_KEY]: identity },
  }
}
