// Structured events on stderr, one JSON object per line. stdout belongs to the protocol.
import type { LogLevel } from '../settings/settings.js'
import { visibleJson } from './visible-text.js'

export type EventLevel = LogLevel

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

/** Control characters that JSON leaves unescaped, and credentials in an address. */
const printable = (json: string): string =>
  visibleJson(json).replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"\\]*@/gi, '$1***@')

const GATHERED_MS = 10

/** Consecutive lines are written together, after the answer they concern has been sent. */
export function gatheringWriter(write: (line: string) => void = stderrWriter()): typeof write {
  let lines = ''
  const flush = () => {
    const gathered = lines
    lines = ''
    if (gathered !== '') write(gathered)
  }
  process.once('exit', flush)
  return (line) => {
    if (lines === '') setTimeout(flush, GATHERED_MS).unref()
    lines += line
  }
}

/** A closed stderr must not stop the work. */
function stderrWriter(): (line: string) => void {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {})
  return (line) => process.stderr.write(line)
}
