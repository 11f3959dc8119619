// How one wrapped server is reached.
import type { ServerSettings } from './server-settings.js'

export interface StdioSpec {
  readonly kind: 'stdio'
  /** The user gave it its name; else it is called what it calls itself. */
  readonly isNamed: boolean
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly settings?: ServerSettings
}

export interface OAuthSpec {
  /** `authorization_code`: the user allows it in a browser. */
  readonly grant: 'authorization_code' | 'client_credentials'
  /** Absent: the gateway registers itself. */
  readonly clientId?: string
  readonly clientSecret?: string
  readonly scope?: string
  /** The only authorization server that the secret is sent to. */
  readonly issuer?: string
}

export interface HttpSpec {
  readonly kind: 'http'
  readonly isNamed: boolean
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly oauth?: OAuthSpec
  readonly settings?: ServerSettings
}

/** An entry of a configuration that cannot be used; the others are. */
export interface BrokenSpec {
  readonly kind: 'broken'
  readonly isNamed: true
  readonly name: string
  readonly problem: string
  readonly settings?: ServerSettings
}

export type UpstreamSpec = StdioSpec | HttpSpec | BrokenSpec

/** The command line or the address, for messages. Arguments can carry secrets, so only the command is shown. */
export const describeSpec = (spec: UpstreamSpec): string =>
  spec.kind === 'stdio' ? spec.command : spec.kind === 'http' ? spec.url : spec.name
