// Questions about a test run or a build: how many passed, failed, were skipped, and why it or one test failed.
import { asksAbout } from '../question/asks.js'
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { plainText } from '../text/ansi.js'
import { wordsOf } from '../text/words.js'
import {
  type Answer,
  type Asking,
  ascending,
  lineOf,
  linesWhere,
  partOf,
  solidLines,
} from './answer.js'
import { escaped } from './uses-answer.js'

const COUNTED =
  /\bhow many\b|\bnumbers? of\b|\bcounts?\b|\btotals?\b|\bhow long\b|\bdid (?:all|the|every) ?\w* pass\b|\b(?:summary|outcome|results?|stats|statistics) of the (?:\w+ )?(?:run|tests?|suite)\b|\b(?:test|run) (?:summary|outcome|stats)\b/i
const RUN_WORDS = new Set(
  wordsOf(
    'test tests suite suites spec specs case cases pass passed fail failed failing skip skipped run ran pending todo cancel cancelled assertion assertions file files example examples take took second seconds time duration summary outcome result results stat stats statistics everything error errors wrong break broke broken build job step pipeline workflow ci command compile location reason cause',
  ),
)

/** The summary lines of runners. */
const SUMMARY =
  /^\s*(?:(?:ℹ|#) (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms)\b|(?:Tests?|Test Files|Test Suites|Snapshots|Suites|Time|Duration):?\s+\d|Duration\s|=+ .*\b(?:passed|failed|error|skipped)\b.* in .*=+$|test result: |\d+ (?:passing|failing|pending)\b|.*\bTests run: \d+|\d+ examples?,|OK \(|FAILED \(|Ran \d+ tests?\b|(?:Passed|Failed)!\s+- |\d+% tests passed|(?:ok|FAILED) \| \d+ passed|\d+ (?:tests?|runs?), \d+ assertions|\d+ (?:passed|failed|skipped)(?:, \d+ \w+)*,? in |\[=+\] \d+ tests?|\[ {2}(?:PASSED|FAILED) {2}\] \d+|(?:Total|Passed|Failed|Skipped)(?: tests?)?\s*: *\d+)/

export function runAnswer(asking: Asking): Answer | undefined {
  return countsAnswer(asking) ?? failureAnswer(asking) ?? failuresAnswer(asking)
}

function countsAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  if (
    !COUNTED.test(question.text) ||
    !/\b(?:tests?|suites?|specs?|examples?|pass|fail|run|ran)/i.test(question.text)
  )
    return undefined
  if (!isAboutRun(asking)) return undefined
  const lines = linesWhere(asking, (text) => SUMMARY.test(plainText(text)))
  if (lines.length === 0 || lines.length > MAX_LINES) return undefined
  return { ...partOf(lines, 'lines of the summary'), shape: 'value' }
}
const MAX_LINES = 60

/** Whether it names no test, file or message. */
const isAboutRun = ({ question }: Asking): boolean =>
  question.contentWords.every((stem) => RUN_WORDS.has(stem) || ORDINARY_WORDS.has(stem))

/** What runners print above the details of a failed test. */
const FAILED_TEST =
  /^\s*(?:_{3,} |--- FAIL: |=== RUN\s|---- |● |[×✕✗✖] |FAIL\s+\S.* > |(?:FAIL|ERROR): |\d+\) |not ok \d+ |.* > .* FAILED\s*$)/
const AFTER_TESTS =
  /^(?:={5,}|failures:$|test result:|FAIL\b|ok\s|\d+ (?:passed|failed|examples?)\b)/
const MAX_FAILURE_LINES = 80

