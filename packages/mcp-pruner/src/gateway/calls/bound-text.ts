// A text that a server sends beside its tools' answers (an error, a report, a description), bounded as answers are:
// clients show it to their model, or keep it, of any size.
import { printJson, shapeLines, textBytes } from '@jeeves/mcp-runtime'
import { RpcError } from '../../rpc/rpc-error.js'
import { ERROR_HEAD_SHARE } from '../shape/cut-lines.js'
import { noteOf } from '../shrink/note.js'

export interface TextBound {
  readonly maxBytes: number
  /** The reference to the whole, unless it cannot be kept. */
  readonly keep: (text: string) => Promise<string | undefined>
}

/** The text itself while it is small, or when the whole cannot be kept. */
export async function boundText(text: string, { maxBytes, keep }: TextBound): Promise<string> {
  return fits(text, maxBytes) ? text : cut(text, maxBytes, 'cut', await keep(text))
}

/** A server's JSON-RPC error with a bounded message; what else it holds is in the whole. */
export async function boundError(error: unknown, { maxBytes, keep }: TextBound): Promise<unknown> {
  if (!(error instanceof RpcError)) return error
  const { code, message, data } = error
  const whole = printJson({ code, message, ...(data !== undefined && { data }) })
  if (fits(whole, maxBytes)) return error
  const ref = await keep(whole)
  if (ref === undefined) return error
  return new RpcError(code, cut(message, maxBytes, 'the error is cut', ref, ERROR_HEAD_SHARE))
}

const fits = (text: string, maxBytes: number): boolean =>
  text.length < maxBytes && Buffer.byteLength(text) < maxBytes

function cut(
  text: string,
  maxBytes: number,
  what: string,
  ref: string | undefined,
  headShare?: number,
): string {
  if (ref === undefined) return text
  const note = noteOf(what, ref)
  const room = maxBytes - textBytes(note) - FRAME_BYTES
  const shaped = shapeLines(text, {
    maxBytes: room,
    ...(headShare !== undefined && { headShare }),
  })
  return `${shaped.text}\n${note}`
}

/** The other members of the message. */
const FRAME_BYTES = 200
