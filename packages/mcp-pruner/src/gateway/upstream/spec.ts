// How one wrapped server is reached.

export interface StdioSpec {
  readonly kind: 'stdio'
  /** The user gave it its name; else it is called what it calls itself. */
  readonly isNamed: boolean
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
}

export interface HttpSpec {
  readonly kind: 'http'
  readonly isNamed: boolean
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export type UpstreamSpec = StdioSpec | HttpSpec

/** The command line or the address, for messages. Arguments can carry secrets, so only the command is shown. */
export const describeSpec = (spec: UpstreamSpec): string =>
  spec.kind === 'stdio' ? spec.command : spec.url
