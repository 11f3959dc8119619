// Texts that look like secrets are never stored in the clear: encrypted under a key in the user's data folder, or not at
// all. The store behind this one sees only other strings.
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import { type ArtifactKey, type ArtifactStore, ArtifactStoreError } from '@jeeves/mcp-runtime'
import type { StoreSettings } from '../settings/settings.js'
import { holdsSecret } from './secret-patterns.js'

const PREFIX = 'mcp-pruner-encrypted-1:'
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export function withSecretsGuard(
  store: ArtifactStore,
  policy: StoreSettings['secrets'],
  openKey: () => Promise<Buffer>,
): ArtifactStore {
  let opened: Promise<Buffer> | undefined
  const key = () => {
    opened ??= openKey().catch((error: unknown) => {
      opened = undefined
      throw new ArtifactStoreError(`the key for secrets cannot be used: ${String(error)}`)
    })
    return opened
  }
  return {
    kind: store.kind,
    async put(at, value, options) {
      // A text that looks like an encrypted one is encrypted, so that decryption is never ambiguous.
      const isSecret = (policy !== 'plain' && holdsSecret(value)) || value.startsWith(PREFIX)
      if (!isSecret) return store.put(at, value, options)
      if (policy === 'discard') {
        throw new ArtifactStoreError(
          'it contains what looks like a secret, which MCP_PRUNER_SECRETS=discard does not store',
        )
      }
      return store.put(at, encrypted(at, value, await key()), options)
    },
    async get(at) {
      const value = await store.get(at)
      return value?.startsWith(PREFIX) ? decrypted(at, value, await key()) : value
    },
    delete: (at) => store.delete(at),
    usage: () => store.usage(),
    close: () => store.close(),
    ...(store.memoryStats && { memoryStats: () => store.memoryStats?.() }),
  }
}

/** The same text under the same id gives the same bytes, so that it is stored once. */
function encrypted(at: ArtifactKey, value: string, key: Buffer): string {
  const bytes = Buffer.from(value, 'utf16le')
  const iv = createHmac('sha256', key).update(`${at.domain}/${at.id}\0`).update(bytes).digest()
  const cipher = createCipheriv(CIPHER, key, iv.subarray(0, IV_BYTES))
  cipher.setAAD(Buffer.from(`${at.domain}/${at.id}`))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  const whole = Buffer.concat([iv.subarray(0, IV_BYTES), cipher.getAuthTag(), body])
  return PREFIX + whole.toString('base64')
}

function decrypted(at: ArtifactKey, value: string, key: Buffer): string {
  const whole = Buffer.from(value.slice(PREFIX.length), 'base64')
  const decipher = createDecipheriv(CIPHER, key, whole.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(`${at.domain}/${at.id}`))
  decipher.setAuthTag(whole.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    const body = [decipher.update(whole.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]
    return Buffer.concat(body).toString('utf16le')
  } catch {
    throw new ArtifactStoreError('it was encrypted under another key, or is damaged')
  }
}

/** The servers of a team share one secret. */
export const keyOfTeam = (idSecret: string): Buffer =>
  createHash('sha256').update(`mcp-pruner secrets\0${idSecret}`).digest()
