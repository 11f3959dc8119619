// Stores any value under `ax://domain/id` in any store, and returns the same value.

import { formatArtifactRef, parseArtifactRef } from '../refs/artifact-ref.js'
import { toJson } from '../response/to-json.js'
import type { ArtifactStore, PutOptions } from './store.js'

// Text is stored unchanged, not as a JSON literal: most stored values are logs and files, and
// escaping them would cost a tenth of their size. One leading character tells the two apart.
const TEXT = 't'
const JSON_VALUE = 'j'

export async function storeArtifact(
  store: ArtifactStore,
  domain: string,
  id: string,
  data: unknown,
  options?: PutOptions,
): Promise<string> {
  const key = { domain, id }
  const ref = formatArtifactRef(key)
  const body = typeof data === 'string' ? TEXT + data : JSON_VALUE + toJson(data)
  await store.put(key, body, options)
  return ref
}

/** The value stored under `ref`; `undefined` when it is unknown, expired or evicted. */
export async function retrieveArtifact(store: ArtifactStore, ref: string): Promise<unknown> {
  const body = await store.get(parseArtifactRef(ref))
  if (body === undefined) return undefined
  return body.startsWith(JSON_VALUE) ? JSON.parse(body.slice(1)) : body.slice(1)
}
