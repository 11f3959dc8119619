// Lines that say nothing of trouble themselves and belong to the line that does: frames of a stack,
// the compiler's quotation of the source, what was expected and what came.
import type { SplitText } from '../split/lines.js'

const framePattern =
  /(?:at [\w$.<>[\]/@:\\-]|File "|from \S+:\d+:in |\.\.\. \d+ (?:more|common|lines)|❯ |→ |\d+: +(?:0x[\da-f]+ - )?[\w<{:]|[\w./\\-]+\.\w+:\d+(?::\d+)?(?::in|:? ?$| \+0x)|--> |::: |> \S+:\d+|stack backtrace|note: |help: |hint: |= (?:note|help)|caused by|Caused by|During handling|The above exception|\^|~+\^|\|)/y
const gutterPattern = /(?:>{1,2} *)?\d* *[|│┆] ?/y
const comparisonPattern =
  /(?:[-+] |[-+]?(?:expected|actual|received|left|right|expect|got|want|operator|code|failuretype|location|duration_ms|type|stack|name|message)\b *:?|Comparison|Diff)/iy

/** Whether `line` goes on with the evidence above it. */
export function isContinuation(split: SplitText, line: number): boolean {
  const { text } = split
  const start = split.starts[line]!
  const end = Math.min(split.ends[line]!, start + 400)
  let at = start
  while (at < end && text.charCodeAt(at) <= 32) at++
  if (at === end) return false
  return (
    matches(framePattern, text, at) ||
    matches(gutterPattern, text, at) ||
    matches(comparisonPattern, text, at)
  )
}

/** A frame of a Python traceback is followed by the line of source it names, indented deeper. */
export function isPythonFrame(split: SplitText, line: number): boolean {
  return /^ {2}File "/.test(split.text.slice(split.starts[line], split.starts[line]! + 8))
}

function matches(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at
  return sticky.test(text)
}
