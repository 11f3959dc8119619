// The wrapped servers' tools: as they describe them, and as the client sees them.
import { isDeepStrictEqual } from 'node:util'
import type { Shown } from '../../../clients/output-mode.js'
import { ConnectionLost, type Fields, isFields } from '../../../rpc/message.js'
import { visibleLabels } from '../../shape/visible-blocks.js'
import { isOffered } from '../upstream/server-settings.js'
import type { Upstream } from '../upstream/upstream.js'
import type { Additions } from './additions.js'
import { listTools } from './list-pages.js'
import type { Names } from './names.js'
import { boundLabels } from './reports.js'

export const QUESTION = 'context_focus_question'

/** The parameters added to every tool; the instructions explain them once. */
export const ADDED = [QUESTION, 'fields', 'max_tokens'] as const
export type AddedName = (typeof ADDED)[number]

const PROPERTIES: Readonly<Record<AddedName, Fields>> = {
  [QUESTION]: { type: 'string' },
  fields: { type: 'array', items: { type: 'string' } },
  max_tokens: { type: 'integer' },
}

export interface WrappedTool {
  readonly upstream: Upstream
  /** Its name at the server. */
  readonly name: string
  readonly exposedName: string
  readonly definition: Fields
  /** Added parameters that the tool already has: they are passed to the tool. */
  readonly owns: ReadonlySet<AddedName>
}

type CatalogParts = Pick<Additions, 'emit' | 'boundText' | 'maxBytes'>

/** No client takes longer ones. */
const MAX_NAME = 1000

/** The call itself then reports that the server is gone. */
function noneOfALostServer(error: unknown): ReadonlyMap<string, WrappedTool> {
  if (error instanceof ConnectionLost) return new Map()
  throw error
}

export class Catalog {
  readonly #names: Names
  /** Names that the gateway reserves. */
  readonly #taken: ReadonlySet<string>
  readonly #lists = new Map<Upstream, Promise<ReadonlyMap<string, WrappedTool>>>()
  /** Loaded lists, by exposed name: a call to one of these waits for nothing. */
  readonly #known = new Map<string, WrappedTool>()

  readonly #add: CatalogParts
  /** Definitions as first listed, by server and name: later changes are logged. */
  readonly #seen = new Map<string, Fields>()

  constructor(names: Names, taken: ReadonlySet<string>, parts: CatalogParts) {
    this.#names = names
    this.#taken = taken
    this.#add = parts
  }

  /** Lists again at the next use. */
  forget(upstream: Upstream): void {
    this.#lists.delete(upstream)
    for (const [name, tool] of this.#known) {
      if (tool.upstream === upstream) this.#known.delete(name)
    }
  }

  known(exposedName: string): WrappedTool | undefined {
    return this.#known.get(exposedName)
  }

