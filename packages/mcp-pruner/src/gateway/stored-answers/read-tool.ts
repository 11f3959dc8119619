// `artifact_read`: returns what was cut, in pieces that are within the limits themselves.
import type { ResponseLimits } from '@jeeves/contracts'
import { ArtifactRefError, PointerError, shapeLines } from '@jeeves/mcp-runtime'
import { evidenceLines } from '@jeeves/pruner'
import { type Finished, type Produced, type Tool, ToolFailure } from '../../call/tool.js'
import { shownBy } from '../../clients/output-mode.js'
import { isAppError } from '../../errors/app-error.js'
import { visible, visibleJson } from '../../process/visible-text.js'
import { type Fields, isFields } from '../../rpc/message.js'
import { readBack } from '../../store/read-back.js'
import { failureAnswer } from '../shape/failure-answer.js'
import { pictureIn } from '../shape/images.js'
import { READ_TOOL } from '../shrink/note.js'
import { parseData } from '../shrink/parsed-data.js'
import { QUESTION } from '../wire/client/catalog.js'
import { createPager, type Pages, type StoredAnswers } from './stored-answers.js'

/** For the frame of the answer, and the line that explains how to continue. */
const FRAME_BYTES = 420

export const readToolDefinition = (name: string): Fields => ({
  name,
  description: 'Reads a kept answer (ax://…) by page, lines, JSON pointer or question.',
  inputSchema: {
    type: 'object',
    properties: {
      ref: { type: 'string' },
      page: { type: 'integer' },
      start_line: { type: 'integer' },
      end_line: { type: 'integer' },
      pointer: { type: 'string' },
      [QUESTION]: { type: 'string' },
    },
    required: ['ref'],
  },
  annotations: { readOnlyHint: true },
})

/** Notes mention the other arguments where they help. */
export const shortReadTool = (name: string): Fields => ({
  name,
  description: 'Reads a kept answer (ax://…)',
  inputSchema: {
    type: 'object',
    properties: { ref: { type: 'string' }, page: { type: 'integer' } },
  },
})

const TIME_LIMIT_MS = 30_000

/** What was found, and the requested part of a text. */
interface Found {
  readonly ref: string
  readonly whole: string
  readonly part: string
  /** What a question left of the part. */
  readonly focused?: string
}

/** The arguments as received: errors in them are explained in words. */
export type ReadTool = Tool<Fields, Found, Fields>

export function createReadTool(storedAnswers: StoredAnswers, limits: ResponseLimits): ReadTool {
  const room = limits.maxBytes - FRAME_BYTES
  const paged = createPager(room)
  return {
    name: READ_TOOL,
    parse: (input) => ({ ok: true, args: withRef(isFields(input) ? input : {}), unknownKeys: [] }),
    timeLimitMs: () => TIME_LIMIT_MS,
    timeLimitHint: 'try again with a page or a range of lines',
    focusQuestion: questionOf,
    run: (args) => find(storedAnswers, args).catch((error: unknown) => asFailure(error, args)),
    shape: (finished, { client }) => {
      try {
        return present(finished, client, limits, paged)
      } catch (error) {
        if (!(error instanceof ToolFailure)) throw error
        return failureAnswer(error.failure, limits, 0)
      }
    },
  }
}

/** Errors in a request are explained to the caller. */
function refuse(message: string, code = 'INVALID_INPUT', cause?: unknown): never {
  throw new ToolFailure({ code, message }, { cause })
}

function asFailure(error: unknown, { ref, start_line, end_line }: Fields): never {
  if (error instanceof PointerError) return refuse(error.message, 'NOT_FOUND', error)
  if (isAppError(error, 'not_kept')) {
    const message = `${String(ref)} is unknown or has expired. Call the tool again for a new answer.`
    return refuse(message, 'NOT_FOUND', error)
  }
  if (isAppError(error, 'not_json')) {
    return refuse(start_line === undefined && end_line === undefined ? NEEDS_JSON : TOGETHER)
  }
  if (isAppError(error, 'invalid_range') || error instanceof ArtifactRefError) {
    return refuse(error.message, 'INVALID_INPUT', error)
  }
  throw isAppError(error, 'recovery_unavailable') ? error.cause : error
}

const UNEXPLAINED = { code: 'OPERATION_FAILED', message: 'the read failed without a reason' }

function questionOf(args: Fields): string | undefined {
  const question = args[QUESTION]
  return (typeof question === 'string' && question.trim()) || undefined
}

const KNOWN = ['ref', 'page', 'start_line', 'end_line', 'pointer', QUESTION]

/** Envelopes call the reference `artifactRef`, and so do models. */
function withRef(args: Fields): Fields {
  const { artifactRef, ...rest } = args
  return artifactRef === undefined || rest['ref'] !== undefined
    ? args
    : { ...rest, ref: artifactRef }
}

