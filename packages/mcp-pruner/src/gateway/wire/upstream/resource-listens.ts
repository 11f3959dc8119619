// Subscriptions at a server of 2026-07-28, which reports changes only to listeners: its lists, and one
// listening request for each resource, open until it is unsubscribed.
import { type Introduction, withEnvelope } from '../../../rpc/envelope.js'
import type { Peer } from '../../../rpc/peer.js'

export class ResourceListens {
  readonly #open = new Map<string, AbortController>()

  start(uri: string, peer: Peer, client: Introduction): void {
    this.stop(uri)
    const stop = new AbortController()
    this.#open.set(uri, stop)
    const enveloped = withEnvelope({ notifications: { resourceSubscriptions: [uri] } }, client)
    peer.request('subscriptions/listen', enveloped, stop.signal).catch(() => {})
  }

  stop(uri: string): void {
    this.#open.get(uri)?.abort('no longer wanted')
    this.#open.delete(uri)
  }

  /** After each start of the server. */
  resume(peer: Peer, client: Introduction): void {
    const notifications = {
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
    }
    peer.request('subscriptions/listen', withEnvelope({ notifications }, client)).catch(() => {})
    const uris = [...this.#open.keys()]
    for (const uri of uris) this.start(uri, peer, client)
  }
}
