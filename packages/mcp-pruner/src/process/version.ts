// The package's own name and version, from its manifest: inlined in the bundle, read when run from source.
import { createRequire } from 'node:module'

declare const BUNDLED_VERSION: string | undefined

export const SERVER_NAME = '@jeeves/mcp-pruner'
export const VERSION: string =
  typeof BUNDLED_VERSION === 'string'
    ? BUNDLED_VERSION
    : (createRequire(import.meta.url)('../../package.json') as { version: string }).version
