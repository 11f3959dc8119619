// Where in a request something is: `edits[3].text`, `env["A B"]`, "" for the request itself.

export type Key = string | number

export interface RequestPath {
  /** Undefined for the request itself. */
  readonly key: Key | undefined
  readonly parent: RequestPath | undefined
}

const MAX_KEY_LENGTH = 64
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

export function formatPath(path: RequestPath): string {
  const steps: string[] = []
  for (let at: RequestPath | undefined = path; at !== undefined; at = at.parent) {
    if (at.key !== undefined) steps.push(formatStep(at.key))
  }
  const text = steps.reverse().join('')
  return text.startsWith('.') ? text.slice(1) : text
}

function formatStep(key: Key): string {
  if (typeof key === 'number') return `[${key}]`
  const shown = key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key
  return IDENTIFIER.test(shown) ? `.${shown}` : `[${JSON.stringify(shown)}]`
}
