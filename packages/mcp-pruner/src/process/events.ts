// Structured events on stderr, one JSON object a line. stdout belongs to the protocol.

export type EventLevel = 'debug' | 'info' | 'warn' | 'error'

export interface EventFields {
  readonly request_id?: string
  readonly data?: Readonly<Record<string, unknown>>
}

export type EmitEvent = (level: EventLevel, event: string, fields?: EventFields) => void

const ORDER: Record<EventLevel, number> = { debug: 10, info: 20, warn: 30, error: 40 }

/** Drops what is below `threshold`. */
export function createEmitter(
  threshold: EventLevel,
  write: (line: string) => void = stderrWriter(),
): EmitEvent {
  return (level, event, fields = {}) => {
    if (ORDER[level] < ORDER[threshold]) return
    write(
      `${printable(JSON.stringify({ ts: new Date().toISOString(), level, event, ...fields }))}\n`,
    )
  }
}

/** Control characters that JSON leaves as they are, and the login in an address, which is nobody's to read. */
const printable = (json: string): string =>
  json
    .replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, escaped)
    .replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"\\]*@/gi, '$1***@')

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A stderr that nobody reads any more must not stop the work. */
function stderrWriter(): (line: string) => void {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {})
  return (line) => process.stderr.write(line)
}
