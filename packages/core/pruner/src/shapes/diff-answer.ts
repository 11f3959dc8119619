// Questions about a diff: what changed, what changed in one file, which files changed.
import { isChangeWord, isFrameWord } from '../question/shape-words.js'
import { wordsOf } from '../text/words.js'
import {
  type Answer,
  type Asking,
  ascending,
  knownWords,
  lineOf,
  linesWhere,
  setOf,
  solidLines,
} from './answer.js'

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

const GIT_HEAD = /^diff --(?:git|cc|combined) (?:"?a\/.* "?b\/)?(.+?)"?$/
const NEW_FILE = /^\+\+\+ (?:b\/)?([^\t\n]+)/

function filesOf(asking: Asking): DiffFile[] {
  const { split } = asking
  const isPlainHead = (text: string, line: number) =>
    text.startsWith('--- ') && line + 1 < split.count && NEW_FILE.test(lineOf(split, line + 1))
  const ofGit = linesWhere(asking, (text) => GIT_HEAD.test(text))
  const heads = ofGit.length > 0 ? ofGit : linesWhere(asking, isPlainHead)
  return heads.map((head, n) => {
    const name = GIT_HEAD.exec(lineOf(split, head)) ?? NEW_FILE.exec(lineOf(split, head + 1))
    return { path: name?.[1] ?? '', head, end: (heads[n + 1] ?? split.count) - 1 }
  })
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Files that the question names by path, by name, by a part of the path or by name without extension. */
function filesNamed(files: readonly DiffFile[], tokens: readonly string[]): DiffFile[] {
  const ways: readonly ((path: string, given: readonly string[]) => boolean)[] = [
    (path, given) => given.includes(path) || given.includes(baseOf(path)),
    (path, given) => given.some((one) => one.includes('/') && `/${path}`.includes(`/${one}`)),
    (path, given) => {
      const stem = baseOf(path).replace(/\.\w+$/, '')
      return stem.length > 3 && given.includes(stem) && !isOnlyAsking(stem)
    },
  ]
  for (const spelled of [(name: string) => name, (name: string) => name.toLowerCase()]) {
    const given = tokens.map(spelled)
    for (const isMeant of ways) {
      const found = files.filter(({ path }) => isMeant(spelled(path), given))
      if (found.length > 0) return found
    }
  }
  return []
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
  // Words that the text does not contain cannot show which of its changes are meant.
  return knownWords({ words }, question.contentWords).every(
    (stem) => isChangeWord(stem) || names.has(stem) || (kind === 'file' && FILE_WORDS.has(stem)),
  )
}
const FILE_WORDS = new Set(
  wordsOf('name names path paths source sources list changed modules packages components'),
)

const isChanged = (line: string) =>
  /^[+-](?![+-]{2} )/.test(line) || /^[ +-]{0,1}[+-](?![+-])/.test(line)

/** The changes of the requested files. */
function changes(
  asking: Asking,
  files: readonly DiffFile[],
  requested: readonly DiffFile[],
): Answer {
  const { split, checkDeadline } = asking
  const changed: number[] = []
  const heads: number[] = []
  for (const { head, end } of requested) {
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
  return {
    shape: 'change',
    lines: ascending([...heads, ...changed]),
    noun: 'changed lines',
    members: changed,
    ...withMessage(asking, files),
  }
}

/** A commit's message, above its first file. */
function withMessage({ structure }: Asking, files: readonly DiffFile[]): Pick<Answer, 'context'> {
  const first = files[0]?.head ?? 0
  if (first === 0 || first > 60) return {}
  return { context: solidLines(structure, 0, first - 1) }
}

/** `git show --stat` lists all files in its own block; without one the heads of the files do. */
function touched({ split }: Asking, files: readonly DiffFile[]): Answer {
  const stat = statLines(split, files[0]!.head)
  if (stat.length >= files.length) return setOf(stat, 'files')
  const extra: number[] = []
  for (const { head } of files) {
    for (let i = head + 1; i < head + 6 && i < split.count; i++)
      if (/^(?:new file mode|deleted file mode|rename (?:from|to)) /.test(lineOf(split, i)))
        extra.push(i)
  }
  const members = files.map(({ head }) => head)
  return { ...setOf(members, 'files'), lines: ascending([...members, ...extra]) }
}

const STATISTICS =
  /\bhow (?:many|much|big|large|long)\b|\b(?:stats?|statistics?|diffstat|number of|counts?|totals?|size)\b/i

/** The numbers of a change, of the requested files or of all. */
function statistics(
  { split }: Asking,
  stat: readonly number[],
  named: readonly DiffFile[],
): Answer {
  const names = named.map(({ path }) => baseOf(path))
  const isRequested = (line: string) => names.some((name) => line.includes(`${name} `))
  const own = stat.filter((at) => {
    const line = lineOf(split, at)
    return named.length === 0 || !line.includes('|') || isRequested(line)
  })
  return setOf(own.length > 1 ? own : stat, 'files')
}

const STAT_LINES = 400

/** The block of `--stat` above the first file, with its sum. */
function statLines(split: Asking['split'], first: number): number[] {
  const lines: number[] = []
  for (let i = Math.max(0, first - STAT_LINES); i < first; i++)
    if (/^ \S.*\|\s+(?:\d+ [+-]*|Bin )|^ \d+ files? changed/.test(lineOf(split, i))) lines.push(i)
  return lines
}
