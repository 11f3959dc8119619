// `health`: as a tool, as a method and as `GET /health`, which also has what a swe-pruner's would say.
import type { PruneHealth } from '@jeeves/contracts'
import * as z from 'zod'
import { VERSION } from '../../process/version.js'
import { HEALTH } from './definitions.js'
import { jsonResult, parseArguments, type ServiceTool } from './service-tool.js'

export const healthReport = (): PruneHealth => ({
  status: 'healthy',
  server: 'mcp-pruner',
  version: VERSION,
  capabilities: ['prune_text', 'recover_text', 'annotations', 'markers'],
  timestamp: new Date().toISOString(),
})

export const httpHealthReport = () => ({ ...healthReport(), model_loaded: true })

const NoArguments = z.strictObject({})

export const createHealth = (): ServiceTool => ({
  definition: HEALTH,
  async call(args) {
    parseArguments(NoArguments, args, HEALTH.name)
    return jsonResult(healthReport())
  },
})
