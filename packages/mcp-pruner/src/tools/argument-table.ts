// The arguments of the tools as a model and a person see them, each declared once: how an argument is listed, and its
// rule in words for a call that breaks it. `@jeeves/contracts` validates them; the limits are in both.
import { ARGUMENT_LIMITS, type ArgumentLimit, READ_ENCODING } from '@jeeves/contracts'
import type { Tool as ListedTool } from '@modelcontextprotocol/server'

const string = { type: 'string' } as const
const object = { type: 'object' } as const
const boolean = { type: 'boolean' } as const

interface ToolArgument {
  /** A model pays for every word of it on every turn. */
  readonly listed: object
  /** Details that the listing, which is kept short, omits. */
  readonly rule?: string
}

const { env, env_value: envValue, paths } = ARGUMENT_LIMITS

export const ARGUMENTS = {
  file_path: { listed: string, rule: 'a path inside the root' },
  start_line: {
    listed: { type: 'integer', minimum: ARGUMENT_LIMITS.start_line.min },
    rule: numberWithin(ARGUMENT_LIMITS.start_line),
  },
  end_line: {
    listed: { type: 'integer', minimum: ARGUMENT_LIMITS.end_line.min },
    rule: `${numberWithin(ARGUMENT_LIMITS.end_line)}, and not before start_line`,
  },
  encoding: {
    listed: { type: 'string', enum: [READ_ENCODING] },
    rule: `only ${READ_ENCODING}`,
  },
  command: { listed: string, rule: charactersWithin('empty', ARGUMENT_LIMITS.command) },
  cwd: { listed: string, rule: 'a folder inside the root' },
  env: {
    listed: { type: 'object', additionalProperties: string },
    rule: `at most ${env.max} names of capitals, digits and _, values of at most ${envValue.max} characters`,
  },
  timeout_ms: {
    listed: integerWithin(ARGUMENT_LIMITS.timeout_ms),
    rule: numberWithin(ARGUMENT_LIMITS.timeout_ms),
  },
  pattern: { listed: string, rule: charactersWithin('empty', ARGUMENT_LIMITS.pattern) },
  path: {
    listed: { type: 'string', description: 'File or folder; or give paths' },
    rule: 'a path inside the root, and not together with paths',
  },
  paths: {
    listed: { type: 'array', items: string },
    rule: `${paths.min} to ${paths.max} paths inside the root, and not together with path`,
  },
  fixed_string: { listed: boolean },
  case_sensitive: { listed: { type: 'boolean', default: true } },
  max_matches: {
    listed: integerWithin(ARGUMENT_LIMITS.max_matches),
    rule: numberWithin(ARGUMENT_LIMITS.max_matches),
  },
  max_tokens: { listed: { type: 'integer' }, rule: numberWithin(ARGUMENT_LIMITS.max_tokens) },
  max_output_bytes: {
    // The maximum is given to callers that exceed it.
    listed: { type: 'integer', minimum: ARGUMENT_LIMITS.max_output_bytes.min },
    rule: numberWithin(ARGUMENT_LIMITS.max_output_bytes),
  },
  context_focus_question: {
    listed: {
      type: 'string',
      description: 'Keep only lines that answer this; recover_text brings the others',
    },
    rule: charactersWithin('blank', ARGUMENT_LIMITS.context_focus_question),
  },
  prune_id: { listed: string, rule: 'as shown at the end of a pruned result' },
  ranges: {
    listed: {
      type: 'array',
      // Typed branches: the Inspector warns about an item without a type.
      items: { anyOf: [string, object] },
      description: '"120-154", or "119": lines cut at the mark …119:',
    },
    rule: `at most ${ARGUMENT_LIMITS.ranges.max}`,
  },
  include_line_numbers: { listed: boolean },
} as const satisfies Readonly<Record<string, ToolArgument>>

export type ArgumentName = keyof typeof ARGUMENTS

/** The `properties` of a listed tool. */
export const listedArguments = (...names: readonly ArgumentName[]) =>
  Object.fromEntries(names.map((name) => [name, ARGUMENTS[name].listed])) as NonNullable<
    ListedTool['inputSchema']['properties']
  >

export const ruleOf = (name: string): string | undefined => {
  const known: Readonly<Record<string, ToolArgument>> = ARGUMENTS
  return Object.hasOwn(known, name) ? known[name]?.rule : undefined
}

function integerWithin({ min, max, default: usual }: Required<ArgumentLimit>) {
  return { type: 'integer', minimum: min, maximum: max, default: usual } as const
}

function numberWithin({ min, max }: ArgumentLimit): string {
  return max === undefined ? `${min} or greater` : `from ${min} to ${max}`
}

function charactersWithin(never: 'empty' | 'blank', { max }: ArgumentLimit): string {
  return `not ${never}, at most ${max} characters`
}
