// Questions about a diff: what changed, what changed in one file, which files changed.
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { isChangeWord, isFrameWord } from '../question/shape-words.js'
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, lineOf } from './answer.js'

interface DiffFile {
  readonly path: string
  /** The line of `diff --git`, or of `---` where there is none. */
  readonly head: number
  readonly end: number
}

export function diffAnswer(asking: Asking): Answer | undefined {
  const files = filesOf(asking)
  if (files.length === 0) return undefined
  const { question } = asking
  const named = filesNamed(files, question.tokens)
  const isForFiles =
    question.kinds.has('file') || /\b(?:modules|packages|components)\b/i.test(question.text)
  const stat = STATISTICS.test(question.text) ? statLines(asking.split, files[0]!.head) : []
  if (stat.length > 0 && isOnlyAbout(asking, 'file', named)) return statistics(asking, stat, named)
  if (isForFiles && named.length === 0 && isOnlyAbout(asking, 'file')) return touched(asking, files)
  if (question.isHow && named.length === 0 && !isOnlyAbout(asking)) return undefined
  if (named.length > 0 && isOnlyAbout(asking, undefined, named))
    return changes(asking, files, named)
  if (isOnlyAbout(asking)) return changes(asking, files, files)
  return undefined
}

function filesOf({ split, checkDeadline }: Asking): DiffFile[] {
  const heads: { path: string; head: number }[] = []
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    const first = split.text.charCodeAt(split.starts[i]!)
    if (first !== 100 && first !== 45 && first !== 73) continue
    const line = lineOf(split, i)
    const git = /^diff --(?:git|cc|combined) (?:"?a\/.* "?b\/)?(.+?)"?$/.exec(line)
    if (git) heads.push({ path: git[1]!, head: i })
    else if (
      /^--- \S/.test(line) &&
      /^\+\+\+ \S/.test(i + 1 < split.count ? lineOf(split, i + 1) : '')
    ) {
      const path = lineOf(split, i + 1)
        .slice(4)
        .replace(/\t.*$/, '')
        .replace(/^b\//, '')
      if (isOwnHead(split, heads.at(-1)?.head, i)) heads.push({ path, head: i })
    }
  }
  return heads.map(({ path, head }, n) => ({
    path,
    head,
    end: (heads[n + 1]?.head ?? split.count) - 1,
  }))
}

/** The `---` of a file that `diff --git` began a few lines above does not begin another file. */
function isOwnHead(split: Asking['split'], head: number | undefined, line: number): boolean {
  return head === undefined || line - head >= 12 || !lineOf(split, head).startsWith('diff --')
}

