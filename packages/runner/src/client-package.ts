// The agent clients are installed by whoever uses them: hundreds of megabytes, and seldom both.

import { createRequire } from 'node:module'
import { join } from 'node:path'

export class MissingClientError extends Error {
  override readonly name = 'MissingClientError'
  readonly code = 'client_missing'
}

/** Beside the runner first, then where the user is: a global runner works with a project's own client. */
export function resolveClient(specifier: string): string | undefined {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve(specifier)
    } catch {}
  }
  return undefined
}
