// The connection to a wrapped server: a child process or an address.
import type { EmitEvent } from '../../process/events.js'
import type { Channel } from '../../rpc/channel.js'
import type { UpstreamSpec } from './spec.js'

const INITIALIZE_MS = 60_000
const ALLOWED_MS = 300_000
/** A program may ignore a method that it does not know; a service answers every request, if slowly. */
const DISCOVER_MS = { stdio: 1000, http: 5000 } as const

export async function openChannel(spec: UpstreamSpec, emit: EmitEvent): Promise<Channel> {
  if (spec.kind === 'broken') throw new Error(spec.problem)
  if (spec.kind === 'http') {
    const { HttpChannel } = await import('./http.js')
    return HttpChannel.open(spec, emit)
  }
  const { StdioChannel } = await import('./stdio.js')
  return StdioChannel.open(spec)
}

/** How long `initialize` may take: a user asked in a browser takes longer than a server. */
export function patienceFor(spec: UpstreamSpec): number {
  const isAsked = spec.kind === 'http' && spec.oauth?.grant === 'authorization_code'
  return isAsked ? ALLOWED_MS : INITIALIZE_MS
}

/** How long `server/discover` may take before `initialize` is tried. */
export const discoverMsFor = ({ kind }: UpstreamSpec): number =>
  kind === 'http' ? DISCOVER_MS.http : DISCOVER_MS.stdio
