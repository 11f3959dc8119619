// `artifact_read`: returns what was cut, in pieces that are within the limits themselves.

import type { ResponseLimits } from '@jeeves/contracts'
import {
  ArtifactRefError,
  PointerError,
  parseExactJson,
  printJson,
  resolvePointer,
  shapeLines,
} from '@jeeves/mcp-runtime'
import { evidenceLines } from '@jeeves/pruner'
import { type Finished, type Produced, type Tool, ToolFailure } from '../../call/tool.js'
import { shownBy } from '../../clients/what-is-shown.js'
import { visible, visibleJson } from '../../process/visible-text.js'
import { type Fields, isFields } from '../../rpc/message.js'
import { QUESTION } from '../client/catalog.js'
import { failureAnswer } from '../shape/failure-answer.js'
import { pictureIn } from '../shape/images.js'
import { parseData } from '../shape/recognise.js'
import { READ_TOOL } from '../shrink/note.js'
import { createPager, lineStart, type Pages } from './artifact-pages.js'
import type { KeptAnswers } from './kept.js'
import { nearest } from './nearest-name.js'

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
  readonly part: Part
  /** What a question left of the part. */
  readonly focused?: string
}

/** The arguments as received: errors in them are explained in words. */
export type ReadTool = Tool<Fields, Found, Fields>

export function createReadTool(kept: KeptAnswers, limits: ResponseLimits): ReadTool {
  const room = limits.maxBytes - FRAME_BYTES
  const paged = createPager(room)
  return {
    name: READ_TOOL,
    parse: (input) => ({ ok: true, args: withRef(isFields(input) ? input : {}), unknownKeys: [] }),
    timeLimitMs: () => TIME_LIMIT_MS,
    timeLimitHint: 'try again with a page or a range of lines',
    focusQuestion: questionOf,
    run: (args) => find(kept, args).catch(asFailure),
    shape: (finished, { client }) => {
      try {
        return present(finished, client, limits, paged)
      } catch (error) {
        if (!(error instanceof BadRequest)) throw error
        return failureAnswer({ code: 'INVALID_INPUT', message: error.message }, limits, 0)
      }
    },
  }
}

class BadRequest extends Error {}
/** The requested text does not exist, or no longer. */
class NotThere extends BadRequest {}

/** Errors in a request are explained to the caller. */
function asFailure(error: unknown): never {
  const isExpected =
    error instanceof BadRequest ||
    error instanceof PointerError ||
    error instanceof ArtifactRefError
  if (!isExpected) throw error
  const code =
    error instanceof NotThere || error instanceof PointerError ? 'NOT_FOUND' : 'INVALID_INPUT'
  throw new ToolFailure({ code, message: error.message }, { cause: error })
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
  const meant = near === undefined ? '' : `; did you mean ${near}?`
  throw new BadRequest(
    `${unknown.slice(0, 60)} is not an argument of ${READ_TOOL}${meant} It takes ${KNOWN.join(', ')}`,
  )
}

async function find(kept: KeptAnswers, args: Fields): Promise<Produced<Found>> {
  refuseUnknown(args)
  const ref = text(args, 'ref') ?? missing('ref')
  text(args, QUESTION)
  integer(args, 'page')
  const whole = await kept.read(ref)
  if (whole === undefined) {
    throw new NotThere(`${ref} is unknown or has expired. Call the tool again for a new answer.`)
  }
  const part = pictureIn(whole) ? { text: '', firstLine: 1 } : select(whole, args)
  const raw: Found = { ref, whole, part }
  const isAsked = questionOf(args) !== undefined
  return {
    raw,
    text: isAsked ? part.text : '',
    apply: (pruned) => ({ ...raw, focused: pruned.text }),
    firstLine: part.firstLine,
    whole: part.text,
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
      ? page(paged(seen(part.text)), integer(args, 'page') ?? 1)
      : answering(seen(focused ?? part.text), focused !== undefined, limits.maxBytes - FRAME_BYTES)
  const note = { type: 'text', text: `[${ref} : ${shown.note}]` }
  return { content: [{ type: 'text', text: shown.text }, note] }
}

const same = (part: string): string => part

interface Part {
  readonly text: string
  /** The line number of the part's first line in the whole. */
  readonly firstLine: number
}

function select(whole: string, args: Fields): Part {
  const pointer = text(args, 'pointer')
  const from = integer(args, 'start_line')
  const to = integer(args, 'end_line')
  const isLines = from !== undefined || to !== undefined
  const found =
    pointer === undefined
      ? whole
      : resolvePointer(parseJson(whole, isLines ? TOGETHER : NEEDS_JSON), pointer)
  if (isLines && typeof found !== 'string') throw new BadRequest(TOGETHER)
  const all = typeof found === 'string' ? found : printJson(found)
  if (!isLines) return { text: all, firstLine: 1 }
  const first = from ?? 1
  if (to !== undefined && to < first) throw new BadRequest('end_line is before start_line')
  const start = lineStart(all, first)
  if (start >= all.length) throw new BadRequest(`there is no line ${first}`)
  const end = to === undefined ? all.length : lineStart(all, to + 1)
  return { text: all.slice(start, end), firstLine: first }
}

const TOGETHER =
  'pointer and start_line or end_line cannot be used together, unless the pointer names a text'
const NEEDS_JSON = 'pointer needs JSON, and this is text: use page or start_line'

function parseJson(whole: string, problem: string): unknown {
  try {
    return parseExactJson(whole)
  } catch {
    throw new BadRequest(problem)
  }
}

function page(pages: Pages, number: number): { text: string; note: string } {
  const shown = pages.page(number)
  if (shown === undefined) {
    throw new BadRequest(`there is no page ${number}: the last one is ${pages.count}`)
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
  throw new BadRequest(`${name} must be a string`)
}

function integer(args: Fields, name: string): number | undefined {
  const value = args[name]
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value
  throw new BadRequest(`${name} must be a whole number, 1 or greater`)
}

function missing(name: string): never {
  throw new BadRequest(`${name} is missing`)
}
