// A byte limit applies to the shown text: a control character is one byte in a file and four in an answer.
import { visible } from '../../process/visible-text.js'

/** The largest part that `cut` produces whose shown form has at most `maxBytes`. */
export function fitVisible<Part extends Buffer | string>(
  maxBytes: number,
  cut: (bytes: number) => Part,
): Part {
  let room = maxBytes
  for (;;) {
    const part = cut(room)
    const shown = Buffer.byteLength(visible(part.toString()))
    if (shown <= maxBytes || room === 0) return part
    room = Math.min(room - 1, Math.floor((room * maxBytes) / shown))
  }
}
