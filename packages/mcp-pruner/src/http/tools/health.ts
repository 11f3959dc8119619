// `health`: as a tool, as a method and as `GET /health`, which also has the fields of a swe-pruner.
import type { PruneHealth } from '@jeeves/contracts'
import { VERSION } from '../../process/version.js'
import type { Readiness } from '../readiness.js'
import { HEALTH, NoArgumentsSchema } from './service-definitions.js'
import { jsonResult, notRun, parseWith, type ServiceTool } from './service-tool.js'

export const healthReport = (): PruneHealth => ({
  status: 'healthy',
  server: 'mcp-pruner',
  version: VERSION,
  capabilities: ['prune_text', 'recover_text', 'annotations', 'markers'],
  timestamp: new Date().toISOString(),
})

/** A swe-pruner's clients read `model_loaded`. */
export const httpHealthReport = ({ store, model_loaded }: Readiness) => ({
  ...healthReport(),
  model_loaded,
  store,
})

const TIME_LIMIT_MS = 1_000

export const createHealth = (): ServiceTool<object, PruneHealth> => ({
  name: HEALTH.name,
  definition: HEALTH,
  parse: (input) => parseWith(NoArgumentsSchema, input),
  timeLimitMs: () => TIME_LIMIT_MS,
  timeLimitHint: 'try again',
  focusQuestion: () => undefined,
  run: async () => ({ raw: healthReport(), text: '', apply: () => undefined }),
  shape({ raw, failure }) {
    if (!raw) throw notRun(HEALTH.name, failure)
    return jsonResult(raw)
  },
})
