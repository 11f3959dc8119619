// How real tools say that something went wrong. Words are judged once a distinct word, through the word
// index; only what words cannot tell (marks, status codes, gutters) is looked at in the line itself.
import type { SplitText } from '../split/lines.js'
import { type WordIndex, wordsOf } from '../split/words.js'

const TROUBLE = new Set(
  wordsOf(
    `error errors errored exception traceback fail failed failure failing fatal panic panicked critical
    crit emerg emergency alert abort aborted segfault segmentation assert assertion warn warning warnings
    denied refused rejected unreachable unresolved conflict conflicts killed oom crash crashed corrupt
    corrupted deprecated vulnerability vulnerabilities timeout undefined cannot unable invalid unexpected
    problem problems severe errno exited nonzero`,
  ),
)

/** Says for each line whether it carries evidence. */
export function findEvidence(split: SplitText, words: WordIndex): (line: number) => boolean {
  const { stems } = words.vocabulary
  const isTrouble = Uint8Array.from(stems, (stem) => (TROUBLE.has(stem) ? 1 : 0))
  const isStatus = Uint8Array.from(stems, (stem) => (/^[45]\d\d$/.test(stem) ? 1 : 0))
  return (line) => {
    let hasStatus = false
    for (let w = words.starts[line]!; w < words.starts[line + 1]!; w++) {
      const id = words.ids[w]!
      if (isTrouble[id] === 1) return !isHarmless(textOf(split, line))
      if (isStatus[id] === 1) hasStatus = true
    }
    if (hasStatus && statusPattern.test(textOf(split, line))) return true
    return isMarked(split, line)
  }
}

const MAX_LINE = 2000

function textOf(split: SplitText, line: number): string {
  const from = split.starts[line]!
  return split.text.slice(from, Math.min(split.ends[line]!, from + MAX_LINE))
}

/** A passing test may be called after an error, and a summary may count none. */
const passedPattern =
  /^\s*(?:✓|✔|√|ok \d|PASS\b|\[PASS\]|\[ +OK +\])|(?:\.\.\. ?ok|\bPASSED(?:\s+\[ *\d+%\])?)\s*$/
const noneCounted =
  /\b(?:0|no|zero) (?:errors?|failures?|failed|failing|warnings?|problems?|vulnerabilities|conflicts?|exceptions?)\b|\b(?:errors?|failures?|failed|fail|warnings?|problems?)["']?\s*[:=] ?0\b/gi
const troublePattern =
  /error|exception|traceback|fail|fatal|panic|critical|abort|segmentation|assert|warn|denied|refused|reject|unreach|unresolved|conflict|kill|crash|corrupt|deprecat|vulnerab|timeout|timed|undefined|cannot|unable|invalid|unexpected|problem|severe|\berr\b|\bcrit\b|\balert\b|emerg|oom|errno|exited|nonzero/i

function isHarmless(text: string): boolean {
  if (passedPattern.test(text)) return true
  const rest = text.replaceAll(noneCounted, '')
  return rest.length !== text.length && !troublePattern.test(rest)
}

const statusPattern =
  /" [45]\d\d (?:\d|-)|\b(?:status|statuscode|status_code|code|http|HTTP\/[\d.]+)["']?\s*[:=]?\s*["']?[45]\d\d\b|\b[A-Z]{3,7} \S+ [45]\d\d\b|"level"\s*:\s*(?:[45]0|60)\b/i

// First characters that can open a marked line, so that most lines cost one comparison.
const markPattern =
  /(?:✗|✘|✖|×|❌|⨯|🔴|● |not ok\b|E {2,}\S|>{1,2} +\d+ ?\||\*{3} |!{1,3} \[|<{7} |={7}$|>{7} |---+ ?(?:stderr|Captured)|level=(?:error|warn|fatal)|exit(?:ed)? (?:status|code|with)[: ]+(?:code )?[1-9]|Caused by\b|Killed\b|CONFLICT\b|FAILED\b|BUG:|Oops\b|thread '|goroutine \d|core dumped|No such file|ENOENT|EACCES|ELIFECYCLE)/y
const exitPattern =
  /\bexit(?:ed)?(?: with)?(?: status| code)?[: ]+[1-9]\d*\b|\bnot found\b|\bNo such file\b|\bcould not\b|\bcan't\b|\btimed out\b|\bundefined reference\b|"level"\s*:\s*(?:[45]0|60)\b|\bdid not\b|\bnon-zero\b/i

function isMarked(split: SplitText, line: number): boolean {
  let at = split.starts[line]!
  const end = Math.min(split.ends[line]!, at + MAX_LINE)
  while (at < end && split.text.charCodeAt(at) <= 32) at++
  markPattern.lastIndex = at
  return markPattern.test(split.text) || exitPattern.test(textOf(split, line))
}
