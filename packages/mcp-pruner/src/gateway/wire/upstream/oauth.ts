// The gateway's identity for a server that requires OAuth: a client with its own secret, or the user, who authorises it
// in a browser once. The tokens are stored for the user alone.
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'
import { ClientCredentialsProvider, type OAuthClientProvider } from '@modelcontextprotocol/client'
import type { EmitEvent } from '../../../process/events.js'
import { makeFolderSync } from '../../../process/make-folder.js'
import { openInBrowser } from '../../../process/open-browser.js'
import { type Deferred, deferred } from '../../deferred.js'
import type { HttpSpec, OAuthSpec } from './spec.js'

const CALLBACK = '/callback'
const DONE = '<!doctype html><title>mcp-pruner</title><p>You can close this window.</p>'

type Tokens = Awaited<ReturnType<OAuthClientProvider['tokens']>>
type ClientInformation = Awaited<ReturnType<OAuthClientProvider['clientInformation']>>

interface StoredTokens {
  tokens?: Tokens
  client?: ClientInformation
  port?: number
}

export interface Authorization {
  readonly provider: OAuthClientProvider
  /** The browser's redirect, if the user was asked. */
  readonly answer?: () => Promise<URLSearchParams>
}

/** `undefined`: OAuth is not configured for this server. */
export async function authorizationFor(
  { name, url, oauth }: HttpSpec,
  folder: string,
  emit: EmitEvent,
): Promise<Authorization | undefined> {
  if (!oauth) return undefined
  const { clientId, clientSecret, scope, issuer, grant } = oauth
  if (grant === 'client_credentials') {
    const named = { clientId: clientId ?? '', clientSecret: clientSecret ?? '' }
    const options = { ...named, clientName: 'mcp-pruner', ...(scope !== undefined && { scope }) }
    const provider =
      issuer === undefined
        ? new ClientCredentialsProvider(options)
        : new ClientCredentialsProvider({ ...options, expectedIssuer: issuer })
    return { provider }
  }
  const provider = new UserProvider(name, url, oauth, folder, emit)
  await provider.listen()
  return { provider, answer: () => provider.answer() }
}

/** Authorization code with PKCE; the browser is redirected to a port of this machine. */
class UserProvider implements OAuthClientProvider {
  readonly #name: string
  readonly #oauth: OAuthSpec
  readonly #file: string
  readonly #emit: EmitEvent
  readonly #stored: StoredTokens
  readonly #state = randomBytes(16).toString('hex')
  #port = 0
  #verifier = ''
  #answer: Deferred<URLSearchParams> | undefined

  constructor(name: string, url: string, oauth: OAuthSpec, folder: string, emit: EmitEvent) {
    this.#name = name
    this.#oauth = oauth
    this.#emit = emit
    makeFolderSync(folder)
    this.#file = join(folder, `${createHash('sha256').update(url).digest('hex').slice(0, 24)}.json`)
    this.#stored = readTokens(this.#file)
  }

  get redirectUrl(): string {
    return `http://127.0.0.1:${this.#port}${CALLBACK}`
  }

  get clientMetadata() {
    return {
      client_name: 'mcp-pruner',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: this.#oauth.clientSecret ? 'client_secret_basic' : 'none',
      ...(this.#oauth.scope !== undefined && { scope: this.#oauth.scope }),
    }
  }

  state(): string {
    return this.#state
  }

  clientInformation(): ClientInformation {
    const { clientId, clientSecret } = this.#oauth
    if (clientId === undefined) return this.#stored.client
    return {
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
    }
  }

  saveClientInformation(client: NonNullable<ClientInformation>): void {
    this.#store({ client, port: this.#port })
  }

  tokens(): Tokens {
    return this.#stored.tokens
  }

  saveTokens(tokens: NonNullable<Tokens>): void {
    this.#store({ tokens })
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'client') delete this.#stored.client
    if (scope === 'all' || scope === 'tokens') delete this.#stored.tokens
    this.#store({})
  }

  redirectToAuthorization(url: URL): void {
    this.#answer = deferred<URLSearchParams>()
    const data = { server: this.#name, open: url.href }
    this.#emit('warn', 'upstream.authorization_needed', { data })
    openInBrowser(url.href, dirname(this.#file))
  }

  answer(): Promise<URLSearchParams> {
    return this.#answer?.promise ?? Promise.reject(new Error('nobody was asked'))
  }

  #store(more: StoredTokens): void {
    Object.assign(this.#stored, more)
    replaceFileSync(this.#file, JSON.stringify(this.#stored))
  }

  /** On the registered port, if it is free; otherwise a new registration is made. */
  async listen(): Promise<void> {
    const wanted = this.#stored.port ?? 0
    const server = (await this.#at(wanted)) ?? (await this.#at(0))
    this.#port = (server?.address() as AddressInfo | null)?.port ?? 0
    if (this.#port !== wanted) delete this.#stored.client
  }

  #at(port: number): Promise<Server | undefined> {
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', this.redirectUrl)
      const isOurs = pathname === CALLBACK && searchParams.get('state') === this.#state
      response.writeHead(isOurs ? 200 : 404, { 'content-type': 'text/html' })
      response.end(isOurs ? DONE : '')
      if (isOurs) this.#answer?.resolve(searchParams)
    })
    server.unref()
    return new Promise((resolve) => {
      server.once('error', () => resolve(undefined))
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  }
}

function readTokens(file: string): StoredTokens {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredTokens
  } catch {
    return {}
  }
}