/** Files that the question names by path, by name or by name without extension. */
function filesNamed(files: readonly DiffFile[], tokens: readonly string[]): DiffFile[] {
  const written = new Set(tokens)
  const spelled = files.filter(
    ({ path }) => written.has(path) || written.has(path.slice(path.lastIndexOf('/') + 1)),
  )
  if (spelled.length > 0) return spelled
  const wanted = tokens.map((token) => token.toLowerCase())
  const exact = files.filter(({ path }) => {
    const lower = path.toLowerCase()
    const base = lower.slice(lower.lastIndexOf('/') + 1)
    return wanted.some(
      (token) =>
        token === lower || token === base || (token.includes('/') && lower.endsWith(`/${token}`)),
    )
  })
  if (exact.length > 0) return exact
  return files.filter(({ path }) => {
    const lower = path.toLowerCase()
    const stem = lower.slice(lower.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
    return wanted.some(
      (token) =>
        (stem.length > 3 && token === stem && !isOnlyAsking(token)) ||
        (token.includes('/') && token.endsWith('/') && lower.startsWith(token)),
    )
  })
}

const isOnlyAsking = (token: string): boolean =>
  wordsOf(token).every((stem) => isFrameWord(stem) || isChangeWord(stem))

/** Whether the question has no words but those that ask what changed, and the names of `files`. */
function isOnlyAbout(
  { question, words }: Asking,
  kind?: 'file',
  files: readonly DiffFile[] = [],
): boolean {
  const names = new Set(files.flatMap(({ path }) => wordsOf(path)))
  const rest = question.telling.filter(
    (stem) =>
      !isChangeWord(stem) &&
      !ORDINARY_WORDS.has(stem) &&
      !names.has(stem) &&
      !(kind === 'file' && FILE_WORDS.has(stem)),
  )
  // Words that the text does not contain cannot show which of its changes are meant.
  return rest.filter((stem) => words.vocabulary.find(stem) !== undefined).length === 0
}
const FILE_WORDS = new Set(
  wordsOf('name names path paths source sources list changed modules packages components'),
)

const isChanged = (line: string) =>
  /^[+-](?![+-]{2} )/.test(line) || /^[ +-]{0,1}[+-](?![+-])/.test(line)

/** The changes of the requested files. */
function changes(asking: Asking, files: readonly DiffFile[], asked: readonly DiffFile[]): Answer {
  const { split, checkDeadline } = asking
  const changed: number[] = []
  const heads: number[] = []
  for (const { head, end } of asked) {
    let isInHunk = false
    for (let i = head; i <= end; i++) {
      if ((i & 1023) === 0) checkDeadline()
      const line = lineOf(split, i)
      if (/^@@+ /.test(line)) isInHunk = true
      else if (
        i === head ||
        (!isInHunk &&
          /^(?:new file|deleted file|rename |similarity|old mode|new mode|Binary files|\+\+\+ |--- )/.test(
            line,
          ))
      ) {
        if (/^(?:diff |new file|deleted file|rename |new mode|Binary files)/.test(line))
          heads.push(i)
        continue
      } else if (isInHunk && isChanged(line)) changed.push(i)
    }
  }
  const lines = [...new Set([...heads, ...changed])].sort((a, b) => a - b)
  return {
    shape: 'change',
    lines,
    noun: 'changed lines',
    members: changed,
    ...withMessage(asking, files),
  }
}

/** A commit's message, above its first file. */
function withMessage(
  { split, structure }: Asking,
  files: readonly DiffFile[],
): Pick<Answer, 'context'> {
  const first = files[0]?.head ?? 0
  if (first === 0 || first > 60) return {}
  const context: number[] = []
  for (let i = 0; i < first && i < split.count; i++) if (structure.indents[i]! >= 0) context.push(i)
  return { context }
}

/** `git show --stat` lists all files in its own block; without one the heads of the files do. */
function touched({ split }: Asking, files: readonly DiffFile[]): Answer {
  const stat = statLines(split, files[0]!.head)
  if (stat.length >= files.length)
    return { shape: 'set', lines: stat, noun: 'files', members: stat }
  const extra: number[] = []
  for (const { head } of files) {
    for (let i = head + 1; i < head + 6 && i < split.count; i++)
      if (/^(?:new file mode|deleted file mode|rename (?:from|to)) /.test(lineOf(split, i)))
        extra.push(i)
  }
  const members = files.map(({ head }) => head)
  const lines = [...members, ...extra].sort((a, b) => a - b)
  return { shape: 'set', lines, noun: 'files', members }
}

const STATISTICS =
  /\bhow (?:many|much|big|large|long)\b|\b(?:stats?|statistics?|diffstat|number of|counts?|totals?|size)\b/i

/** The numbers of a change, of the requested files or of all. */
function statistics(
  { split }: Asking,
  stat: readonly number[],
  named: readonly DiffFile[],
): Answer {
  const names = named.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  const isAsked = (line: string) => names.some((name) => line.includes(`${name} `))
  const own = stat.filter((at) => {
    const line = lineOf(split, at)
    return named.length === 0 || !line.includes('|') || isAsked(line)
  })
  const lines = own.length > 1 ? own : stat
  return { shape: 'set', lines, noun: 'files', members: lines }
}

const STAT_LINES = 400

/** The block of `--stat` above the first file, with its sum. */
function statLines(split: Asking['split'], first: number): number[] {
  const lines: number[] = []
  for (let i = Math.max(0, first - STAT_LINES); i < first; i++)
    if (/^ \S.*\|\s+(?:\d+ [+-]*|Bin )|^ \d+ files? changed/.test(lineOf(split, i))) lines.push(i)
  return lines
}
