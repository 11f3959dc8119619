// The handshake with a wrapped server: `server/discover` first, as in the 2026-07-28 revision, then `initialize` if
// the server does not know that method or does not answer in time.
import { runWithTimeout } from '@jeeves/mcp-runtime'
import { AppError } from '../../../errors/app-error.js'
import { type Introduction, withEnvelope } from '../../../rpc/envelope.js'
import { Answer, type Fields, isFields } from '../../../rpc/message.js'
import { SERVER_INFO_KEY } from '../../../rpc/meta-keys.js'
import type { Peer } from '../../../rpc/peer.js'
import { negotiatedRevision } from '../../../rpc/revisions.js'
import type { UpstreamSpec } from './spec.js'

export interface Handshake {
  readonly isModern: boolean
  /** Its description of itself, in terms of `initialize`. */
  readonly info: Fields
}

export const clientIdentityOf = (params: Fields): Introduction => ({
  capabilities: isFields(params['capabilities']) ? params['capabilities'] : {},
  ...(isFields(params['clientInfo']) && { clientInfo: params['clientInfo'] }),
})

/** A user who is asked in a browser takes longer than a server. */
const INITIALIZE_MS = 60_000
const ALLOWED_MS = 300_000
/** A program may ignore a method that it does not know; a service answers every request, if slowly. */
const DISCOVER_MS = { stdio: 1000, http: 5000 } as const

export const NO_ANSWER = 'it does not answer initialize'

/** `params` are the client's own for `initialize`. */
export async function handshake(
  peer: Peer,
  params: Fields,
  spec: UpstreamSpec,
): Promise<Handshake> {
  const isHttp = spec.kind === 'http'
  const isAsked = isHttp && spec.oauth?.grant === 'authorization_code'
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new AppError('no_answer', NO_ANSWER)),
    isAsked ? ALLOWED_MS : INITIALIZE_MS,
  )
  try {
    const found = await discover(peer, params, isHttp ? DISCOVER_MS.http : DISCOVER_MS.stdio)
    if (found) return { isModern: true, info: found }
    const { value } = await peer.request('initialize', params, limit.signal)
    if (!isFields(value)) throw new Error('it answered initialize with something else')
    return { isModern: false, info: value }
  } finally {
    clearTimeout(timer)
  }
}

async function discover(peer: Peer, params: Fields, limitMs: number): Promise<Fields | undefined> {
  const enveloped = withEnvelope({}, clientIdentityOf(params))
  const found = await runWithTimeout(
    ({ cancellation }) => peer.request('server/discover', enveloped, cancellation),
    { timeoutMs: limitMs },
  )
  const value = found.status === 'completed' ? found.result.value : undefined
  if (!isFields(value) || !speaksModern(value)) return undefined
  const { capabilities, instructions } = value
  const meta = isFields(value['_meta']) ? value['_meta'] : {}
  return {
    protocolVersion: negotiatedRevision(String(params['protocolVersion'])),
    capabilities: isFields(capabilities) ? capabilities : {},
    serverInfo: meta[SERVER_INFO_KEY] ?? { name: 'unknown', version: '0' },
    ...(typeof instructions === 'string' && { instructions }),
  }
}

const speaksModern = ({ supportedVersions }: Fields): boolean =>
  Array.isArray(supportedVersions) && supportedVersions.includes('2026-07-28')

/** How often one call may request more input before its result is returned as it is. */
const MAX_ROUNDS = 10

type Ask = (method: string, params: Fields | undefined) => Promise<unknown>

export async function askUntilComplete(
  params: Fields,
  call: (params: Fields) => Promise<Answer>,
  ask: Ask | undefined,
): Promise<Answer> {
  let answers: Fields = {}
  for (let round = 0; ; round++) {
    const answer = await call({ ...params, ...answers })
    const { value } = answer
    if (!ask || round === MAX_ROUNDS || !isFields(value)) return answer
    if (value['resultType'] !== 'input_required') return answer
    answers = await answersTo(value, ask)
  }
}

async function answersTo({ inputRequests, requestState }: Fields, ask: Ask): Promise<Fields> {
  const wanted = Object.entries(isFields(inputRequests) ? inputRequests : {})
  const answers = await Promise.all(
    wanted.map(async ([key, request]) => {
      const { method, params } = isFields(request) ? request : {}
      const answer = await ask(String(method), isFields(params) ? params : undefined)
      return [key, answer instanceof Answer ? answer.value : answer] as const
    }),
  )
  return {
    inputResponses: Object.fromEntries(answers),
    ...(requestState !== undefined && { requestState }),
  }
}
