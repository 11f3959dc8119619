// What holds for one tool: how long it may take, how much it may say, what its requests may hold. A preset
// gives the figures; without one every tool has the defaults.
import {
  type MCPRequestLimits,
  MCPRequestLimitsSchema,
  RESPONSE_PROFILES,
  type ResponseLimits,
} from '@jeeves/contracts'
import { budgetFor, ruleFor, type ToolRule, timeoutFor } from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../rpc/message.js'
import type { Preset } from '../presets/preset-schema.js'
import { knownName } from '../presets/tool-name.js'
import { cutSuffix } from '../shrink/note.js'
import type { WrappedTool } from '../wire/client/catalog.js'
import type { ProfileName } from '../wrap-options.js'

export interface ToolRules {
  readonly timeLimitMs: number
  /** How long it may take without progress; each report restarts this time. */
  readonly silentMs?: number
  readonly limits: ResponseLimits
  /** All limits hold for every answer, also for one within the byte limit. */
  readonly strict: boolean
  readonly request: MCPRequestLimits
  /** What a preset calls it. */
  readonly presetName: string
  /** Names the artifacts of its answers. */
  readonly domain: string | undefined
  /** What a preset's rule leaves out of its answers. */
  readonly reduction: ToolRule | undefined
  /** `labels`: items of an envelope are shown as an id and a label. */
  readonly listItems: Preset['listItems']
}

export interface RuleSources {
  readonly preset: Preset
  readonly profile: ProfileName
  readonly strict: boolean
  /** One was named; its limits on requests hold. */
  readonly hasPreset: boolean
  /** Overrides the time limit of every tool. */
  readonly timeLimitMs: number | undefined
}

/** Its name is the one at its own server, which is what presets are written for. */
export function rulesFor(
  { name, definition, upstream }: Pick<WrappedTool, 'name' | 'definition' | 'upstream'>,
  sources: RuleSources,
): ToolRules {
  const { preset, profile, hasPreset } = sources
  const { settings = {} } = upstream.spec
  const timeLimitMs = sources.timeLimitMs ?? settings.timeoutMs
  const usual = usualTimeLimit(name, definition)
  const tool = knownName(name, namesIn(preset))
  const reduction = ruleFor(tool, preset.rules)
  const { maxItems = Number.POSITIVE_INFINITY } = reduction ?? {}
  const { maxBytes = Number.POSITIVE_INFINITY } = budgetFor(tool, preset.budgets) ?? {}
  const strict = sources.strict || preset.strict
  const limits = strict ? RESPONSE_PROFILES[profile] : bytesOnly(RESPONSE_PROFILES[profile])
  return {
    ...(timeLimitMs === undefined && !hasPreset
      ? { timeLimitMs: Math.max(usual, MAX_WITH_PROGRESS_MS), silentMs: usual }
      : { timeLimitMs: timeLimitMs ?? timeoutFor(tool, preset.timeouts, preset.categories) }),
    strict,
    presetName: tool,
    limits: {
      ...limits,
      truncationSuffix: cutSuffix(),
      maxBytes: Math.min(settings.maxBytes ?? limits.maxBytes, maxBytes),
      maxArrayItems: Math.min(limits.maxArrayItems, maxItems),
    },
    request: strict || hasPreset ? preset.requestLimits : SIZE_ALONE,
    domain: Object.entries(preset.domains).find(([prefix]) => tool.startsWith(prefix))?.[1],
    reduction,
    listItems: preset.listItems,
  }
}

const named = new WeakMap<Preset, ReadonlySet<string>>()

/** The tools that a preset knows by their names. */
export function namesIn(preset: Preset): ReadonlySet<string> {
  const known = named.get(preset)
  if (known) return known
  const { categories, timeouts, requestLimits, budgets, rules } = preset
  const names = new Set([
    ...Object.keys(categories),
    ...Object.keys(timeouts.toolOverrides),
    ...Object.keys(requestLimits.toolArrayLimits),
    ...budgets.flatMap(({ tools }) => tools),
    ...rules.map(({ tool }) => tool),
  ])
  named.set(preset, names)
  return names
}

/** What a server takes is its own business, up to the size of a request. */
const SIZE_ALONE: MCPRequestLimits = MCPRequestLimitsSchema.parse({
  maxArraySize: Number.MAX_SAFE_INTEGER,
  maxStringLength: Number.MAX_SAFE_INTEGER,
  maxObjectDepth: Number.MAX_SAFE_INTEGER,
  toolArrayLimits: {},
})

/** Counts of items, characters, levels and log lines are held by `strict` alone: by default the bytes are filled. */
const bytesOnly = (limits: ResponseLimits): ResponseLimits => ({
  ...limits,
  maxArrayItems: Number.MAX_SAFE_INTEGER,
  maxStringLength: Number.MAX_SAFE_INTEGER,
  // Common readers of JSON stop here.
  maxJsonDepth: 64,
  maxLogLines: Number.MAX_SAFE_INTEGER,
})

/** Of escaped text a token is seldom less than this. */
const BYTES_PER_TOKEN = 2.8
/** Less holds no reference and no error. */
const MIN_BYTES = 1024

/** The same rules for a caller who wants to pay no more than this. */
export function withMaxTokens(rules: ToolRules, maxTokens: number | undefined): ToolRules {
  if (maxTokens === undefined) return rules
  const requestedBytes = Math.max(MIN_BYTES, Math.floor(maxTokens * BYTES_PER_TOKEN))
  const { limits } = rules
  return { ...rules, limits: { ...limits, maxBytes: Math.min(limits.maxBytes, requestedBytes) } }
}

const MINUTE_MS = 60_000

/** It looks something up where it is. */
const LOOK_MS = MINUTE_MS
const USUAL_MS = 5 * MINUTE_MS
/** It runs what others wrote, or waits for others. */
const RUN_MS = 20 * MINUTE_MS
/** A call that reports progress may go on for so long in all. */
export const MAX_WITH_PROGRESS_MS = 60 * MINUTE_MS

const RUNS = new Set(
  'agent analyze ask bash browse browser build clone command compile crawl debate deploy download eval evaluate exec execute extract generate index install invoke navigate pipeline process prompt research review run scan scrape screenshot script shell simulate sleep sync terminal test train upload wait workflow'.split(
    ' ',
  ),
)

export function usualTimeLimit(name: string, definition: Fields): number {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  if (words.some((word) => RUNS.has(word))) return RUN_MS
  const { readOnlyHint, openWorldHint } = isFields(definition['annotations'])
    ? definition['annotations']
    : {}
  return readOnlyHint === true && openWorldHint === false ? LOOK_MS : USUAL_MS
}
