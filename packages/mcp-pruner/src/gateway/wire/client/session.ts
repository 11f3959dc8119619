// The client's side of the gateway: one MCP server made of all the wrapped ones.

import { shownBy } from '../../../clients/output-mode.js'
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../../../rpc/codes.js'
import { type Answer, type Fields, isFields } from '../../../rpc/message.js'
import type { IncomingRequest, Peer } from '../../../rpc/peer.js'
import { RpcError } from '../../../rpc/rpc-error.js'
import { visibleLabels, visibleNamed } from '../../shape/visible-blocks.js'
import type { Upstream } from '../upstream/upstream.js'
import type { Additions } from './additions.js'
import { Catalog, type WrappedTool } from './catalog.js'
import { CALL_TOOL, DEFERRED_TOOLS, FIND_TOOLS, findTools, meantCall } from './deferred-tools.js'
import { initializeResult, startAll } from './initialize-result.js'
import { listPage, type PageRequest } from './list-pages.js'
import { Names } from './names.js'
import { CallProgress, ReturnProgress } from './progress.js'
import { boundLabels, Coalesce, Reports } from './reports.js'
import { ResourceRoutes } from './resource-routes.js'
import { toolList } from './tool-list.js'
import { forReader, visibleContents, visibleMessages } from './visible-messages.js'

/** The connection to the client. */
export type Outlet = Pick<Peer, 'congested' | 'notify' | 'request'>

type Handler = (request: IncomingRequest, params: Fields) => Promise<unknown>

export class Session {
  #upstreams: readonly Upstream[]
  readonly #client: Outlet
  readonly #add: Additions
  #names: Names
  #catalog: Catalog
  readonly #resources: ResourceRoutes
  readonly #callProgress: CallProgress
  readonly #changes: Coalesce
  readonly #reports: Reports
  readonly #returnProgress = new ReturnProgress()
  readonly #handlers: Readonly<Record<string, Handler>>
  /** The client's own name. */
  #clientName: string | undefined
  /** The client's own `initialize` parameters, once they are answered. */
  #introduction: Fields | undefined
  /** Servers that were added while the first ones started. */
  #replacement: readonly Upstream[] | undefined

  constructor(upstreams: readonly Upstream[], client: Outlet, additions: Additions) {
    this.#upstreams = upstreams
    this.#client = client
    this.#add = additions
    this.#names = new Names(upstreams)
    this.#catalog = this.#newCatalog()
    this.#resources = new ResourceRoutes(() => this.#having('resources'))
    this.#reports = new Reports(additions)
    this.#callProgress = new CallProgress(client, this.#reports)
    this.#changes = new Coalesce((notice) => client.notify(notice))
    this.#handlers = this.#methods()
  }

  /** A request of the client. */
  fromClient(request: IncomingRequest): Promise<unknown> {
    const { method, params = {} } = request
    if (!isFields(params)) throw new RpcError(INVALID_PARAMS)
    const handler = Object.hasOwn(this.#handlers, method) ? this.#handlers[method] : undefined
    return handler ? handler(request, params) : this.#passOther(request, params)
  }

  async #passOther(request: IncomingRequest, params: Fields): Promise<unknown> {
    const { method } = request
    const [only, ...others] = this.#upstreams
    if (!only || others.length > 0) throw new RpcError(METHOD_NOT_FOUND)
    const answer = await this.#pass(only, request)
    return method === 'tasks/result'
      ? this.#add.taskResult(params['taskId'], answer, this.#clientName)
      : answer
  }

  notifiedByClient(method: string, params: Fields | undefined): void {
    if (method === 'notifications/initialized') {
      for (const upstream of this.#upstreams) upstream.announce()
    } else if (method === 'notifications/progress') this.#returnProgress.report(params ?? {})
    else for (const upstream of this.#upstreams) upstream.notify(method, params)
  }

  /** A request of a wrapped server: roots, sampling, elicitation, and future methods. */
  async fromUpstream(upstream: Upstream, request: IncomingRequest): Promise<unknown> {
    if (request.method === 'ping') return {}
    return this.#returnProgress.during(upstream, request.params, (params) =>
      this.#client.request(request.method, params && visibleMessages(params), request.signal),
    )
  }

  notifiedByUpstream(upstream: Upstream, method: string, params: Fields | undefined): void {
    if (method === 'notifications/progress') {
      return this.#reports.pass(upstream, method, params, (shown = {}) =>
        this.#callProgress.report(shown),
      )
    }
    if (method === 'notifications/tools/list_changed') this.#catalog.forget(upstream)
    if (method === 'notifications/resources/list_changed') this.#resources.forget()
    if (method.endsWith('/list_changed')) this.#changes.notify(method)
    else {
      this.#reports.pass(upstream, method, params, (shown) => this.#client.notify(method, shown))
    }
  }

