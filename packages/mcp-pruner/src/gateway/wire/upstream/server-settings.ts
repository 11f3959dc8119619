// Settings for one server's tools, from the member `mcpPruner` of its configuration.
import { matchesToolPattern } from '@jeeves/mcp-runtime'
import * as z from 'zod'

const MIN_BYTES = 1024

const patterns = z.array(z.string())
const textByTool = z.record(z.string(), z.string().min(1))

const ServerSettingsSchema = z
  .strictObject({
    /** The only tools offered: names, or patterns with `*`. */
    allow: patterns,
    /** Tools that are not offered. */
    deny: patterns,
    /** Names of tools as the client sees them. */
    rename: textByTool,
    /** Descriptions that replace the server's own. */
    describe: textByTool,
    /** Time limit for every tool. */
    timeoutMs: z.int().min(1),
    /** Bytes of an answer. */
    maxBytes: z.int().min(MIN_BYTES),
  })
  .partial()

export type ServerSettings = Readonly<z.infer<typeof ServerSettingsSchema>>

export function isOffered(tool: string, { allow, deny = [] }: ServerSettings = {}): boolean {
  const isIn = (names: readonly string[]) => names.some((name) => matchesToolPattern(tool, name))
  return (allow === undefined || isIn(allow)) && !isIn(deny)
}

const NAMES = 'must be a list of tool names, which may hold "*"'
const TEXTS = 'must be an object of texts, by tool name'
const PROBLEMS: Readonly<Record<keyof ServerSettings, string>> = {
  allow: NAMES,
  deny: NAMES,
  rename: TEXTS,
  describe: TEXTS,
  timeoutMs: 'must be a whole number, 1 or greater',
  maxBytes: `must be a whole number, ${MIN_BYTES} or greater`,
}

/** Throws the error that `error` makes of the problem. */
export function readServerSettings(
  value: unknown,
  error: (key: string, problem: string) => Error,
): ServerSettings | undefined {
  if (value === undefined) return undefined
  const parsed = ServerSettingsSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys') {
    const known = Object.keys(PROBLEMS).join(', ')
    throw error(`mcpPruner.${issue.keys[0]}`, `is not known; use ${known}`)
  }
  const name = issue?.path[0] as keyof ServerSettings | undefined
  if (name === undefined) throw error('mcpPruner', 'must be an object')
  throw error(`mcpPruner.${name}`, PROBLEMS[name])
}
