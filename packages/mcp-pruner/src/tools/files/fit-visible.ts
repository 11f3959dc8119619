// A byte limit applies to the shown text: a control character is one byte in a file and four in an answer.
import { visible } from '../../process/visible-text.js'

/** No character, and no byte of one, has more when it is shown: `\u2028` has six. */
const MAX_SHOWN_BYTES = 6

/** The largest part that `cut` produces whose shown form has at most `maxBytes`. */
export function fitVisible<Part extends Buffer | string>(
  maxBytes: number,
  cut: (bytes: number) => Part,
): Part {
  let room = maxBytes
  for (;;) {
    const part = cut(room)
    if (part.length * MAX_SHOWN_BYTES <= maxBytes) return part
    const shown = Buffer.byteLength(visible(part.toString()))
    if (shown <= maxBytes || room === 0) return part
    room = Math.min(room - 1, Math.floor((room * maxBytes) / shown))
  }
}
