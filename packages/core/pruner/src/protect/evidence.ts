// How real tools say that something went wrong.
import type { SplitText } from '../split/lines.js'

const MAX_LINE = 2000
const failure =
  /\b(?:error|errors|err|fail|fails|failed|failing|failure|failures|fatal|panic|panicked|exception|traceback|abort|aborted|critical|segfault|denied|refused|unreachable|assert\w*)\b|\b\w*(?:Error|Exception)\b|warn(?:ing)?s?\b|\bE\d{3,}\b|✗|✘|×|✖|not ok\b|"status":\s*[45]\d\d|" [45]\d\d \d/i

export function isEvidence(split: SplitText, line: number): boolean {
  const from = split.starts[line]!
  const text = split.text.slice(from, Math.min(split.ends[line]!, from + MAX_LINE))
  return failure.test(text)
}
