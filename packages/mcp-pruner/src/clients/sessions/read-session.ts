// Reads a recorded session line by line, whatever its size: a damaged, truncated or overlong
// line is skipped and counted, and only one chunk of the file is in memory at a time.
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createLineReader } from '../../rpc/line-reader.js'
import { type RecordingClient, SESSION_SOURCES } from '../registry.js'
import { type DatedEvent, isFields, type LineParser, textField } from './session-event.js'
import { type SessionSource, storedIn } from './session-source.js'

/** A tool's result of 30 MB, with images in it, has been seen in real sessions. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

export interface SkippedLines {
  damaged: number
  tooLong: number
}

export interface ReadSessionOptions {
  /** Counts skipped lines; read it after the last event. */
  readonly skipped?: SkippedLines
  /** Starts in the middle, at the first whole line from there: the end is enough for some questions. */
  readonly fromByte?: number
  readonly maxLineBytes?: number
  /** Called for each part of the file after all its lines have been consumed. */
  readonly onRead?: ((bytes: number) => void) | undefined
}

export async function* readSession(
  client: RecordingClient,
  file: string,
  options: ReadSessionOptions = {},
): AsyncGenerator<DatedEvent> {
  const stored = storedIn(file)
  if (stored) {
    yield* readStored(client, stored, options)
    return
  }
  if (file.endsWith('.json')) {
    yield* readWhole(client, file, options)
    return
  }
  const { skipped = { damaged: 0, tooLong: 0 }, fromByte = 0, maxLineBytes, onRead } = options
  const parse = SESSION_SOURCES[client].createParser()
  let events: DatedEvent[] = []
  let isPartial = fromByte > 0
  const lines = createLineReader(
    (line) => {
      if (isPartial) isPartial = false
      else events.push(...eventsOf(line, parse, skipped))
    },
    () => {
      skipped.tooLong += 1
    },
    maxLineBytes ?? MAX_LINE_BYTES,
  )
  for await (const chunk of createReadStream(file, { start: fromByte })) {
    lines.push(chunk as Buffer)
    yield* events
    events = []
    onRead?.((chunk as Buffer).length)
  }
  lines.end()
  yield* events
}

/** A whole session in one object, which may span many lines. */
async function* readWhole(
  client: RecordingClient,
  file: string,
  { skipped = { damaged: 0, tooLong: 0 }, maxLineBytes, onRead }: ReadSessionOptions,
): AsyncGenerator<DatedEvent> {
  const { size } = await stat(file)
  if (size > (maxLineBytes ?? MAX_LINE_BYTES)) skipped.tooLong += 1
  else
    yield* eventsOf(await readFile(file, 'utf8'), SESSION_SOURCES[client].createParser(), skipped)
  onRead?.(size)
}

/** One session of a database. */
function* readStored(
  client: RecordingClient,
  { database, id }: NonNullable<ReturnType<typeof storedIn>>,
  { skipped = { damaged: 0, tooLong: 0 }, onRead }: ReadSessionOptions,
): Generator<DatedEvent> {
  const source: SessionSource = SESSION_SOURCES[client]
  const text = source.database?.read(database, id) ?? ''
  yield* eventsOf(text, source.createParser(), skipped)
  onRead?.(text.length)
}

function eventsOf(line: string, parse: LineParser, skipped: SkippedLines): DatedEvent[] {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    // Counted below, like JSON that is not an object.
  }
  if (!isFields(value)) {
    skipped.damaged += 1
    return []
  }
  const at = textField(value.timestamp)
  const isSidechain = value.isSidechain === true
  return parse(value).map((event) => Object.assign(event, { at, isSidechain }))
}
