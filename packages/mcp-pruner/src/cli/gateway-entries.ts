// A client's entries for its servers, as entries of the gateway's configuration, and the client's entry for the gateway.
import { resolve } from 'node:path'
import { SERVER_KEY } from '../clients/agent-client.js'
import type { Json } from '../clients/config/config-edit.js'
import { type Fields, isFields } from '../rpc/message.js'

export const GATEWAY_KEY = 'gateway'

/** `undefined`: it is disabled, or the gateway cannot start it. */
export function asGatewayEntry(entry: unknown, folder: string): Fields | undefined {
  if (!isFields(entry) || entry['enabled'] === false || entry['disabled'] === true) return undefined
  if (!isStorable(entry)) return undefined
  const { command, args = [], cwd, type } = entry
  const env = entry['env'] ?? entry['environment']
  const url = entry['url'] ?? entry['httpUrl']
  if (typeof url === 'string') {
    return type === 'sse' ? undefined : { type: 'http', url, ...headersOf(entry) }
  }
  const [program, ...rest]: unknown[] = Array.isArray(command) ? command : [command]
  if (typeof program !== 'string' || !Array.isArray(args)) return undefined
  return {
    command: program,
    args: [...rest, ...(args as unknown[])],
    ...(isFields(env) && { env }),
    ...(typeof cwd === 'string' && { cwd: resolve(folder, cwd) }),
  }
}

/** TOML has dates, large integers and infinities, which neither our files nor the record can hold. */
function isStorable(value: unknown): boolean {
  // Continue fills in `${{ … }}` from its own store.
  if (typeof value === 'string') return !value.includes('${{')
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint'
  return !(value instanceof Date) && Object.values(value).every(isStorable)
}

/** Codex and Continue have names of their own for these. */
function headersOf(entry: Fields): Fields {
  const { requestOptions: options, bearer_token_env_var: token, env_http_headers: named } = entry
  const given = entry['headers'] ?? entry['http_headers']
  const headers = {
    ...(isFields(given) ? given : isFields(options) && (options['headers'] as Fields)),
    ...(typeof token === 'string' && { Authorization: `Bearer \${${token}}` }),
    ...(isFields(named) &&
      Object.fromEntries(
        Object.entries(named).map(([name, from]) => [name, `\${${String(from)}}`]),
      )),
  }
  return Object.keys(headers).length > 0 ? { headers } : {}
}

/** Variables that a client hands to this server and to no other. */
function namedVariables(entry: unknown): readonly string[] {
  if (!isFields(entry)) return []
  const { env_vars: vars, env_http_headers: headers, bearer_token_env_var: token } = entry
  const named = [vars, isFields(headers) && Object.values(headers), [token]]
  return named.flat().filter((name) => typeof name === 'string')
}

/** How the client starts us, with the gateway's arguments after our entry file, in the place of these servers. */
export function startingGateway(
  own: Json,
  entry: string,
  config: string,
  wrapped: readonly unknown[],
): Json {
  const made = withArguments(own, entry, config)
  if (!isFields(made)) return made
  const { env_vars: forwarded, name } = made
  return {
    ...made,
    ...(name === SERVER_KEY && { name: GATEWAY_KEY }),
    ...(Array.isArray(forwarded) && {
      env_vars: [...new Set([...(forwarded as string[]), ...wrapped.flatMap(namedVariables)])],
    }),
  }
}

function withArguments(own: Json, entry: string, config: string): Json {
  if (Array.isArray(own)) {
    return own.flatMap((item) => (item === entry ? [item, 'wrap', '--config', config] : [item]))
  }
  if (typeof own !== 'object' || own === null) return own
  return Object.fromEntries(
    Object.entries(own).map(([key, value]) => [key, withArguments(value, entry, config)]),
  )
}
