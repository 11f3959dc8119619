// How real tools say that something went wrong. Words are judged once a distinct word, through the word
// index; only what words cannot tell (marks, status codes, counts) is looked for in the line itself.
import { plainText } from '../split/ansi.js'
import type { SplitText } from '../split/lines.js'
import { type WordIndex, wordsOf } from '../split/words.js'

/** These words alone make a line evidence. */
const TROUBLE = new Set(
  wordsOf(
    `error errored exception traceback fail failed failure fatal panic panicked critical crit emerg
    emergency severe abort aborted segfault segmentation warn warning unreachable unresolved killed oom
    crash crashed corrupt corrupted vulnerability errno nonzero unmerged undeclared`,
  ),
)
/** So do these, unless the text is full of them or the line calls itself information. */
const DOUBT = new Set(
  wordsOf(
    `assert assertion alert denied refused rejected conflict deprecated timeout undefined cannot unable
    invalid unexpected problem exited unauthorized forbidden unavailable missing`,
  ),
)
/** These may be part of a phrase that is evidence. */
const HINT = new Set(
  wordsOf('exit found such could timed reference level lvl severity modified signal'),
)
const QUIET = new Set(wordsOf('info debug trace notice'))

const Word = { Trouble: 1, Doubt: 2, Hint: 3, Status: 4, Quiet: 5 } as const
const COMMON_SHARE = 0.05
const COMMON_LINES = 20

/** Says for each line whether it carries evidence. */
export function evidenceFinder(split: SplitText, words: WordIndex): (line: number) => boolean {
  const judged = judgeWords(words)
  return (line) => {
    let hasDoubt = false
    let hasHint = false
    let hasStatus = false
    let isQuiet = false
    for (let w = words.starts[line]!; w < words.starts[line + 1]!; w++) {
      const word = judged[words.ids[w]!]!
      if (word === Word.Trouble) return !isHarmless(textOf(split, line))
      if (word === Word.Doubt) hasDoubt = true
      else if (word === Word.Hint) hasHint = true
      else if (word === Word.Status) hasStatus = true
      else if (word === Word.Quiet) isQuiet = true
    }
    if (hasDoubt && !isQuiet) return !isHarmless(textOf(split, line))
    if (hasHint && phrasePattern.test(textOf(split, line))) return true
    if (hasStatus && statusPattern.test(textOf(split, line))) return true
    return isMarked(split, line)
  }
}

function judgeWords({ vocabulary, ids, starts }: WordIndex): Uint8Array {
  const judged = new Uint8Array(vocabulary.stems.length)
  for (let id = 0; id < judged.length; id++) judged[id] = judge(vocabulary.stems[id]!)
  const times = new Int32Array(judged.length)
  for (let w = 0; w < ids.length; w++) times[ids[w]!]!++
  const most = Math.max(COMMON_LINES, COMMON_SHARE * (starts.length - 1))
  for (let id = 0; id < judged.length; id++) {
    if (judged[id] === Word.Doubt && times[id]! > most) judged[id] = 0
  }
  return judged
}

function judge(stem: string): number {
  if (stem.charCodeAt(0) <= 57)
    return stem.length === 3 && /^[45]\d\d$/.test(stem) ? Word.Status : 0
  if (TROUBLE.has(stem)) return Word.Trouble
  if (DOUBT.has(stem)) return Word.Doubt
  if (HINT.has(stem)) return Word.Hint
  return QUIET.has(stem) ? Word.Quiet : 0
}

const MAX_LINE = 2000

function textOf(split: SplitText, line: number): string {
  const from = split.starts[line]!
  return plainText(split.text.slice(from, Math.min(split.ends[line]!, from + MAX_LINE)))
}

/** A passing test may be called after an error, a summary may count none, a field may be empty. */
const passedPattern =
  /^\s*(?:✓|✔|√|ok \d|PASS\b|\[PASS\]|\[ +OK +\])|(?:\.\.\. ?ok|\bPASSED(?:\s+\[ *\d+%\])?)\s*$/
const none =
  /\b(?:0|no|zero) (?:errors?|failures?|failed|failing|warnings?|problems?|vulnerabilities|conflicts?|exceptions?)\b|\b(?:errors?|err|exceptions?|failures?|failed|fail|warnings?|problems?|skipped)["']?(?:\s*[:=]\s*|\s+)(?:0\b(?!\.)|null\b|none\b|nil\b|false\b|""|''|\[\]|\{\})/gi
const troublePattern =
  /err|exception|traceback|fail|fatal|panic|crit|abort|segmentation|assert|warn|denied|refused|reject|unreach|unresolved|conflict|kill|crash|corrupt|deprecat|vulnerab|timeout|undefined|cannot|unable|invalid|unexpected|problem|severe|alert|emerg|oom|exited|nonzero/i

function isHarmless(text: string): boolean {
  if (passedPattern.test(text)) return true
  const rest = text.replaceAll(none, '')
  return rest.length !== text.length && !troublePattern.test(rest)
}

/** Status 4xx and 5xx as access logs, frameworks and JSON write them. */
const statusPattern =
  /" [45]\d\d (?:\d|-)|\b(?:status|statuscode|status_code|code|http|HTTP\/[\d.]+)["']?\s*[:=]?\s*["']?[45]\d\d\b|\b[A-Z]{3,7} \S+ [45]\d\d\b/i
const phrasePattern =
  /\bexit(?:ed)?(?: with)?(?: status| code)?[: =]+[1-9]|\b[1-9]\d* exit status\b|\bnot found\b|\bno such (?:file|host|container|image|module)\b|\bcould not\b|\btimed out\b|\bundefined reference\b|"(?:level|lvl|severity)"\s*:\s*(?:[45]0|60)\b|\bboth modified\b|\bsignal(?:led)?:? (?:SIG\w+|\d+)\b/i
/** Marks that stand at the beginning of a line. */
const markPattern =
  /(?:✗|✘|✖|×|❌|⨯|●|not ok\b|E {2,}\S|>{1,2} +\d+ ?\||> {3,}\S|\*{3} |! \[|<{7} |={7}$|>{7} |_{3,} \S|thread '|goroutine \d|Caused by\b)/my

function isMarked(split: SplitText, line: number): boolean {
  const { text } = split
  let at = split.starts[line]!
  const end = split.ends[line]!
  while (at < end && text.charCodeAt(at) <= 32) {
    if (text.charCodeAt(at) !== 27) at++
    else return plainMarkPattern.test(textOf(split, line))
  }
  markPattern.lastIndex = at
  return markPattern.test(text)
}
const plainMarkPattern = new RegExp(`^\\s*${markPattern.source}`)
