// Questions about a log of commits: its newest or oldest ones, and which of a one-line log are about something.
import { asksAbout } from '../question/asks.js'
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { ordinalIn } from '../question/ordinals.js'
import { isChangeWord } from '../question/shape-words.js'
import { plainText } from '../text/ansi.js'
import { wordsOf } from '../text/words.js'
import {
  type Answer,
  type Asking,
  ascending,
  containsAll,
  lineOf,
  linesWhere,
  partOf,
  setOf,
  solidLines,
  stemsIn,
} from './answer.js'

interface Commit {
  readonly line: number
  /** The last line of the record. */
  readonly end: number
}

const MIN_COMMITS = 4
const HEAD = /^commit [0-9a-f]{7,64}\b/
const ONE_LINE = /^(?:[*|\\/ ]+ )?[0-9a-f]{7,40} \S/

export function commitAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  const isForCommits = !question.isHow && /\bcommits?\b/i.test(question.text)
  if (!isForCommits && !HEAD.test(asking.split.text)) return undefined
  const commits = commitsOf(asking)
  if (commits.length < MIN_COMMITS) return undefined
  const authors = authorsOf(asking, commits)
  if (authors !== undefined) return authors
  const ordinal = ordinalIn(question.text)
  const order = new Set(wordsOf(ordinal?.text ?? ''))
  const about = question.contentWords.filter(
    (stem) => !ORDINARY_WORDS.has(stem) && !order.has(stem),
  )
  if (!isForCommits) return messagesAbout(asking, commits, about)
  if (ordinal && about.every((stem) => asking.words.vocabulary.find(stem) === undefined)) {
    const { end, count } = ordinal
    return answered(asking, end === 'newest' ? commits.slice(0, count) : commits.slice(-count))
  }
  const isOneLine = commits.every(({ line, end }) => line === end)
  if (!isOneLine && /\b(?:files?|paths?|touch|change|modify)\b/i.test(question.text)) {
    const specific = about.filter((stem) => !isChangeWord(stem))
    const messages = messagesAbout(asking, commits, specific)
    if (messages !== undefined) return messages
  }
  const named = isOneLine ? linesNaming(asking, commits) : []
  if (named.length > 0) return answered(asking, named)
  const subject = about.filter((stem) => !isChangeWord(stem))
  if (!isOneLine) return bestMessages(asking, commits, subject)
  return about.length > 0
    ? linesAbout(asking, commits, subject.length > 0 ? subject : about)
    : undefined
}

const ONE_COMMIT = /\b(?:the|which|what) commit\b/i
const MAX_BEST = 3
/** Other commits may say it in other words. */
const LESS_LIKELY = 0.1

/** *Find the commit that fixed the parser of tables*: those with most of its words. */
function bestMessages(
  asking: Asking,
  commits: readonly Commit[],
  subject: readonly string[],
): Answer | undefined {
  if (!ONE_COMMIT.test(asking.question.text)) return undefined
  const known = subject.filter((stem) => asking.words.vocabulary.find(stem) !== undefined)
  const scores = commits.map(({ line, end }) => stemsIn(asking, known, line, end).length)
  const best = scores.reduce((most, score) => Math.max(most, score), 0)
  const found = commits.filter((_, n) => scores[n] === best)
  if (best === 0 || best * 2 < subject.length || found.length > MAX_BEST) return undefined
  const lines = found.flatMap((commit) => messageOf(asking, commit))
  const complaints = linesWhere(asking, (line) => /^(?:fatal|error): /.test(line))
  return {
    ...partOf(ascending([...lines, ...complaints])),
    members: found.map(({ line }) => line),
    elsewhere: LESS_LIKELY,
  }
}

/** Its own lines and its message, without the files that it changed. */
function messageOf({ split, structure }: Asking, { line, end }: Commit): number[] {
  const lines = solidLines(structure, line, Math.min(end, line + MAX_MESSAGE_LENGTH))
  const isFromAgent = (at: number) => /^ {4}/.test(lineOf(split, at))
  const last = lines.findLastIndex(isFromAgent)
  return last < 0 ? lines : lines.slice(0, last + 1)
}

/** Newest first, as git prints them without `--reverse`; the dates show the order. */
function commitsOf(asking: Asking): Commit[] {
  const commits = printedCommits(asking)
  const [first = 0, last = 0] = [commits[0], commits.at(-1)].map(
    (one) => one && dateOf(asking, one),
  )
  return first < last ? commits.toReversed() : commits
}

const DATE = /^(?:Author|Commit)?Date:\s+(\S.*)$/

function dateOf({ split }: Asking, { line, end }: Commit): number | undefined {
  for (let i = line + 1; i <= Math.min(end, line + 8); i++) {
    const time = Date.parse(DATE.exec(lineOf(split, i))?.[1]?.replace(/^(\w{3}) /, '') ?? '')
    if (!Number.isNaN(time)) return time
  }
  return undefined
}

