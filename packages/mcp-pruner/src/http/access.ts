// Who may call the service. A web page that a user visits can make the browser call a loopback
// address (DNS rebinding); its Host or Origin gives it away.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import type { Caller } from './callers.js'

export interface AccessPolicy {
  /** The token of callers without a name. */
  readonly token: string | undefined
  /** Each with its own token. */
  readonly callers?: readonly Caller[]
  /** Bound to loopback: no legitimate caller uses another name. */
  readonly loopbackOnly: boolean
  /** Further host names of the service, in lower case. */
  readonly allowedHosts: ReadonlySet<string>
}

export interface Refusal {
  readonly status: 401 | 403
  readonly code: 'host_not_allowed' | 'origin_not_allowed' | 'token_required'
  readonly message: string
}

export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

export function refusalOf(
  headers: IncomingHttpHeaders,
  policy: AccessPolicy,
  needsToken: boolean,
): Refusal | undefined {
  if (!hostAllowed(hostName(headers.host), policy)) {
    return {
      status: 403,
      code: 'host_not_allowed',
      message:
        'the Host header names no address of this service; start it with --allow-host NAME if callers use that name',
    }
  }
  if (headers.origin !== undefined && !hostAllowed(originName(headers.origin), policy)) {
    return {
      status: 403,
      code: 'origin_not_allowed',
      message: 'the Origin header names a web page that may not call this service',
    }
  }
  if (needsToken && asksForToken(policy) && callerOf(headers, policy) === undefined) {
    return {
      status: 401,
      code: 'token_required',
      message:
        'send "Authorization: Bearer TOKEN" with the token that the service was started with',
    }
  }
  return undefined
}

const asksForToken = ({ token, callers = [] }: AccessPolicy): boolean =>
  token !== undefined || callers.length > 0

/** The caller whose token the request carries; `undefined` if none matches. */
export function callerOf(
  { authorization }: IncomingHttpHeaders,
  { token, callers = [] }: AccessPolicy,
): { readonly name: string | undefined } | undefined {
  const known = [...(token === undefined ? [] : [{ name: undefined, token }]), ...callers]
  const bearers = known.filter((caller) => bears(authorization, caller.token))
  // All are compared, so that the time reveals nothing.
  return bearers.at(0)
}

function hostAllowed(name: string | undefined, policy: AccessPolicy): boolean {
  if (name === undefined) return false
  if (isLoopbackHost(name) || policy.allowedHosts.has(name)) return true
  // Rebinding needs a name; with an address literal the caller reached that address.
  return !policy.loopbackOnly && isIP(name) !== 0
}

function hostName(host: string | undefined): string | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([^\s:/@?#\\[\]]+))(?::\d{1,5})?$/i.exec(host ?? '')
  return (found?.[1] ?? found?.[2])?.toLowerCase()
}

/** `null`, which sandboxed pages send, is not a name. */
function originName(origin: string): string | undefined {
  const found = /^https?:\/\/(.+)$/i.exec(origin)
  return hostName(found?.[1])
}

function bears(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}

/** Equal lengths, so that the time does not even reveal the token's length. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