  async list(upstream: Upstream): Promise<readonly WrappedTool[]> {
    return [...(await this.#load(upstream)).values()]
  }

  /** A tool that the server does not list is still passed on: the server decides. */
  async find(exposedName: string): Promise<WrappedTool | undefined> {
    const route = this.#names.resolve(exposedName)
    if (!route) return undefined
    const { upstream, name } = route
    const listed = (await this.#load(upstream).catch(noneOfALostServer)).get(exposedName)
    const { settings } = upstream.spec
    const isRenamed = settings?.rename !== undefined && Object.hasOwn(settings.rename, name)
    if (!listed && (isRenamed || !isOffered(name, settings))) return undefined
    return listed ?? { upstream, name, exposedName, definition: { name }, owns: new Set() }
  }

  #load(upstream: Upstream): Promise<ReadonlyMap<string, WrappedTool>> {
    const known = this.#lists.get(upstream)
    if (known) return known
    // It may come up at any moment.
    if (upstream.failure !== undefined) return Promise.resolve(this.#standIn(upstream))
    const loading = this.#ask(upstream)
    this.#lists.set(upstream, loading)
    loading.then(
      (tools) => {
        if (this.#lists.get(upstream) !== loading) return
        for (const [name, tool] of tools) this.#known.set(name, tool)
      },
      () => {
        if (this.#lists.get(upstream) === loading) this.#lists.delete(upstream)
      },
    )
    return loading
  }

  /** One placeholder tool for a server that is down, so that a model learns why. */
  #standIn(upstream: Upstream): ReadonlyMap<string, WrappedTool> {
    const exposedName = this.#names.expose(upstream, 'unavailable')
    const definition = {
      name: 'unavailable',
      description: `${upstream.unavailable}; its tools are listed when it is there.`,
      inputSchema: { type: 'object' },
    }
    return new Map([
      [exposedName, { upstream, name: 'unavailable', exposedName, definition, owns: new Set() }],
    ])
  }

  async #ask(upstream: Upstream): Promise<ReadonlyMap<string, WrappedTool>> {
    const tools = new Map<string, WrappedTool>()
    if (!upstream.capability('tools')) return tools
    const definitions = await listTools(upstream)
    const { settings } = upstream.spec
    /** Names that stay with their tools, whatever others are renamed to. */
    const listed = new Set(
      definitions
        .map(({ name }) => String(name))
        .filter((name) => isOffered(name, settings) && settings?.rename?.[name] === undefined)
        .map((name) => this.#names.expose(upstream, name)),
    )
    for (const definition of definitions) {
      const name = String(definition['name'])
      if (hasControl(name) || name.length > MAX_NAME) {
        this.#log('upstream.tool_refused', upstream, { tool: JSON.stringify(name).slice(0, 100) })
        continue
      }
      this.#compare(upstream, name, definition)
      if (!isOffered(name, settings)) continue
      const own = this.#names.expose(upstream, name)
      let exposedName = this.#names.expose(upstream, settings?.rename?.[name] ?? name)
      while (
        this.#taken.has(exposedName) ||
        tools.has(exposedName) ||
        (exposedName !== own && listed.has(exposedName))
      ) {
        exposedName = `${upstream.name}__${exposedName}`
      }
      tools.set(exposedName, {
        upstream,
        name,
        exposedName,
        definition: described(
          await boundLabels(visibleLabels(definition), upstream, this.#add),
          settings?.describe?.[name],
        ),
        owns: new Set(ADDED.filter((added) => Object.hasOwn(properties(definition), added))),
      })
    }
    return tools
  }

  #log(event: string, upstream: Upstream, data: object): void {
    this.#add.emit('warn', event, { data: { server: upstream.name, ...data } })
  }

  /** A description that changes unnoticed may say anything to a model. */
  #compare(upstream: Upstream, tool: string, definition: Fields): void {
    const key = `${upstream.name}\0${tool}`
    const before = this.#seen.get(key)
    this.#seen.set(key, definition)
    if (!before) return
    const names = [...new Set([...Object.keys(before), ...Object.keys(definition)])]
    const changed = names.filter((name) => !isDeepStrictEqual(before[name], definition[name]))
    if (changed.length === 0) return
    this.#log('upstream.tool_changed', upstream, {
      tool,
      changed,
      ...(changed.includes('description') && {
        from: descriptionOf(before).slice(0, 500),
        to: descriptionOf(definition).slice(0, 500),
      }),
    })
  }
}

const described = (definition: Fields, description: string | undefined): Fields =>
  description === undefined ? definition : { ...definition, description }

export const descriptionOf = ({ description }: Fields): string =>
  typeof description === 'string' ? description : ''

/** Control characters, line separators, and invisible or direction-changing characters. */
const hasControl = (name: string): boolean => /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(name)

const properties = (definition: Fields): Fields => {
  const schema = definition['inputSchema']
  return isFields(schema) && isFields(schema['properties']) ? schema['properties'] : {}
}

/** Agents are sent text, which would violate a declared schema. */
function withoutOutputSchema(definition: Fields): Fields {
  const { outputSchema: _, ...rest } = definition
  return rest
}

/** The definition as the client sees it: unchanged, with these optional parameters added. */
export function exposedDefinition(
  tool: WrappedTool,
  shown: Shown,
  names: readonly AddedName[],
): Fields {
  const { exposedName, owns } = tool
  const definition = shown === 'unknown' ? tool.definition : withoutOutputSchema(tool.definition)
  const schema = isFields(definition['inputSchema'])
    ? definition['inputSchema']
    : { type: 'object' }
  const added = names.filter((name) => !owns.has(name)).map((name) => [name, PROPERTIES[name]])
  if (added.length === 0) return { ...definition, name: exposedName, inputSchema: schema }
  return {
    ...definition,
    name: exposedName,
    inputSchema: {
      ...schema,
      properties: { ...properties(definition), ...Object.fromEntries(added) },
    },
  }
}
