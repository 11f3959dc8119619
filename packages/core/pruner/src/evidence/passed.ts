// Passed entries and their details: irrelevant to a question about failures.
import type { Deadline } from '../deadline.js'
import { plainLine } from '../text/ansi.js'
import type { SplitText } from '../text/lines.js'
import { isPassedEntry } from '../text/passed-entries.js'

/** An entry is recognised by its beginning. */
export const ENTRY_CHARS = 300

/** 1 for a line of an entry that passed. */
export function passedLines(split: SplitText, deadline: Deadline): Uint8Array {
  const passed = new Uint8Array(split.count)
  let block = -1
  for (let i = 0; i < split.count; i++) {
    const text = plainLine(split, i, ENTRY_CHARS)
    deadline.spend(text.length + 64)
    const indent = text.length - text.trimStart().length
    const isPassed = isPassedEntry(text)
    // The YAML block of a TAP entry is right below it, indented deeper.
    const isDetail = block >= 0 && indent > block && /^\s+(?:---|\.\.\.|[\w-]+:)/.test(text)
    if (isPassed) block = indent
    else if (!isDetail) block = -1
    if (isPassed || isDetail) passed[i] = 1
  }
  return passed
}

// A test run whose own summary reports no failure: error messages of its tests were
// printed on purpose.

/** The summary is in the last lines; several packages may have one each. */
const LAST_LINES = 60

const PASSED =
  /^\s*(?:Tests?:?\s+\d+ passed\b|Test Files\s+\d+ passed\b|=+ (?:\d+ \w+, )*\d+ passed\b.*=+$|test result: ok\.|\d+ passing\b|# fail 0$|ℹ fail 0$|.*\bTests run: \d+, Failures: 0, Errors: 0\b|\d+ examples?, 0 failures\b|OK \(\d+ tests?|Passed!\s+- Failed:\s+0\b|100% tests passed\b|ok \| \d+ passed \| 0 failed|.*\b0 failures, 0 errors\b|Ran \d+ tests? in\b|OK(?: \(.*\))?$|ok\s+\S+\s+(?:[\d.]+s|\(cached\))|PASS$|\[ {2}PASSED {2}\] \d+ tests?|BUILD SUCCESS)/
const FAILED =
  /^\s*(?:.*\b[1-9]\d* (?:failed|failing|failures?|errors?)\b(?! \(0)|.*\b(?:Failures|Errors|Failed): +[1-9]|FAIL(?:ED|URE)?\b|--- FAIL|# fail [1-9]|ℹ fail [1-9]|not ok \d|BUILD FAIL|test result: FAILED|Bail out!|panic: |.*\b[1-9]\d*% tests passed, [1-9])/

export function isPassedRun(split: SplitText): boolean {
  let hasPassed = false
  for (let i = Math.max(0, split.count - LAST_LINES); i < split.count; i++) {
    const line = textAt(split, i)
    if (FAILED.test(line) && !/\b0 (?:failed|failures|errors)\b/.test(line)) return false
    if (PASSED.test(line)) hasPassed = true
  }
  return hasPassed && !hasFailedEntry(split)
}

/** One failed entry anywhere is a failure, whatever the last lines say. */
function hasFailedEntry(split: SplitText): boolean {
  return /^(?:not ok \d|--- FAIL|\s*[✗✘×✖✕] |FAILED |FAIL\s|\[ {2}FAILED {2}\]|test \S+ \.\.\. FAILED|\s+\d+\) .*\n.*Error)/m.test(
    split.text,
  )
}

/** Whether a line belongs to the summary of a run. */
export function isSummary(split: SplitText, line: number): boolean {
  return line >= split.count - LAST_LINES && PASSED.test(textAt(split, line))
}

const textAt = (split: SplitText, line: number): string =>
  plainLine(split, line, ENTRY_CHARS).trimEnd()
