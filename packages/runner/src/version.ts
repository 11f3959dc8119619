// From the manifest, which is one folder above the sources and above the build.
import { createRequire } from 'node:module'

export const RUNNER_VERSION: string = (
  createRequire(import.meta.url)('../package.json') as { version: string }
).version
