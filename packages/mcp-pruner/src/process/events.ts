// Structured events on stderr, one JSON object per line, or one readable line at a terminal. stdout belongs to
// the protocol.
import type { LogLevel } from '../settings/settings.js'
import { visibleJson } from './visible-text.js'

export type EventLevel = LogLevel

export interface EventFields {
  readonly request_id?: string
  readonly data?: Readonly<Record<string, unknown>>
}

export interface EmitEvent {
  (level: EventLevel, event: string, fields?: EventFields): void
  /** Whether events of this level are written at all; absent where that is not known. */
  readonly isEnabled?: (level: EventLevel) => boolean
}

export const isEnabled = (emit: EmitEvent, level: EventLevel): boolean =>
  emit.isEnabled?.(level) !== false

const ORDER: Record<EventLevel, number> = { debug: 10, info: 20, warn: 30, error: 40 }

/** Drops what is below `threshold`. */
export function createEmitter(
  threshold: EventLevel,
  write: (line: string) => void = stderrWriter(),
): EmitEvent {
  return emitting(threshold, (entry) => write(lineOf(entry)))
}

interface Entry extends EventFields {
  readonly ts: Date
  readonly level: EventLevel
  readonly event: string
}

function emitting(threshold: EventLevel, take: (entry: Entry) => void): EmitEvent {
  const isLogged = (level: EventLevel): boolean => ORDER[level] >= ORDER[threshold]
  const emit = (level: EventLevel, event: string, fields?: EventFields): void => {
    if (isLogged(level)) take({ ts: new Date(), level, event, ...fields })
  }
  return Object.assign(emit, { isEnabled: isLogged })
}

/** A date is printed as `toISOString` prints it. */
const lineOf = (entry: Entry): string =>
  `${printable(process.stderr.isTTY ? readable(entry) : JSON.stringify(entry))}\n`

/** `warn store.unavailable: operation "put", error "timeout"` */
function readable({ level, event, data = {} }: Entry): string {
  const values = Object.entries(data).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return `${level} ${event}${values.length > 0 ? `: ${values.join(', ')}` : ''}`
}

/** Control characters that JSON leaves unescaped, and credentials in an address. */
const printable = (json: string): string =>
  visibleJson(json).replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"\\]*@/gi, '$1***@')

const GATHERED_MS = 10

/** Consecutive events are printed and written together, after the answer they concern has been sent. */
export function createGatheringEmitter(threshold: EventLevel): EmitEvent {
  const write = stderrWriter()
  let entries: Entry[] = []
  const flush = () => {
    const gathered = entries
    entries = []
    if (gathered.length > 0) write(gathered.map(lineOf).join(''))
  }
  process.once('exit', flush)
  return emitting(threshold, (entry) => {
    if (entries.length === 0) setTimeout(flush, GATHERED_MS).unref()
    entries.push(entry)
  })
}

/** A closed stderr must not stop the work. */
function stderrWriter(): (line: string) => void {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {})
  return (line) => process.stderr.write(line)
}