function printedCommits({ split, checkDeadline }: Asking): Commit[] {
  const heads: number[] = []
  const short: number[] = []
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    const line = plainText(lineOf(split, i))
    if (HEAD.test(line)) heads.push(i)
    else if (ONE_LINE.test(line)) short.push(i)
  }
  if (heads.length > 0)
    return heads.map((line, n) => ({ line, end: (heads[n + 1] ?? split.count) - 1 }))
  return short.length * 10 >= split.count * 8 ? short.map((line) => ({ line, end: line })) : []
}

const OF_AUTHORS = /\b(?:who|authors?|contributors?|committers?|people)\b/i
const AUTHOR_WORDS = new Set(
  wordsOf('who author contributor committer people person commit committed contribute contributed'),
)
const AUTHOR = /^Author:\s+(\S.*)$/

/** *Who committed here?*: each author once. */
function authorsOf({ question, split }: Asking, commits: readonly Commit[]): Answer | undefined {
  if (!OF_AUTHORS.test(question.text) || asksAbout(question.text, 'most')) return undefined
  if (question.contentWords.some((stem) => !AUTHOR_WORDS.has(stem) && !isChangeWord(stem)))
    return undefined
  const firsts = new Map<string, number>()
  for (const { line, end } of commits.toSorted((a, b) => a.line - b.line))
    for (let i = line + 1; i <= Math.min(end, line + 8); i++) {
      const author = AUTHOR.exec(lineOf(split, i))?.[1]
      if (author !== undefined && !firsts.has(author)) firsts.set(author, i)
    }
  return firsts.size === 0 ? undefined : setOf([...firsts.values()], 'authors')
}

/** A commit's own lines and its subject. */
function answered({ split, structure }: Asking, commits: readonly Commit[]): Answer {
  const inOrder = commits.toSorted((a, b) => a.line - b.line)
  const lines = inOrder.flatMap(({ line, end }) => {
    const shown = [line]
    for (let i = line + 1; i <= end; i++) {
      if (structure.indents[i]! < 0) continue
      shown.push(i)
      if (/^\s/.test(lineOf(split, i))) break
    }
    return shown
  })
  return { shape: 'rows', lines, noun: 'commits', members: inOrder.map(({ line }) => line) }
}

/** Those that contain a name of the question as it is written: `no-var`, `src/index.js`. */
function linesNaming({ question, split }: Asking, commits: readonly Commit[]): Commit[] {
  const names = [...question.quoted, ...question.tokens].filter((name) =>
    /\w[-_./]\w|[a-z][A-Z]/.test(name),
  )
  return commits.filter(({ line }) => names.some((name) => lineOf(split, line).includes(name)))
}

/** All that have every word that occurs in the log; if none has, all that have one. */
function linesAbout(
  asking: Asking,
  commits: readonly Commit[],
  about: readonly string[],
): Answer | undefined {
  const known = about.filter((stem) => asking.words.vocabulary.find(stem) !== undefined)
  if (known.length === 0 || known.length * 2 < about.length) return undefined
  // `About SSL or certificates`: one of the words is enough.
  const isEither = /\b(?:or|either)\b/i.test(asking.question.text)
  const all = isEither ? [] : commits.filter(({ line }) => containsAll(asking, known, line))
  const some = () => commits.filter(({ line }) => hasOneOf(lineOf(asking.split, line), about))
  return answered(asking, all.length > 0 ? all : some())
}

const MIN_STEM = 4

/** Whether a subject has one of the words, or a short form of it: `cert` is a certificate. */
const hasOneOf = (subject: string, stems: readonly string[]): boolean =>
  wordsOf(subject).some((own) =>
    stems.some((stem) => own === stem || (own.length >= MIN_STEM && stem.startsWith(own))),
  )

const MAX_MESSAGES = 2
const MAX_MESSAGE_LENGTH = 40
/** `January` is `Jan` in the date of a commit. */
const MONTH = /^(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)/

/** The one or two commits with all words of the question, with their messages. */
function messagesAbout(
  asking: Asking,
  commits: readonly Commit[],
  about: readonly string[],
): Answer | undefined {
  const stems = about.map((stem) => MONTH.exec(stem)?.[0] ?? stem)
  if (stems.length < 2) return undefined
  const found = commits.filter(({ line, end }) => containsAll(asking, stems, line, end))
  if (found.length === 0 || found.length > MAX_MESSAGES) return undefined
  const lines = found.flatMap(({ line, end }) =>
    solidLines(asking.structure, line, Math.min(end, line + MAX_MESSAGE_LENGTH)),
  )
  return { shape: 'part', lines, noun: 'lines', members: found.map(({ line }) => line) }
}
