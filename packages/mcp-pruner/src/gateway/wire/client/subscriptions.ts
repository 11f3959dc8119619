// `subscriptions/listen` of the 2026-07-28 revision: which changes a client subscribes to, and under which id.
import { type Fields, type Id, isFields } from '../../../rpc/message.js'
import { SUBSCRIPTION_ID_KEY } from '../../../rpc/meta-keys.js'
import type { IncomingRequest } from '../../../rpc/peer.js'

const LIST_CHANGES: Readonly<Record<string, string>> = {
  'notifications/tools/list_changed': 'toolsListChanged',
  'notifications/prompts/list_changed': 'promptsListChanged',
  'notifications/resources/list_changed': 'resourcesListChanged',
}
const UPDATED = 'notifications/resources/updated'

type Notify = (method: string, params: Fields) => void

export class Subscriptions {
  readonly #open = new Map<Id, Fields>()
  readonly #notify: Notify

  constructor(notify: Notify) {
    this.#notify = notify
  }

  /** Acknowledged at once, and open until the client cancels it. */
  listen({ id, params, signal }: IncomingRequest): Promise<never> {
    const wanted = isFields(params?.['notifications']) ? params['notifications'] : {}
    this.#open.set(id, wanted)
    const acknowledged = { notifications: wanted, _meta: { [SUBSCRIPTION_ID_KEY]: id } }
    this.#notify('notifications/subscriptions/acknowledged', acknowledged)
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        this.#open.delete(id)
        reject(new Error(String(signal.reason)))
      })
    })
  }

  /** False for a notification that cannot be subscribed to. */
  route(method: string, params: Fields | undefined): boolean {
    const kind = LIST_CHANGES[method]
    if (kind === undefined && method !== UPDATED) return false
    for (const [id, wanted] of this.#open) {
      const uris = wanted['resourceSubscriptions']
      const isWanted =
        kind === undefined
          ? Array.isArray(uris) && uris.includes(params?.['uri'])
          : wanted[kind] === true
      if (isWanted) this.#notify(method, stamp(params, id))
    }
    return true
  }
}

const stamp = (params: Fields | undefined, id: Id): Fields => ({
  ...params,
  _meta: { ...(isFields(params?.['_meta']) && params['_meta']), [SUBSCRIPTION_ID_KEY]: id },
})
