// `ax://domain/id`: the reference in a cut response to the stored whole.

export interface ArtifactKey {
  /** `[a-z][a-z0-9-]{0,63}` */
  readonly domain: string
  /** `[A-Za-z0-9][A-Za-z0-9._-]{0,127}` */
  readonly id: string
}

const DOMAIN = /^[a-z][a-z0-9-]{0,63}$/
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
const REF = /^ax:\/\/([^/]*)\/(.*)$/s

/** An invalid reference, domain or id. Nothing was looked up. */
export class ArtifactRefError extends Error {
  readonly code = 'INVALID_FORMAT'
  override readonly name = 'ArtifactRefError'
}

/** Hostile references are echoed in errors, so they are shortened to one line. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : typeof value
  const short = text.length > 80 ? `${text.slice(0, 80)}...` : text
  return JSON.stringify(short)
}

export function assertArtifactKey(key: ArtifactKey): void {
  if (typeof key.domain !== 'string' || !DOMAIN.test(key.domain)) {
    throw new ArtifactRefError(
      `Invalid artifact domain ${shown(key.domain)}: use 1 to 64 of a-z, 0-9 and "-", starting with a letter`,
    )
  }
  if (typeof key.id !== 'string' || !ID.test(key.id)) {
    throw new ArtifactRefError(
      `Invalid artifact id ${shown(key.id)}: use 1 to 128 of A-Z, a-z, 0-9, ".", "_" and "-", starting with a letter or digit`,
    )
  }
}

export function formatArtifactRef(key: ArtifactKey): string {
  assertArtifactKey(key)
  return `ax://${key.domain}/${key.id}`
}

export function parseArtifactRef(ref: string): ArtifactKey {
  const match = typeof ref === 'string' ? REF.exec(ref) : null
  if (match === null) {
    throw new ArtifactRefError(`Invalid artifact reference ${shown(ref)}: expected ax://domain/id`)
  }
  const key = { domain: match[1] ?? '', id: match[2] ?? '' }
  assertArtifactKey(key)
  return key
}
