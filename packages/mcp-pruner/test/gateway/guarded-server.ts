// An MCP server behind Streamable HTTP that asks for a token, and the authorization server that gives it one: with
// registration, PKCE, refresh and client credentials, all checked.
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface GuardedServer {
  readonly url: string
  readonly issuer: string
  /** What was asked of it, in order. */
  readonly seen: string[]
  /** Makes every token that was given so far worthless. */
  readonly expire: () => void
  readonly close: () => Promise<void>
}

export const MACHINE = { clientId: 'machine', clientSecret: 's3cret' }

const body = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

export async function startGuarded(result: string): Promise<GuardedServer> {
  const seen: string[] = []
  const clients = new Map<string, string[]>()
  const codes = new Map<string, { challenge: string; redirect: string }>()
  const access = new Set<string>()
  const refresh = new Set<string>()
  let origin = ''

  const tokens = () => {
    const [token, again] = [randomUUID(), randomUUID()]
    access.add(token)
    refresh.add(again)
    return { access_token: token, token_type: 'Bearer', expires_in: 3600, refresh_token: again }
  }

  function grant(form: URLSearchParams, authorization = ''): object | undefined {
    const kind = form.get('grant_type')
    seen.push(`token ${kind}`)
    if (kind === 'client_credentials') {
      const known = Buffer.from(`${MACHINE.clientId}:${MACHINE.clientSecret}`).toString('base64')
      return authorization === `Basic ${known}` ? tokens() : undefined
    }
    if (kind === 'refresh_token')
      return refresh.delete(form.get('refresh_token') ?? '') ? tokens() : undefined
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = code?.challenge === challenge && code.redirect === form.get('redirect_uri')
    return isRight ? tokens() : undefined
  }

  function answer(message: {
    id?: unknown
    method: string
    params?: { protocolVersion?: string }
  }): string | undefined {
    const { id, method, params } = message
    if (id === undefined) return undefined
    const results: Record<string, string> = {
      initialize: JSON.stringify({
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'guarded', version: '1' },
      }),
      'tools/list': JSON.stringify({
        tools: [{ name: 'secret', inputSchema: { type: 'object' } }],
      }),
      'tools/call': result,
    }
    const found = results[method]
    const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`
    return found === undefined
      ? `${head}"error":{"code":-32601,"message":"Method not found"}}`
      : `${head}"result":${found}}`
  }

  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', origin)
      const json = (status: number, value: object) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(value))
      }
      if (pathname.startsWith('/.well-known/oauth-protected-resource')) {
        return json(200, { resource: `${origin}/mcp`, authorization_servers: [origin] })
      }
      if (pathname.startsWith('/.well-known/oauth-authorization-server')) {
        return json(200, {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          response_types_supported: ['code'],
          grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
        })
      }
      if (pathname === '/register') {
        const metadata = JSON.parse(await body(request)) as { redirect_uris: string[] }
        const id = randomUUID()
        clients.set(id, metadata.redirect_uris)
        seen.push('register')
        return json(201, { ...metadata, client_id: id })
      }
      if (pathname === '/authorize') {
        const redirect = searchParams.get('redirect_uri') ?? ''
        seen.push('authorize')
        if (!clients.get(searchParams.get('client_id') ?? '')?.includes(redirect))
          return json(400, {})
        const code = randomUUID()
        codes.set(code, { challenge: searchParams.get('code_challenge') ?? '', redirect })
        const back = new URL(redirect)
        back.searchParams.set('code', code)
        back.searchParams.set('state', searchParams.get('state') ?? '')
        response.writeHead(302, { location: back.href })
        return response.end()
      }
      if (pathname === '/token') {
        const given = grant(new URLSearchParams(await body(request)), request.headers.authorization)
        return given ? json(200, given) : json(400, { error: 'invalid_grant' })
      }
      const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
      if (!access.has(token)) {
        const metadata = `${origin}/.well-known/oauth-protected-resource`
        response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` })
        return response.end()
      }
      if (request.method !== 'POST') return json(405, {})
      const told = answer(JSON.parse(await body(request)) as Parameters<typeof answer>[0])
      response.writeHead(told === undefined ? 202 : 200, { 'content-type': 'application/json' })
      return response.end(told)
    })()
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}/mcp`,
    issuer: origin,
    seen,
    expire: () => access.clear(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
