// The page's paths. Its files are public, because they contain nothing private; their requests need the token, which
// is in the address after the #, where it is never sent.

import { readFile } from 'node:fs/promises'
import { signalOf } from '@jeeves/mcp-runtime'
import { HttpError } from '../../http/http-error.js'
import { send, sendJson } from '../../http/respond.js'
import type { Exchange, Handler, Route } from '../../http/routes.js'
import { sinceOf } from '../../stats/time-span.js'
import type { Root } from '../../tools/files/confine.js'
import { type CallsParts, type CallsQuery, callDetail, callsPage } from './calls-api.js'
import { listFiles } from './project-files.js'
import type { ReplayRun } from './replay-job.js'
import type { SessionsApi } from './sessions-api.js'
import { answerTry } from './try-api.js'
import { keepWrongCut } from './wrong-cut.js'

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
  const calls = json((_, query) => callsPage(parts, callsQuery(query)))
  const call = json(async (_, query) => {
    const price = query.get('price')
    const detail = await callDetail(parts, query.get('id') ?? '', {
      showSecrets: query.get('secrets') === 'show',
      price: price === null ? undefined : Math.min(1e6, Math.max(0, Number(price) || 0)),
    })
    return detail ?? missing('the store no longer has this call')
  })
  const wrong = json(async ({ body }) => keepWrongCut(parts, parts.casesFolder, await body()))
  const home = json(() => sessions.home())
  const list = json(() => sessions.list())
  const session = json(
    async (_, query) =>
      (await sessions.timeline(query.get('file') ?? '')) ?? missing('no such recording'),
  )
  const replayed = json(
    async (_, query) =>
      (await sessions.replayed(query.get('file') ?? '', query.get('call') ?? '')) ??
      missing('this output is not in the recording any more'),
  )
  const savings = json((_, query) => sessions.savings(since(query)))
  const files = json(async () => ({ root: root.root, files: await listFiles(root) }))
  const tryIt = json(async ({ body, context }) =>
    answerTry(await body(), root, signalOf(context.signal)),
  )
  const replayState = json(() => replay.state)
  const replayStart = json(async ({ body }) => {
    replay.start(await body())
    return replay.state
  })
  return new Map<string, Route>([
    ...Object.entries(PAGE_FILES).map(
      ([path, [file, type]]) => [path, pageFile(new URL(file, pageFolder), type)] as const,
    ),
    ['/api/calls', api({ GET: calls })],
    ['/api/call', api({ GET: call })],
    ['/api/wrong', api({ POST: wrong })],
    ['/api/home', api({ GET: home })],
    ['/api/sessions', api({ GET: list })],
    ['/api/session', api({ GET: session })],
    ['/api/replayed', api({ GET: replayed })],
    ['/api/savings', api({ GET: savings })],
    ['/api/files', api({ GET: files })],
    ['/api/try', api({ POST: tryIt })],
    ['/api/replay', api({ GET: replayState, POST: replayStart })],
  ])
}

function missing(message: string): never {
  throw new HttpError(404, 'not_found', message)
}

function callsQuery(query: URLSearchParams): CallsQuery {
  const text = (name: string) => (query.get(name) ?? '').slice(0, 1000)
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

const api = (methods: Route['methods']): Route => ({ methods, errors: 'plain' })

const json =
  (answer: (exchange: Exchange, query: URLSearchParams) => unknown): Handler =>
  async (exchange) => {
    const query = new URL(exchange.req.url ?? '/', 'http://page').searchParams
    sendJson(exchange.res, 200, (await answer(exchange, query)) as object)
  }

const since = (query: URLSearchParams): number | undefined => {
  const value = query.get('since')
  return value === null || value === '' ? undefined : sinceOf(value)
}

function pageFile(file: URL, type: string): Route {
  const get: Handler = async ({ res }) => {
    const text = await readFile(file, 'utf8')
    res.setHeader('content-security-policy', POLICY)
    res.setHeader('referrer-policy', 'no-referrer')
    send(res, 200, text, type)
  }
  return { methods: { GET: get }, errors: 'plain', open: true }
}
