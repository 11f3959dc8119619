// The list of tools that a client is sent: those of the servers, ours, and the question as a parameter of as many as a
// small growth of the list allows. All take it; the instructions say so once.
import { estimateTokens } from '@jeeves/pruner/count'
import type { Shown } from '../../clients/what-is-shown.js'
import { type Fields, isFields } from '../../rpc/message.js'
import { ADDED, exposedDefinition, QUESTION, type WrappedTool } from './catalog.js'

/** The list grows by no more than this part of it, and no more than so many tokens. */
const MOST_GROWTH = 0.1
const MOST_TOKENS = 300
/** Of a list of tools a token is seldom more: the growth is not to be underrated. */
const CHARS_PER_TOKEN = 4.5
/** Of our own definitions it is less. */
const OWN_CHARS_PER_TOKEN = 4
/** Estimates of so little text are low. */
const LEAST_PARAMETER = 11

export interface ListOptions {
  readonly shown: Shown
  /** Tools of our own. */
  readonly own: readonly Fields[]
  /** The same in fewer words, for short lists. */
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
  const most = Math.min(MOST_TOKENS, written * MOST_GROWTH)
  const isShort = changed + ownTokens(options.own) > most
  const own = isShort ? options.shortOwn : options.own
  let left = most - changed - ownTokens(own)
  const asked = new Map<WrappedTool, Fields>()
  for (const tool of byLikelihood(wrapped)) {
    const bareOne = bare[wrapped.indexOf(tool)] ?? {}
    const made = exposedDefinition(tool, shown, [QUESTION])
    const cost = Math.max(LEAST_PARAMETER, tokensOf(made) - tokensOf(bareOne))
    if (cost > left) continue
    left -= cost
    asked.set(tool, made)
  }
  return [...wrapped.map((tool, i) => asked.get(tool) ?? bare[i] ?? {}), ...own]
}

/** What a client reads of a definition; some servers send more, which is not what a list is measured by. */
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

/** What reads or looks up answers at length; what writes, seldom. */
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
