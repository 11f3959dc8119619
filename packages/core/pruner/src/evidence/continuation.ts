// Lines that report nothing themselves but belong to the line that does: stack frames, the
// compiler's quotation of the source, expected and actual values.
import { plainLine } from '../text/ansi.js'
import type { SplitText } from '../text/lines.js'

const MAX_LINE = 400
const framePattern =
  /^(?:at \S|(?:async )?[\w$.<>[\]]+ \((?:file|node|webpack|https?):|File "|from \S+:\d+:in |\.\.\. \d+ (?:more|common|lines)|❯ |→ |\d+: +(?:0x[\da-f]+ - )?[\w<{:]|\S+\.\w+:\d+(?::\d+)?(?::? in |:? ?$| \+0x)|--> |::: |stack backtrace|(?:note|help|hint|Hint)\b|= (?:note|help)|[cC]aused by|During handling|The above exception|[\^~]|goroutine |created by )/
const quotationPattern = /^(?:>{1,2} *)?\d* *(?:[|│┆]|[-+] )/
const comparisonPattern =
  /^(?:[-+](?: |$)|[-+]?["']?(?:expected|actual|received|left|right|expect|got|want|operator|code|failureType|location|stack|diff|comparison)\b["']? *:?)|\s(?:!==|===|!=|==)\s/i

/** Whether `line` continues the evidence above it. */
export function isContinuation(split: SplitText, line: number): boolean {
  const text = solidText(split, line)
  if (text === '') return false
  return framePattern.test(text) || quotationPattern.test(text) || comparisonPattern.test(text)
}

const comparisonHead = /^(?:[-+] (?:expected|received|actual)\b|\+ expected - actual)/i

/** Whether differences are shown below among equal lines, as vitest, jest and mocha do. */
export function opensComparison(split: SplitText, line: number): boolean {
  return comparisonHead.test(solidText(split, line))
}

const solidText = (split: SplitText, line: number): string =>
  plainLine(split, line, MAX_LINE).trimStart()

const tracebackPattern = /[ \t]*Traceback \(most recent/y

/** Whether frames follow, indented deeper, and after them the exception, whatever its name. */
export function opensTraceback(split: SplitText, line: number): boolean {
  tracebackPattern.lastIndex = split.starts[line]!
  return tracebackPattern.test(split.text)
}

/** A line with this ending introduces the next one. */
export function announces(split: SplitText, line: number): boolean {
  return split.text.charCodeAt(split.ends[line]! - 1) === 58
}
