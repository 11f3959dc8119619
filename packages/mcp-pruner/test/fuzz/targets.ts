import { configFiles, engineTexts, hookInputs, sessionLogs, storeFiles } from './file-targets.js'
import { httpRequests, stdioLines, upstreamMessages } from './server-targets.js'
import type { Target } from './target.js'

export const TARGETS: Readonly<Record<string, Target>> = {
  lines: stdioLines,
  http: httpRequests,
  upstream: upstreamMessages,
  hooks: hookInputs,
  sessions: sessionLogs,
  config: configFiles,
  store: storeFiles,
  engine: engineTexts,
}
