// From the manifest, which lies one folder above the sources and above what is built from them.
import { createRequire } from 'node:module'

export const RUNNER_VERSION: string = (
  createRequire(import.meta.url)('../package.json') as { version: string }
).version
