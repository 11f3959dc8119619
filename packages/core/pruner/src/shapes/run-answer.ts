// Questions about the numbers of a test run: how many passed, failed, were skipped.
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { plainText } from '../text/ansi.js'
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, linesWhere } from './answer.js'

const COUNTED =
  /\bhow many\b|\bnumbers? of\b|\bcounts?\b|\btotals?\b|\bhow long\b|\bdid (?:all|the|every) ?\w* pass\b|\b(?:summary|outcome|results?|stats|statistics) of the (?:\w+ )?(?:run|tests?|suite)\b|\b(?:test|run) (?:summary|outcome|stats)\b/i
const SAID_OF_RUNS = new Set(
  wordsOf(
    'test tests suite suites spec specs case cases pass passed fail failed failing skip skipped run ran todo cancel cancelled assertion assertions file files example examples take took second seconds time duration summary outcome result results stat stats statistics everything',
  ),
)

/** The summary lines of runners. */
const SUMMARY =
  /^\s*(?:(?:ℹ|#) (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms)\b|(?:Tests?|Test Files|Test Suites|Snapshots|Suites|Time|Duration):?\s+\d|Duration\s|=+ .*\b(?:passed|failed|error|skipped)\b.* in .*=+$|test result: |\d+ (?:passing|failing|pending)\b|.*\bTests run: \d+|\d+ examples?,|OK \(|FAILED \(|Ran \d+ tests?\b|(?:Passed|Failed)!\s+- |\d+% tests passed|(?:ok|FAILED) \| \d+ passed|\d+ (?:tests?|runs?), \d+ assertions|\d+ (?:passed|failed|skipped)(?:, \d+ \w+)*,? in |\[=+\] \d+ tests?|\[ {2}(?:PASSED|FAILED) {2}\] \d+|(?:Total|Passed|Failed|Skipped)(?: tests?)?\s*: *\d+)/

export function runAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  if (
    !COUNTED.test(question.text) ||
    !/\b(?:tests?|suites?|specs?|pass|fail|run)/i.test(question.text)
  )
    return undefined
  const others = question.telling.filter(
    (stem) => !SAID_OF_RUNS.has(stem) && !ORDINARY_WORDS.has(stem),
  )
  if (others.length > 0) return undefined
  const lines = linesWhere(asking, (text) => SUMMARY.test(plainText(text)))
  if (lines.length === 0 || lines.length > MOST_LINES) return undefined
  return { shape: 'value', lines, noun: 'lines of the summary', members: lines }
}
const MOST_LINES = 60
