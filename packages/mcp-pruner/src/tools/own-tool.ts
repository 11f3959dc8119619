// Shared by the server's own tools: how they are listed, how arguments are parsed, how answers are written.
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { issuesOf } from '../call/issues.js'
import {
  type ArgumentIssue,
  describeFailure,
  type Failure,
  type Finished,
  type OutputMode,
  type ParsedArguments,
  type Tool,
} from '../call/tool.js'
import { visible } from '../process/visible-text.js'
import { type UnforgeableNotes, unforgeableNotes } from './unforgeable-notes.js'

// oxlint-disable-next-line typescript/no-explicit-any -- a list of tools holds tools of every kind
export interface OwnTool<Args = any, Raw = any> extends Tool<Args, Raw> {
  listed(output: OutputMode): ListedTool
}

/** A tool as it is listed, with what all of ours have in common. */
export function ownTool<Args extends { readonly context_focus_question?: string | undefined }, Raw>(
  definition: ListedTool,
  tool: Omit<Tool<Args, Raw>, 'name' | 'focusQuestion'>,
): OwnTool<Args, Raw> {
  const { outputSchema: _, ...forText } = definition
  return {
    ...tool,
    name: definition.name,
    focusQuestion: (args) => args.context_focus_question,
    // Clients that are sent only text would reject a result without the object of a declared `outputSchema`.
    listed: (output) => (output === 'structured' ? definition : forText),
  }
}

const MAX_NAMED_KEYS = 10
const MAX_KEY_LENGTH = 64
const MAX_CONTEXT_CHARS = 4000

/** `furtherIssues` checks what the schema cannot: whether a path stays inside the root, for example. */
export function parseArguments<Args>(
  schema: z.ZodType<Args> & { readonly shape: object },
  input: unknown,
  furtherIssues: (input: Readonly<Record<string, unknown>>) => readonly ArgumentIssue[] = () => [],
): ParsedArguments<Args> {
  const given = input as Readonly<Record<string, unknown>>
  const parsed = schema.safeParse(given)
  const issues: ArgumentIssue[] = parsed.success ? [] : issuesOf(parsed.error, given)
  const seen = new Set(issues.map(({ path }) => path.join('.')))
  issues.push(...furtherIssues(given).filter(({ path }) => !seen.has(path.join('.'))))
  if (!parsed.success || issues.length > 0) return { ok: false, issues }
  const unknownKeys = Object.keys(given)
    .filter((key) => !Object.hasOwn(schema.shape, key))
    .slice(0, MAX_NAMED_KEYS)
    .map((key) => key.slice(0, MAX_KEY_LENGTH))
  return { ok: true, args: parsed.data, unknownKeys }
}

/** The pruning options of a call; its own words show which lines it is about. */
export const pruningOptions = (
  { max_tokens: maxTokens }: { readonly max_tokens?: number | undefined },
  call?: string,
): { readonly context?: string; readonly maxTokens?: number } => ({
  ...(call !== undefined && { context: call.slice(0, MAX_CONTEXT_CHARS) }),
  ...(maxTokens !== undefined && { maxTokens }),
})

/** `Structured` is a published result: each of its members is named in a literal, where the compiler checks names. */
export interface Presented<Structured extends object> {
  readonly structured: Structured
  readonly text: string
  /** The text is known to need no escapes. */
  readonly isPlain?: boolean
}

/** The error of a published result, whose codes are listed there. */
export type ErrorIn<Answer> = Extract<Answer, { readonly error: unknown }>['error']

/** The answer of a failed call that has nothing else to show. */
export function failedAnswer<Answer extends object>(
  tool: string,
  failure: Failure,
  { pruning, warnings }: Pick<Finished<unknown, unknown>, 'pruning' | 'warnings'>,
): Presented<Answer> {
  const { code, exit_code } = failure
  const message = describeFailure(failure)
  const error = { code, message, exit_code }
  return {
    structured: { tool, error, pruning, warnings: unlessEmpty(warnings) } as object as Answer,
    text: withNotes(`${tool} failed (${code}): ${message}`, [], warnings),
  }
}

/** For a member that is absent if there is nothing to say. */
export const unlessEmpty = (notes: readonly string[]): string[] | undefined =>
  notes.length > 0 ? [...notes] : undefined

/** The last stage of a tool whose `shape` makes both forms of its answer. */
export const presenting =
  <Args, Raw>(
    shape: (finished: Finished<Args, Raw>) => Presented<object>,
  ): Tool<Args, Raw>['shape'] =>
  (finished, { output }) => {
    const { structured, text, isPlain = false } = shape(finished)
    const shown = isPlain ? text : visible(text)
    return present(output, structured, shown, finished.failure !== undefined)
  }

/** One answer in the format that suits the client best. */
function present(
  output: OutputMode,
  structured: object,
  text: string,
  isError: boolean,
): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    // Some clients show their model `_meta` too: it must not repeat the text.
    ...(output === 'structured'
      ? { structuredContent: { ...structured } }
      : 'pruning' in structured && { _meta: { pruning: structured.pruning } }),
    ...(isError && { isError }),
  }
}

/** Appends notes and warnings to a text, each on its own line. */
export function withNotes(
  text: string,
  notes: readonly string[],
  warnings: readonly string[] = [],
  own: UnforgeableNotes = unforgeableNotes(text),
): string {
  const closingNotes = [...notes, ...warnings.map((warning) => `[warning: ${warning}]`)]
  const lines = [...closingNotes.map((line) => own.line(line)), ...own.closing]
  if (lines.length === 0) return text
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${lines.join('\n')}`
}
