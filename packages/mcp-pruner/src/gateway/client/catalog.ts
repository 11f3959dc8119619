// The wrapped servers' tools: as they describe them, and as the client sees them.
import type { Shown } from '../../clients/what-is-shown.js'
import { type Fields, isFields } from '../../rpc/message.js'
import type { Upstream } from '../upstream/upstream.js'
import type { Names } from './names.js'
import { listAll } from './pages.js'

export const QUESTION = 'context_focus_question'

export interface WrappedTool {
  readonly upstream: Upstream
  /** Its name at the server. */
  readonly name: string
  readonly exposedName: string
  readonly definition: Fields
  /** The tool has a parameter of that name itself, so it is the tool's to use. */
  readonly ownsQuestion: boolean
}

export class Catalog {
  readonly #names: Names
  /** Names that the gateway needs itself. */
  readonly #taken: ReadonlySet<string>
  readonly #lists = new Map<Upstream, Promise<ReadonlyMap<string, WrappedTool>>>()

  constructor(names: Names, taken: ReadonlySet<string>) {
    this.#names = names
    this.#taken = taken
  }

  /** Asks again at the next use. */
  forget(upstream: Upstream): void {
    this.#lists.delete(upstream)
  }

  async list(upstream: Upstream): Promise<readonly WrappedTool[]> {
    return [...(await this.#load(upstream)).values()]
  }

  /** A tool that the server does not list is still passed on: the server has the last word. */
  async find(exposedName: string): Promise<WrappedTool | undefined> {
    const route = this.#names.resolve(exposedName)
    if (!route) return undefined
    const { upstream, name } = route
    const listed = (await this.#load(upstream)).get(exposedName)
    return listed ?? { upstream, name, exposedName, definition: { name }, ownsQuestion: false }
  }

  #load(upstream: Upstream): Promise<ReadonlyMap<string, WrappedTool>> {
    const known = this.#lists.get(upstream)
    if (known) return known
    const loading = this.#ask(upstream)
    this.#lists.set(upstream, loading)
    loading.catch(() => {
      if (this.#lists.get(upstream) === loading) this.#lists.delete(upstream)
    })
    return loading
  }

  async #ask(upstream: Upstream): Promise<ReadonlyMap<string, WrappedTool>> {
    const tools = new Map<string, WrappedTool>()
    if (!upstream.capability('tools')) return tools
    for (const definition of await listAll(upstream, 'tools/list', 'tools')) {
      const name = String(definition['name'])
      const usual = this.#names.expose(upstream, name)
      const exposedName = this.#taken.has(usual) ? `${upstream.name}__${usual}` : usual
      tools.set(exposedName, {
        upstream,
        name,
        exposedName,
        definition,
        ownsQuestion: QUESTION in properties(definition),
      })
    }
    return tools
  }
}

const properties = (definition: Fields): Fields => {
  const schema = definition['inputSchema']
  return isFields(schema) && isFields(schema['properties']) ? schema['properties'] : {}
}

/** Agents are sent text, which a declared schema would be held against. */
function withoutOutputSchema(definition: Fields): Fields {
  const { outputSchema: _, ...rest } = definition
  return rest
}

/** The definition as the client sees it: everything kept, one optional parameter more. */
export function exposedDefinition(tool: WrappedTool, shown: Shown): Fields {
  const { exposedName, ownsQuestion } = tool
  const definition = shown === 'unknown' ? tool.definition : withoutOutputSchema(tool.definition)
  if (ownsQuestion) return { ...definition, name: exposedName }
  const schema = isFields(definition['inputSchema'])
    ? definition['inputSchema']
    : { type: 'object' }
  const question = {
    type: 'string',
    description: 'Return only the parts that answer this question.',
  }
  return {
    ...definition,
    name: exposedName,
    inputSchema: { ...schema, properties: { ...properties(definition), [QUESTION]: question } },
  }
}
