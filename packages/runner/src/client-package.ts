// The agent clients are installed by whoever uses them: hundreds of megabytes, and seldom both.

import { createRequire } from 'node:module'
import { join } from 'node:path'

export class MissingClientError extends Error {
  override readonly name = 'MissingClientError'
  readonly code = 'client_missing'
}

export const besideRunner = (specifier: string): string | undefined =>
  resolveFrom(import.meta.url, specifier)

/** Asked last: a runner installed for all projects can use the client that one of them has installed. */
export const inCurrentFolder = (specifier: string): string | undefined =>
  resolveFrom(join(process.cwd(), 'package.json'), specifier)

function resolveFrom(file: string, specifier: string): string | undefined {
  try {
    return createRequire(file).resolve(specifier)
  } catch {
    return undefined
  }
}
