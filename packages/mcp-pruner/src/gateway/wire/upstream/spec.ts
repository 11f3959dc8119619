// How one wrapped server is reached.

import type { AppError } from '../../../errors/app-error.js'
import type { Fields } from '../../../rpc/message.js'
import type { IncomingRequest } from '../../../rpc/peer.js'
import type { ServerSettings } from './server-settings.js'
import type { Upstream } from './upstream.js'

interface NamedSpec {
  readonly name: string
  /** By the user; otherwise the server's own name is used. */
  readonly isNamed: boolean
  readonly settings?: ServerSettings
}

export interface StdioSpec extends NamedSpec {
  readonly kind: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
}

export interface OAuthSpec {
  /** `authorization_code`: the user authorises it in a browser. */
  readonly grant: 'authorization_code' | 'client_credentials'
  /** Absent: the gateway registers itself. */
  readonly clientId?: string
  readonly clientSecret?: string
  readonly scope?: string
  /** The only authorization server to which the secret is sent. */
  readonly issuer?: string
}

export interface HttpSpec extends NamedSpec {
  readonly kind: 'http'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly oauth?: OAuthSpec
}

/** An unusable configuration entry; the others are used. */
export interface BrokenSpec extends NamedSpec {
  readonly kind: 'broken'
  readonly problem: string
}

export type UpstreamSpec = StdioSpec | HttpSpec | BrokenSpec

/** The command line or the address, for messages. Arguments can contain secrets, so only the command is shown. */
export const describeSpec = (spec: UpstreamSpec): string =>
  spec.kind === 'stdio' ? spec.command : spec.kind === 'http' ? spec.url : spec.name

export interface UpstreamHandlers {
  readonly request: (from: Upstream, request: IncomingRequest) => Promise<unknown>
  readonly notification: (from: Upstream, method: string, params: Fields | undefined) => void
  /** It is back after a loss, after a new handshake; its lists may have changed. */
  readonly restarted: (upstream: Upstream) => void
  /** False for a client that is asked by the result of its call. */
  readonly answersWhileCalled: () => boolean
  /** It exited before it ever answered. */
  readonly failed: (error: AppError) => void
}
