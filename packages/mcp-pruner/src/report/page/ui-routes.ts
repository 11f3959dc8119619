// The page's paths. Its files are public, because they contain nothing private; their requests need the token, which
// is in the address after the #, where it is never sent.

import { readFile } from 'node:fs/promises'
import { signalOf } from '@jeeves/mcp-runtime'
import { send, sendJson } from '../../http/respond.js'
import type { Exchange, Handler, Route } from '../../http/routes.js'
import { sinceOf } from '../../ledger/time-span.js'
import type { Root } from '../../tools/files/confine.js'
import {
  type CallsParts,
  type CallsQuery,
  callDetail,
  callsPage,
  type DetailOptions,
} from './calls-api.js'
import { listFiles } from './project-files.js'
import type { ReplayRun } from './replay-job.js'
import type { SessionsApi } from './sessions-api.js'
import { answerTry } from './try-api.js'
import { saveWrongCut } from './wrong-cut.js'

export interface UiParts extends CallsParts {
  readonly root: Root
  readonly replay: ReplayRun
  readonly sessions: SessionsApi
  readonly casesFolder: string
  /** Where the bundle put the page's files. */
  readonly pageFolder: URL
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE_FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
}

export function createUiRoutes(parts: UiParts): ReadonlyMap<string, Route> {
  const { root, replay, pageFolder, sessions } = parts
  const state = onGet(() => replay.state)
  return new Map<string, Route>([
    ...Object.entries(PAGE_FILES).map(
      ([path, [file, type]]) => [path, pageFile(new URL(file, pageFolder), type)] as const,
    ),
    ['/api/calls', onGet((query) => callsPage(parts, callsQuery(query)))],
    ['/api/call', onGet((query) => callDetail(parts, param(query, 'id'), detailOptions(query)))],
    ['/api/wrong', onPost((body) => saveWrongCut(parts, parts.casesFolder, body))],
    ['/api/home', onGet(() => sessions.home())],
    ['/api/sessions', onGet(() => sessions.list())],
    ['/api/session', onGet((query) => sessions.timeline(param(query, 'file')))],
    [
      '/api/replayed',
      onGet((query) => sessions.replayed(param(query, 'file'), param(query, 'call'))),
    ],
    ['/api/savings', onGet((query) => sessions.savings(sinceOf(param(query, 'since'))))],
    ['/api/files', onGet(async () => ({ root: root.root, files: await listFiles(root) }))],
    ['/api/try', onPost((body, signal) => answerTry(body, root, signal))],
    [
      '/api/replay',
      { ...state, methods: { ...state.methods, ...onPost((body) => replay.start(body)).methods } },
    ],
  ])
}

const param = (query: URLSearchParams, name: string): string => query.get(name) ?? ''

function detailOptions(query: URLSearchParams): DetailOptions {
  const price = query.get('price')
  return {
    showSecrets: query.get('secrets') === 'show',
    price: price === null ? undefined : Math.min(1e6, Math.max(0, Number(price) || 0)),
  }
}

function callsQuery(query: URLSearchParams): CallsQuery {
  const text = (name: string) => param(query, name).slice(0, 1000)
  return {
    version: query.get('version') ?? undefined,
    from: Math.max(0, Number(query.get('from')) || 0),
    search: text('search'),
    client: text('client'),
    project: text('project'),
    model: text('model'),
    tool: text('tool'),
    only: text('only'),
  }
}

const route = (method: 'GET' | 'POST', answer: (exchange: Exchange) => unknown): Route => ({
  methods: {
    [method]: async (exchange) => sendJson(exchange.res, 200, (await answer(exchange)) as object),
  },
  errors: 'plain',
})

const onGet = (answer: (query: URLSearchParams) => unknown): Route =>
  route('GET', ({ req }) => answer(new URL(req.url ?? '/', 'http://page').searchParams))

const onPost = (answer: (body: string, signal: AbortSignal) => unknown): Route =>
  route('POST', async ({ body, context }) => answer(await body(), signalOf(context.signal)))

function pageFile(file: URL, type: string): Route {
  const get: Handler = async ({ res }) => {
    const text = await readFile(file, 'utf8')
    res.setHeader('content-security-policy', POLICY)
    res.setHeader('referrer-policy', 'no-referrer')
    send(res, 200, text, type)
  }
  return { methods: { GET: get }, errors: 'plain', open: true }
}
