// `artifact_read`: gives back what was cut, in pieces that are within the limits themselves.
import { ArtifactRefError, PointerError, resolvePointer, shapeLines } from '@jeeves/mcp-runtime'
import { evidenceLines } from '@jeeves/pruner'
import type { Call } from '../../call/tool.js'
import type { PruneOutput } from '../../pruning/prune-output.js'
import type { Fields } from '../../rpc/message.js'

import { QUESTION } from '../client/catalog.js'
import { pictureIn } from '../shape/images.js'
import { createPager, lineStart, type Pages } from './artifact-pages.js'
import type { KeptAnswers } from './kept.js'

/** For the frame of the answer, and the line that says how to go on. */
const FRAME_BYTES = 420

export const readToolDefinition = (name: string): Fields => ({
  name,
  description:
    'Reads what an ax:// reference stands for: page by page, by lines, by JSON pointer, or what answers a question.',
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
  annotations: { readOnlyHint: true, openWorldHint: false },
})

export interface ReadResult {
  readonly result: Fields
  readonly ref?: string
}

class BadRequest extends Error {}

export type ReadArtifact = (args: Fields, call: Call) => Promise<ReadResult>

export function createReadArtifact(
  kept: KeptAnswers,
  maxBytes: number,
  pruneOutput: PruneOutput,
): ReadArtifact {
  const room = maxBytes - FRAME_BYTES
  const paged = createPager(room)
  return async (args, call) => {
    try {
      const ref = text(args, 'ref') ?? missing('ref')
      const whole = await kept.read(ref)
      if (whole === undefined) {
        throw new BadRequest(
          `${ref} is unknown or has expired. Call the tool again for a new answer.`,
        )
      }
      const picture = pictureIn(whole)
      if (picture) {
        const { mimeType, blob: data } = picture
        return { result: { content: [{ type: 'image', mimeType, data }] }, ref }
      }
      const part = select(whole, args)
      const question = text(args, QUESTION)?.trim()
      const shown = question
        ? await focus(part, question, room, pruneOutput, call)
        : page(paged(part.text), integer(args, 'page') ?? 1)
      const note = { type: 'text', text: `[${ref} : ${shown.note}]` }
      return { result: { content: [{ type: 'text', text: shown.text }, note] }, ref }
    } catch (error) {
      const isExpected =
        error instanceof BadRequest ||
        error instanceof PointerError ||
        error instanceof ArtifactRefError
      if (!isExpected) throw error
      return { result: { content: [{ type: 'text', text: error.message }], isError: true } }
    }
  }
}

interface Part {
  readonly text: string
  /** Of the part's first line in the whole. */
  readonly firstLine: number
}

function select(whole: string, args: Fields): Part {
  const pointer = text(args, 'pointer')
  const from = integer(args, 'start_line')
  const to = integer(args, 'end_line')
  if (pointer !== undefined) {
    if (from !== undefined || to !== undefined) {
      throw new BadRequest('pointer and start_line or end_line cannot be used together')
    }
    const found = resolvePointer(parseJson(whole), pointer)
    return { text: typeof found === 'string' ? found : JSON.stringify(found), firstLine: 1 }
  }
  if (from === undefined && to === undefined) return { text: whole, firstLine: 1 }
  const first = from ?? 1
  if (to !== undefined && to < first) throw new BadRequest('end_line is before start_line')
  const start = lineStart(whole, first)
  if (start >= whole.length) throw new BadRequest(`there is no line ${first}`)
  const end = to === undefined ? whole.length : lineStart(whole, to + 1)
  return { text: whole.slice(start, end), firstLine: first }
}

function parseJson(whole: string): unknown {
  try {
    return JSON.parse(whole)
  } catch {
    throw new BadRequest('pointer needs JSON, and this is text: use page or start_line')
  }
}

function page(pages: Pages, number: number): { text: string; note: string } {
  const shown = pages.page(number)
  if (shown === undefined) {
    throw new BadRequest(`there is no page ${number}: the last one is ${pages.count}`)
  }
  const next = number < pages.count ? `; go on with page=${number + 1}` : ''
  return { text: shown, note: `page ${number} of ${pages.count}${next}` }
}

async function focus(
  part: Part,
  question: string,
  room: number,
  pruneOutput: PruneOutput,
  call: Call,
): Promise<{ text: string; note: string }> {
  const produced = {
    raw: part.text,
    text: part.text,
    apply: (pruned: { text: string }) => pruned.text,
    firstLine: part.firstLine,
    whole: part.text,
  }
  const { raw, metadata } = await pruneOutput('artifact_read', question, produced, call)
  const cut = shapeLines(raw, { maxBytes: room, keep: evidenceLines(raw) })
  const how = metadata.applied ? 'the lines that answer the question' : 'nothing could be left out'
  return { text: cut.text, note: `${how}; leave the question out to read everything` }
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