/** The details of the one failed test that the question names, and the other lines that name it. */
function failureAnswer(asking: Asking): Answer | undefined {
  const { question, split, structure } = asking
  const names = [...question.quoted, ...question.tokens.map((token) => token.replace(/^.*::/, ''))]
  const name = names.find((one) => /[\p{L}\d][_ ./]\S|[a-z\d][A-Z]/u.test(one))
  if (name === undefined) return undefined
  const isName = new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`)
  const named = linesWhere(asking, (line) => isName.test(line))
  const heads = named.filter((line) => FAILED_TEST.test(plainText(lineOf(split, line))))
  if (heads.length === 0) return undefined
  const lines = new Set(named)
  for (const head of heads)
    for (let i = head + 1; i < split.count && i - head <= MAX_FAILURE_LINES; i++) {
      const text = plainText(lineOf(split, i))
      if (AFTER_TESTS.test(text) || (FAILED_TEST.test(text) && !isName.test(text))) break
      if (structure.indents[i]! >= 0) lines.add(i)
    }
  return partOf(ascending(lines), 'lines of the failure')
}

/** Above the account of all failures that some runners print at the end. */
const FAILURES =
  /^(?:Failures:|failures:|=+ (?:FAILURES|ERRORS) =+|[⎯─]+ Failed (?:Tests|Suites) \d+ [⎯─]+|\s+\d+ failing|There (?:was|were) \d+ (?:failures?|errors?):|Summary of all failing tests)\s*$/
const FAILED_AGAIN = /^(?:rspec \.|FAILED \S+::)/
const MAX_ACCOUNT_LINES = 120
/** A line that reports the exit of a command, and not why. */
const EXIT =
  /##\[error\]Process completed with exit code [1-9]|did not complete successfully: exit code|\bELIFECYCLE\b|: \*\*\* .* Error \d|Command failed with exit code [1-9]|exited with (?:code|status) [1-9]/
/** So many lines before it may say why. */
const BEFORE_EXIT = 8
/** Other lines are as likely as without an answer. */
const AS_BEFORE = 1

/** Why a run failed: its own account, without what the tests print; or what was printed before it ended. */
function failuresAnswer(asking: Asking): Answer | undefined {
  const { question, structure } = asking
  if (!isAboutRun(asking)) return undefined
  if (/\bpending\b/i.test(question.text)) return pendingTests(asking)
  if (!asksAbout(question.text, 'failures')) return undefined
  const account = accountOf(asking, FAILURES)
  if (account.length > MAX_ACCOUNT_LINES) return undefined
  if (account.length > 0) {
    const again = linesWhere(asking, (text) => FAILED_AGAIN.test(plainText(text)))
    return partOf(ascending([...account, ...again]), 'lines of the failures')
  }
  const [exit] = linesWhere(asking, (text) => EXIT.test(text))
  if (exit === undefined) return nothingFailed(asking)
  const before = solidLines(structure, Math.max(0, exit - BEFORE_EXIT), exit)
  return { ...partOf(before), elsewhere: AS_BEFORE, keepsEvidence: true }
}

function pendingTests(asking: Asking): Answer | undefined {
  const lines = accountOf(asking, /^Pending:/)
  return lines.length === 0 ? undefined : partOf(lines, 'lines of the pending tests')
}

const NONE_FAILED = /\b0 (?:failed|failures?|failing)\b|\bFailures: 0, Errors: 0\b/
const SOME_FAILED = /\b[1-9]\d* (?:failed|failures?|failing|errors?)\b|\b(?:Failures|Errors): [1-9]/

/** What tests print about errors is noise if the run says that none failed. */
function nothingFailed(asking: Asking): Answer | undefined {
  // A build may fail though its tests pass.
  const { text: asked } = asking.question
  if (!/\b(?:tests?|specs?|suites?|examples?|cases?)\b/i.test(asked) || /\bwhy\b/i.test(asked))
    return undefined
  const lines = linesWhere(asking, (text) => SUMMARY.test(plainText(text)))
  const texts = lines.map((line) => plainText(lineOf(asking.split, line)))
  if (!texts.some((text) => NONE_FAILED.test(text))) return undefined
  if (texts.some((text) => SOME_FAILED.test(text)) || lines.length > MAX_LINES) return undefined
  return partOf(lines, 'lines of the summary')
}

/** From each heading to the summary below it. */
function accountOf(asking: Asking, heading: RegExp): number[] {
  const { split, structure } = asking
  const starts = linesWhere(asking, (text) => heading.test(plainText(text)))
  if (starts.length === 0) return []
  const ends = linesWhere(asking, (text) => SUMMARY.test(plainText(text)))
  return ascending(
    starts.flatMap((start) => {
      const end = ends.find((line) => line > start) ?? split.count - 1
      return solidLines(structure, start, end)
    }),
  )
}