  restarted(upstream: Upstream): void {
    if (!this.#introduction) return
    this.#catalog.forget(upstream)
    this.#resources.forget()
    this.#changes.notify('notifications/tools/list_changed')
    for (const list of ['resources', 'prompts']) {
      if (upstream.capability(list)) this.#changes.notify(`notifications/${list}/list_changed`)
    }
  }

  /** A new set of servers, once the first have started; those in both sets keep running, the others are ended. */
  replace(upstreams: readonly Upstream[]): void {
    if (!this.#introduction) {
      const used = new Set([...upstreams, ...this.#upstreams])
      for (const one of this.#replacement ?? []) if (!used.has(one)) void one.close()
      this.#replacement = upstreams
      return
    }
    const before = this.#upstreams
    const added = upstreams.filter((upstream) => !before.includes(upstream))
    this.#upstreams = upstreams
    for (const upstream of before) if (!upstreams.includes(upstream)) void upstream.close()
    this.#names = new Names(upstreams)
    this.#catalog = this.#newCatalog()
    this.#resources.forget()
    for (const upstream of added) {
      upstream.announce()
      void upstream.begin(this.#introduction)
    }
    for (const list of ['tools', 'resources', 'prompts']) {
      this.#changes.notify(`notifications/${list}/list_changed`)
    }
  }

  #newCatalog(): Catalog {
    const own = new Set(this.#add.tools.map(({ name }) => String(name)))
    return new Catalog(this.#names, own, this.#add)
  }

  #having(capability: string): readonly Upstream[] {
    return this.#upstreams.filter((upstream) => upstream.capability(capability))
  }

  #methods(): Record<string, Handler> {
    const list =
      (capability: string, key: string, adapt: PageRequest['adapt']): Handler =>
      async ({ method, signal }, params) => {
        const upstreams = this.#having(capability)
        const own = method === 'resources/list' ? this.#add.resources : undefined
        if (upstreams.length === 0 && capability !== 'resources') {
          throw new RpcError(METHOD_NOT_FOUND)
        }
        return listPage({ method, key, params, signal, upstreams, adapt, ...(own && { own }) })
      }
    const learn = (key: string) => (upstream: Upstream, item: Fields) => {
      this.#resources.learn(upstream, item[key])
      return boundLabels(visibleNamed(item), upstream, this.#add)
    }
    return {
      ping: async () => ({}),
      initialize: (_, params) => this.#initialize(params),
      'tools/list': () => this.#listTools(),
      'tools/call': (request, params) => this.#callTool(request, params),
      'prompts/list': list('prompts', 'prompts', async (upstream, item) => ({
        ...(await boundLabels(visibleLabels(item), upstream, this.#add)),
        name: this.#names.expose(upstream, String(item['name'])),
      })),
      'prompts/get': (request, params) => this.#getPrompt(request, params),
      'resources/list': list('resources', 'resources', learn('uri')),
      'resources/templates/list': list('resources', 'resourceTemplates', learn('uriTemplate')),
      'resources/read': (request, params) => this.#readResource(request, params),
      'resources/subscribe': ({ signal }, params) =>
        this.#resources.route(params['uri'], (upstream) => upstream.subscribe(params, signal)),
      'resources/unsubscribe': ({ signal }, params) =>
        this.#resources.route(params['uri'], (upstream) => upstream.unsubscribe(params, signal)),
      'completion/complete': (request, params) => this.#complete(request, params),
      'logging/setLevel': (request, params) => this.#setLevel(request, params),
    }
  }

  /** For a client that gets no notification of its own. */
  async handshake(params: Fields): Promise<Fields> {
    const answer = await this.#initialize(params)
    for (const upstream of this.#upstreams) upstream.announce()
    return answer
  }

  async #initialize(params: Fields): Promise<Fields> {
    const { clientInfo } = params
    const name = isFields(clientInfo) ? clientInfo['name'] : undefined
    this.#clientName = typeof name === 'string' ? name : undefined
    await startAll(this.#upstreams, params)
    this.#introduction = params
    if (this.#replacement) this.replace(this.#replacement)
    this.#replacement = undefined
    return initializeResult(this.#upstreams, this.#add, params['protocolVersion'])
  }

  async #listTools(): Promise<Fields> {
    const shown = shownBy(this.#clientName)
    const wrapped = await this.#allTools()
    const { parameters, isDeferred } = this.#add.listing
    const own = this.#add.tools
    const tools = isDeferred
      ? [...DEFERRED_TOOLS, ...own]
      : toolList(wrapped, { shown, own, shortOwn: this.#add.shortTools, parameters })
    const written = wrapped.map(({ definition }) => definition)
    this.#add.listed(this.#clientName, tools, written)
    return { tools }
  }

  async #allTools(): Promise<readonly WrappedTool[]> {
    const lists = await Promise.all(this.#upstreams.map((upstream) => this.#catalog.list(upstream)))
    return lists.flat()
  }

  async #callTool(request: IncomingRequest, given: Fields): Promise<unknown> {
    const { isDeferred } = this.#add.listing
    if (isDeferred && given['name'] === FIND_TOOLS) {
      const args = given['arguments']
      return findTools(await this.#allTools(), isFields(args) ? args : {})
    }
    const params = isDeferred && given['name'] === CALL_TOOL ? meantCall(given) : given
    const { name, arguments: args } = params
    // Some clients send null for no arguments.
    if (typeof name !== 'string' || !(args === undefined || args === null || isFields(args))) {
      throw new RpcError(INVALID_PARAMS)
    }
    if (this.#add.tools.some((tool) => tool['name'] === name))
      return this.#add.ownCall(name, request, this.#clientName)
    const tool = this.#catalog.known(name) ?? (await this.#catalog.find(name))
    if (!tool) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${name}`)
    try {
      return await this.#callProgress.during(params, () =>
        this.#add.call(tool, { ...request, params }, this.#clientName),
      )
    } catch (error) {
      return this.#refuse(error, tool.upstream)
    }
  }

  async #getPrompt(request: IncomingRequest, params: Fields): Promise<unknown> {
    const { upstream, name } = this.#promptRoute(params['name'])
    const answer = await this.#pass(upstream, request, { ...params, name })
    return forReader(answer, this.#clientName, visibleMessages)
  }

  #promptRoute(exposedName: unknown) {
    const route = this.#names.resolve(String(exposedName))
    if (!route) throw new RpcError(INVALID_PARAMS, `Unknown prompt: ${String(exposedName)}`)
    return route
  }

  async #readResource(request: IncomingRequest, params: Fields): Promise<unknown> {
    const own = await this.#add.readResource(String(params['uri']))
    if (own) return own
    const answer = await this.#resources.route(params['uri'], (upstream) =>
      this.#pass(upstream, request),
    )
    return forReader(answer, this.#clientName, visibleContents)
  }

  async #complete(request: IncomingRequest, params: Fields): Promise<Answer> {
    const ref = isFields(params['ref']) ? params['ref'] : {}
    if (ref['type'] === 'ref/prompt') {
      const { upstream, name } = this.#promptRoute(ref['name'])
      return this.#pass(upstream, request, { ...params, ref: { ...ref, name } })
    }
    return this.#resources.route(ref['uri'], (upstream) => this.#pass(upstream, request))
  }

  async #setLevel({ signal }: IncomingRequest, params: Fields): Promise<unknown> {
    const upstreams = this.#having('logging')
    if (upstreams.length === 0) throw new RpcError(METHOD_NOT_FOUND)
    const [answer] = await Promise.all(
      upstreams.map((upstream) => upstream.setLogLevel(params, signal)),
    )
    return answer
  }

  #pass(upstream: Upstream, request: IncomingRequest, params = request.params): Promise<Answer> {
    return this.#callProgress
      .during(params, () => upstream.request(request.method, params, request.signal))
      .catch((error: unknown) => this.#refuse(error, upstream))
  }

  async #refuse(error: unknown, upstream: Upstream): Promise<never> {
    throw await this.#add.boundError(error, upstream)
  }
}
