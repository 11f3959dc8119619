// Where in a request something is: `edits[3].text`, `env["A B"]`, "" for the request itself.

export type Key = string | number

export interface Place {
  /** Undefined for the request itself. */
  readonly key: Key | undefined
  readonly parent: Place | undefined
}

const MAX_KEY_LENGTH = 64
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

export function formatPath(place: Place): string {
  const steps: string[] = []
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
    if (at.key !== undefined) steps.push(formatStep(at.key))
  }
  const path = steps.reverse().join('')
  return path.startsWith('.') ? path.slice(1) : path
}

function formatStep(key: Key): string {
  if (typeof key === 'number') return `[${key}]`
  const shown = key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key
  return IDENTIFIER.test(shown) ? `.${shown}` : `[${JSON.stringify(shown)}]`
}
