// A preset says what is known about a server's tools: categories, time limits, budgets, rules. It is a small
// JSON file; what it leaves out keeps its default.
import { readFileSync } from 'node:fs'
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
import { ConfigError } from '../config.js'

export interface Preset {
  readonly categories: Readonly<Record<string, ToolCategory>>
  readonly timeouts: MCPTimeoutConfig
  readonly requestLimits: MCPRequestLimits
  /** The first whose tools match holds. */
  readonly budgets: readonly ResponseBudget[]
  readonly rules: readonly ToolRule[]
  /** The start of tools' names to the domain of their artifacts. */
  readonly domains: Readonly<Record<string, string>>
}

const pattern = z.string().min(1)
const positive = z.number().int().positive()

export const PresetSchema = z.strictObject({
  $schema: z.string().optional(),
  description: z.string().optional(),
  categories: z.record(z.string(), ToolCategorySchema).default({}),
  timeouts: z.strictObject(MCPTimeoutConfigSchema.shape).prefault({}),
  requestLimits: z
    .strictObject({
      ...MCPRequestLimitsSchema.shape,
      toolArrayLimits: z.record(z.string(), positive).default({}),
    })
    .prefault({}),
  budgets: z
    .array(
      z.strictObject({
        category: z.enum(['execution', 'list', 'status', 'scan', 'config-memory']).default('list'),
        // Less than this holds no reference and no error.
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
      }),
    )
    .default([]),
  domains: z.record(z.string().min(1), z.string().regex(/^[a-z][a-z0-9-]{0,63}$/)).default({}),
})

export const parsePreset = (value: unknown): Preset => PresetSchema.parse(value) as Preset

/** A built-in preset by its name, or a file by its path. */
export async function loadPreset(name: string | undefined): Promise<Preset> {
  if (name === undefined) return parsePreset({})
  if (name === 'automatosx') return (await import('./automatosx.js')).automatosx
  return readPreset(name)
}

function readPreset(file: string): Preset {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `--preset ${file}: no built-in preset, and no file that can be read (${code})`,
    )
  }
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    throw new ConfigError(`--preset ${file}: is no valid JSON: ${(error as Error).message}`)
  }
  const parsed = PresetSchema.safeParse(value)
  if (parsed.success) return parsed.data as Preset
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') || 'the file'
  throw new ConfigError(`--preset ${file}: ${where}: ${issue?.message}`)
}
