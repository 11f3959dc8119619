// A server's JSON-RPC error, bounded as answers are: most clients show their model its message, of any size.
import { printJson, shapeLines, textBytes } from '@jeeves/mcp-runtime'
import { RpcError } from '../../rpc/rpc-error.js'
import { noteOf } from '../shrink/note.js'

/** The end of an error says what was wrong. */
const HEAD_SHARE = 0.1

/** The error itself while it is small, or when the whole cannot be kept. */
export async function boundError(
  error: unknown,
  maxBytes: number,
  keep: (text: string) => Promise<string | undefined>,
): Promise<unknown> {
  if (!(error instanceof RpcError)) return error
  const { code, message, data } = error
  const whole = printJson({ code, message, ...(data !== undefined && { data }) })
  if (Buffer.byteLength(whole) < maxBytes) return error
  const ref = await keep(whole)
  if (ref === undefined) return error
  const note = noteOf('the error is cut', ref)
  const room = maxBytes - textBytes(note) - FRAME_BYTES
  const { text } = shapeLines(message, { maxBytes: room, headShare: HEAD_SHARE })
  return new RpcError(code, `${text}\n${note}`)
}

/** The members of an error and of the message around it. */
const FRAME_BYTES = 200
