// Calls that only print files: `sed -n '1,80p' src/app.ts && cat README.md`. Code and documents
// mention errors all the time; only a complaint of the commands themselves reports one.
import { lineText, type SplitText } from '../text/lines.js'
import { isSourceName } from '../text/source-type.js'

const MAX_CALL_LENGTH = 4000
/** Commands that print files or folders, pass them on, or print the current folder. */
const SHOWING = new Set(
  `cat bat batcat sed head tail nl less more awk gawk cut sort uniq tr column fold tac rev strings grep egrep
  fgrep rg ag ack find fd fdfind ls tree wc file stat jq yq xargs basename dirname realpath readlink echo printf
  cd pwd true test [ [[ for do done if then else fi while in which Get-Content Get-ChildItem Select-String
  Select-Object Write-Host Write-Output Format-List`.split(/\s+/),
)
/** git's own output; a diff is recognised by its lines. */
const SHOWN_BY_GIT =
  /^git(?: (?:-C \S+|--no-pager|-c \S+))* (?:show|status|log|branch|rev-parse|remote|ls-files|grep|blame|diff|tag|describe)\b/
const separatorPattern = /(?:\|\||&&|[;|&\n]|\$\(|`)+/
const quotedPattern = /"(?:[^"\\]|\\.){0,2000}"|'[^']{0,2000}'/g
/** `2>/dev/null`, `2>&1`: no command separators. */
const redirectPattern = /\d?>{1,2} ?(?:&\d|\/dev\/null)/g
const openingPattern = /^(?:[({!\s]|\w+=\S*\s|(?:then|do|else|if|while|sudo|command|time)\s)+/
const fileNamePattern = /(?<![\w*.-])[\w$@%+~\\/{}.-]*[\w}]\.[A-Za-z]\w{0,9}(?![\w*/])/g

/** Whether a call prints nothing but files written by people. */
export function showsFiles(call: string): boolean {
  if (call === '' || call.length > MAX_CALL_LENGTH) return false
  const names = call.match(fileNamePattern) ?? []
  if (names.length === 0 || !names.every(isSourceName)) return false
  // Quoted text may contain anything that otherwise separates commands.
  const bare = call.replaceAll(redirectPattern, ' ').replaceAll(quotedPattern, '""')
  return bare.split(separatorPattern).every(isShowing)
}

function isShowing(command: string): boolean {
  const rest = `${command} `.replace(openingPattern, '').trim()
  if (rest === '' || rest.startsWith('#') || /^\w+=\S*$/.test(rest)) return true
  // Writing, running or changing something in place shows more than a file.
  if (/[<>]|^sed .*-\w*i\b|^find .*-(?:exec|delete)\b(?! grep)/.test(rest)) return false
  const [word = ''] = rest.split(/\s/, 1)
  return SHOWING.has(word.slice(word.lastIndexOf('/') + 1)) || SHOWN_BY_GIT.test(rest)
}

/** `sed: can't read app.ts: No such file`, `fatal: not a git repository`, `Exit code 2`. */
const complaintPattern =
  /^(?:(?:\/[\w/]+\/)?(?:[a-z]\w{0,11}|Get-Content|Select-String)(?:: line \d+|:\d+)?: \S|(?:exit|exited|process exited|command)\b|error\b|<\w*error)/i
const MAX_HEAD_LENGTH = 80

/** Returns for each line whether it is part of a file that the call prints. */
export function shownFiles(split: SplitText, call = ''): (line: number) => boolean {
  if (!showsFiles(call)) return () => false
  return (line) => !complaintPattern.test(lineText(split, line, MAX_HEAD_LENGTH))
}