/** Unknown arguments are not ignored: the caller meant something by them. */
function refuseUnknown(args: Fields): void {
  const unknown = Object.keys(args).find((name) => !KNOWN.includes(name))
  if (unknown === undefined) return
  const near = nearest(unknown, KNOWN)
  const meant = near === undefined ? '.' : `; did you mean ${near}?`
  refuse(
    `${unknown.slice(0, 60)} is not an argument of ${READ_TOOL}${meant} It takes ${KNOWN.join(', ')}`,
  )
}

async function find(storedAnswers: StoredAnswers, args: Fields): Promise<Produced<Found>> {
  refuseUnknown(args)
  const ref = text(args, 'ref') ?? refuse('ref is missing')
  const pointer = text(args, 'pointer')
  const from = integer(args, 'start_line')
  const to = integer(args, 'end_line')
  text(args, QUESTION)
  integer(args, 'page')
  const isLines = from !== undefined || to !== undefined
  const lines = { start_line: from ?? 1, end_line: to ?? Number.MAX_SAFE_INTEGER }
  const found = await readBack(ref, storedAnswers, {
    pointer,
    wanted: isLines ? [lines] : undefined,
    isExact: true,
  })
  const raw: Found = { ref, whole: found.whole, part: found.text }
  return {
    raw,
    text: questionOf(args) === undefined || pictureIn(found.whole) ? '' : found.text,
    apply: (pruned) => ({ ...raw, focused: pruned.text }),
    firstLine: from ?? 1,
    whole: found.text,
  }
}

function present(
  { raw, args, failure, durationMs }: Finished<Fields, Found>,
  client: string | undefined,
  limits: ResponseLimits,
  paged: (text: string) => Pages,
): Fields {
  if (!raw) return failureAnswer(failure ?? UNEXPLAINED, limits, durationMs)
  const { ref, whole, part, focused } = raw
  const picture = pictureIn(whole)
  if (picture) {
    return { content: [{ type: 'image', mimeType: picture.mimeType, data: picture.blob }] }
  }
  // A program gets the exact text, a model the visible form.
  const seen = shownBy(client) === 'unknown' ? same : parseData(whole) ? visibleJson : visible
  const shown =
    questionOf(args) === undefined
      ? page(paged(seen(part)), integer(args, 'page') ?? 1)
      : answering(seen(focused ?? part), focused !== undefined, limits.maxBytes - FRAME_BYTES)
  const note = { type: 'text', text: `[${ref} : ${shown.note}]` }
  return { content: [{ type: 'text', text: shown.text }, note] }
}

const same = (part: string): string => part

const TOGETHER =
  'pointer and start_line or end_line cannot be used together, unless the pointer names a text'
const NEEDS_JSON = 'pointer needs JSON, and this is text: use page or start_line'

function page(pages: Pages, number: number): { text: string; note: string } {
  const shown = pages.page(number)
  if (shown === undefined) {
    refuse(`there is no page ${number}: the last one is ${pages.count}`)
  }
  const next = number < pages.count ? `; continue with page=${number + 1}` : ''
  return { text: shown, note: `page ${number} of ${pages.count}${next}` }
}

function answering(left: string, isPruned: boolean, room: number): { text: string; note: string } {
  const cut = shapeLines(left, { maxBytes: room, keep: evidenceLines(left) })
  const how = isPruned ? 'the lines that answer the question' : 'nothing could be left out'
  return { text: cut.text, note: `${how}; omit the question to read everything` }
}

function text(args: Fields, name: string): string | undefined {
  const value = args[name]
  if (value === undefined || typeof value === 'string') return value
  return refuse(`${name} must be a string`)
}

function integer(args: Fields, name: string): number | undefined {
  const value = args[name]
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value
  return refuse(`${name} must be a whole number, 1 or greater`)
}

/** Words that models write instead of ours. */
const MEANT: Readonly<Record<string, string>> = {
  offset: 'start_line',
  line: 'start_line',
  lines: 'start_line',
  limit: 'end_line',
  range: 'start_line',
  ranges: 'start_line',
  path: 'pointer',
  json_pointer: 'pointer',
  query: 'context_focus_question',
  question: 'context_focus_question',
  uri: 'ref',
  id: 'ref',
  reference: 'ref',
  prune_id: 'ref',
  cursor: 'page',
}

export function nearest(name: string, known: readonly string[]): string | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  const meant = MEANT[name.toLowerCase()]
  if (meant !== undefined && known.includes(meant)) return meant
  return known.find((other) => {
    const bare = other.replaceAll('_', '')
    return bare.includes(plain) || plain.includes(bare)
  })
}
