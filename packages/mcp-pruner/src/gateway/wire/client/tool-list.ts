// The tool list that a client is sent: the servers' tools, ours, and the question as a parameter of as many as a
// small growth of the list allows. All accept it; the instructions say so once.
import { estimateTokens } from '@jeeves/pruner/count'
import type { Shown } from '../../../clients/output-mode.js'
import { type Fields, isFields } from '../../../rpc/message.js'
import { ADDED, exposedDefinition, QUESTION, type WrappedTool } from './catalog.js'

/** The list may grow by this share, and by at most so many tokens. */
const MAX_GROWTH = 0.1
const MAX_TOKENS = 300
/** A token of a tool list is seldom longer: the growth must not be underestimated. */
const CHARS_PER_TOKEN = 4.5
/** In our own definitions it is shorter. */
const OWN_CHARS_PER_TOKEN = 4
/** Estimates for so little text are too low. */
const MIN_PARAMETER = 11

export interface ListOptions {
  readonly shown: Shown
  /** Tools of our own. */
  readonly own: readonly Fields[]
  /** A shorter form, for short lists. */
  readonly shortOwn: readonly Fields[]
  readonly parameters: 'question' | 'all'
}

export function toolList(wrapped: readonly WrappedTool[], options: ListOptions): readonly Fields[] {
  const { shown, parameters } = options
  if (parameters === 'all') {
    return [...wrapped.map((tool) => exposedDefinition(tool, shown, ADDED)), ...options.own]
  }
  const bare = wrapped.map((tool) => exposedDefinition(tool, shown, []))
  // Estimates of long texts are too rough for their difference.
  const sizes = wrapped.map(({ definition }) => tokensOf(definition))
  const written =
    wrapped.reduce((sum, { definition }) => sum + JSON.stringify(asRead(definition)).length, 0) /
    CHARS_PER_TOKEN
  const changed = bare.reduce((sum, made, i) => sum + tokensOf(made) - (sizes[i] ?? 0), 0)
  const most = Math.min(MAX_TOKENS, written * MAX_GROWTH)
  const isShort = changed + ownTokens(options.own) > most
  const own = isShort ? options.shortOwn : options.own
  let left = most - changed - ownTokens(own)
  const withQuestion = new Map<WrappedTool, Fields>()
  for (const tool of byLikelihood(wrapped)) {
    const bareOne = bare[wrapped.indexOf(tool)] ?? {}
    const made = exposedDefinition(tool, shown, [QUESTION])
    const cost = Math.max(MIN_PARAMETER, tokensOf(made) - tokensOf(bareOne))
    if (cost > left) continue
    left -= cost
    withQuestion.set(tool, made)
  }
  return [...wrapped.map((tool, i) => withQuestion.get(tool) ?? bare[i] ?? {}), ...own]
}

/** The part of a definition that a client reads; other fields do not count for the list's size. */
const READ: ReadonlySet<string> = new Set([
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
])

const asRead = (definition: Fields): Fields =>
  Object.fromEntries(Object.entries(definition).filter(([name]) => READ.has(name)))

const ownTokens = (own: readonly Fields[]): number =>
  JSON.stringify(own).length / OWN_CHARS_PER_TOKEN

const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value))

/** Tools that read or search return long answers; tools that write seldom do. */
const READS =
  /(?:^|[_.-])(?:read|get|list|search|find|fetch|query|show|diff|log|logs|tree|snapshot|graph|describe|run|exec|execute|scrape|crawl|docs|content|contents|output)(?:$|[_.-])/

const byLikelihood = (tools: readonly WrappedTool[]): readonly WrappedTool[] =>
  tools.toSorted((a, b) => rank(a) - rank(b))

function rank({ name, definition }: WrappedTool): number {
  const { annotations } = definition
  const isReader = isFields(annotations) && annotations['readOnlyHint'] === true
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
  return (READS.test(words) ? 0 : 2) - (isReader ? 1 : 0)
}
