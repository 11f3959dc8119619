// What is known about a server's tools: categories, time limits, budgets, rules. A preset is a small
// JSON file; omitted fields keep their defaults.
import {
  type MCPRequestLimits,
  MCPRequestLimitsSchema,
  type MCPTimeoutConfig,
  MCPTimeoutConfigSchema,
  type ToolCategory,
  ToolCategorySchema,
} from '@jeeves/contracts'
import type { ResponseBudget, ToolRule } from '@jeeves/mcp-runtime'
import * as z from 'zod'
import { byPresetName, presetName } from './tool-name.js'

export interface Preset {
  /** All limits apply to every answer, also to one within the byte limit. */
  readonly strict: boolean
  /** `labels`: an envelope shows `{id, label, severity}` of its items, the rest is in the artifact. */
  readonly listItems: 'whole' | 'labels'
  readonly categories: Readonly<Record<string, ToolCategory>>
  readonly timeouts: MCPTimeoutConfig
  readonly requestLimits: MCPRequestLimits
  /** The first whose tools match applies. */
  readonly budgets: readonly ResponseBudget[]
  readonly rules: readonly ToolRule[]
  /** Maps prefixes of tool names to the domains of their artifacts. */
  readonly domains: Readonly<Record<string, string>>
}

const pattern = z.string().min(1).transform(presetName)
const positive = z.number().int().positive()

export const PresetSchema = z.strictObject({
  $schema: z.string().optional(),
  description: z.string().optional(),
  strict: z.boolean().default(false),
  listItems: z.enum(['whole', 'labels']).default('whole'),
  categories: z.record(z.string(), ToolCategorySchema).default({}).transform(byPresetName),
  timeouts: z
    .strictObject({
      ...MCPTimeoutConfigSchema.shape,
      toolOverrides: MCPTimeoutConfigSchema.shape.toolOverrides.transform(byPresetName),
    })
    .prefault({}),
  requestLimits: z
    .strictObject({
      ...MCPRequestLimitsSchema.shape,
      toolArrayLimits: z.record(z.string(), positive).default({}).transform(byPresetName),
    })
    .prefault({}),
  budgets: z
    .array(
      z.strictObject({
        category: z.enum(['execution', 'list', 'status', 'scan', 'config-memory']).default('list'),
        // Less has no room for a reference or an error.
        maxBytes: positive.min(1024),
        tools: z.array(pattern).min(1),
      }),
    )
    .default([]),
  rules: z
    .array(
      z.strictObject({
        tool: pattern,
        risk: z.enum(['critical', 'high', 'medium', 'low']).default('medium'),
        maxItems: positive.optional(),
        orderBy: z.literal('severity').optional(),
        omit: z.array(z.string().min(1)).optional(),
        ends: z.string().min(1).optional(),
      }),
    )
    .default([]),
  domains: z
    .record(z.string().min(1), z.string().regex(/^[a-z][a-z0-9-]{0,63}$/))
    .default({})
    .transform(byPresetName),
})

export const parsePreset = (value: unknown): Preset => PresetSchema.parse(value) as Preset
