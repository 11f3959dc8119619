// A bound of bytes counts what is shown: a control character is one byte in a file and four in an answer.
import { visible } from '../../process/visible-text.js'

/** The largest part, of those that `cut` makes for so many bytes, that is at most `maxBytes` as it is shown. */
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
