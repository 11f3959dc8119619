// Questions about a document: one of its sections, a release of a changelog, the list of its sections, or the entries
// of one section.
import { comparedIn } from '../question/compared.js'
import { isFrameWord, kindsOfStem } from '../question/shape-words.js'
import { wordsOf } from '../text/words.js'
import {
  type Answer,
  type Asking,
  ascending,
  containsAll,
  knownWords,
  lineOf,
  partOf,
  plainTitle,
  setOf,
  solidLines,
  stemsIn,
} from './answer.js'
import { entryAt } from './log-entries.js'
import { requestedReleases, VERSION } from './release-sections.js'
import { asksForEntries, entriesOf, nounOf } from './section-entries.js'
import { type Section, sectionsOf } from './sections.js'
import { tableRowsAnswer } from './table-rows-answer.js'

export function sectionAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  const sections = sectionsOf(asking)
  if (sections.length < 2) return undefined
  const series = requestedSeries(asking, sections)
  if (series) return series
  const releases = requestedReleases(asking, sections)
  if (releases.length > 0)
    return question.kinds.has('release') && releases.length > 1
      ? listOf(releases, 'releases')
      : wholeSections(asking, releases)
  const compared = comparedSections(asking, sections) ?? exitCodes(asking, sections)
  if (compared.length > 0) return wholeSections(asking, compared)
  const numbered = numberedSections(asking, sections)
  if (numbered.length > 0) return wholeSections(asking, numbered)
  const { kinds } = question
  if (kinds.has('release') && isFramed(asking))
    return listOf(
      sections.filter(({ title }) => VERSION.test(title)),
      'releases',
    )
  const prefixed = question.isList ? withPrefix(asking, sections) : undefined
  if (prefixed !== undefined) return prefixed
  const found = titled(asking, sections)
  if (found === undefined) {
    if (kinds.has('heading') && isFramed(asking)) return listOf(sections, 'sections')
    return question.isList
      ? (codeTitles(asking, sections) ?? tableRowsAnswer(asking, sections))
      : undefined
  }
  if (found.length > 1) return undefined
  const [section] = found
  if (!question.isHow && asksForEntries(asking, section!)) {
    const entries = entriesOf(asking, section!, sections)
    if (entries !== undefined) return entries
  }
  return isAboutPart(asking, section!) ? undefined : wholeSections(asking, [section!])
}

/** A part of settings, recipes or code below a title in a comment, if the question asks for all of it. */
export function bannerAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  if (question.isHow || !OF_PART.test(question.text)) return undefined
  const stems = new Set(question.stems)
  const [section, ...more] = sectionsOf(asking).filter(({ title, line, end }) => {
    const own = wordsOf(title)
    const isNamed = own.length > 0 && own.every((stem) => stems.has(stem))
    return isNamed && containsAll(asking, otherWords(asking, title), line, end)
  })
  return section && more.length === 0 ? wholeSections(asking, [section]) : undefined
}
const OF_PART = /\b(?:section|part|block|everything|all|whole|settings|options)\b/i

/** The sections of two things that are compared, if each has one. */
function comparedSections(
  { question }: Asking,
  sections: readonly Section[],
): readonly Section[] | undefined {
  const found = (comparedIn(question.text) ?? []).map((name) => {
    const wanted = plainTitle(name).replace(/^(?:the|an?) /, '')
    return sections.filter(({ title }) => plainTitle(title) === wanted)
  })
  const isWhole = found.length > 0 && found.every(({ length }) => length === 1)
  return isWhole ? found.flat() : undefined
}

const OF_EXIT = /\b(?:exit|return)(?:s|ed|ing)?[ -](?:with )?(?:codes?|status(?:es)?|values?)\b/i
const EXIT_TITLE = /^(?:exit|return) (?:status(?:es)?|codes?|values?)$|^diagnostics$/i

/** Manual pages call it `EXIT STATUS`, `RETURN VALUE` or `DIAGNOSTICS`. */
function exitCodes({ question }: Asking, sections: readonly Section[]): readonly Section[] {
  if (!OF_EXIT.test(question.text) || question.isList) return []
  const found = sections.filter(({ title }) => EXIT_TITLE.test(title.trim()))
  return found.length === 1 ? found : []
}

const LONG_SECTION = 120

/** A question with its own words about a long section asks for a part of it. */
function isAboutPart({ question, words }: Asking, { title, line, end }: Section): boolean {
  if (end - line < LONG_SECTION) return false
  const own = wordsOf(title)
  return question.contentWords.some(
    (stem) => !own.includes(stem) && words.vocabulary.find(stem) !== undefined,
  )
}

const MIN_PREFIXED = 3

/** `all CURLM codes` are the entries whose titles begin with CURLM_. */
function withPrefix({ question }: Asking, sections: readonly Section[]): Answer | undefined {
  for (const token of question.tokens.filter((one) => /^[A-Z]{2,}$/.test(one))) {
    const found = sections.filter(({ title }) => new RegExp(`^[\`*"]*${token}[_.:-]`).test(title))
    if (found.length >= MIN_PREFIXED) return listOf(found, `${token} entries`)
  }
  return undefined
}

const CODES = /\b(?:codes|constants|errors|statuses)\b/i
const OF_CODES = new Set(wordsOf('code constant error exit result return status'))
const CODE_TITLE =
  /^[`*"]*(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|[A-Z]{1,5}-?\d{2,5}\b|\d{3} [A-Z][a-z])/
const MIN_CODES = 5

/** `List all error codes` where they are titles: `CURLE_OK (0)`, `E1001`, `404 Not Found`. */
function codeTitles({ question, words }: Asking, sections: readonly Section[]): Answer | undefined {
  if (!CODES.test(question.text)) return undefined
  const isOfSome = question.contentWords.some(
    (stem) => !OF_CODES.has(stem) && words.vocabulary.find(stem) !== undefined,
  )
  const found = isOfSome ? [] : sections.filter(({ title }) => CODE_TITLE.test(title))
  return found.length < MIN_CODES ? undefined : listOf(found, nounOf(question.text))
}

const SERIES =
  /(?<![\w.])v?(\d+(?:\.\d+)*)(?:\.[x*]|(?:\.[x*])? (?:series|line|releases|versions))\b/i

/** `8.1.x`, `the 8.1 series`: its releases, with the items that contain the question's other words, where any do. */
function requestedSeries(asking: Asking, sections: readonly Section[]): Answer | undefined {
  const { question, structure } = asking
  const requested = SERIES.exec(question.text)?.[1]
  const found = sections.filter(
    ({ title }) => requested !== undefined && VERSION.exec(title)?.[1]?.startsWith(`${requested}.`),
  )
  const stems = question.contentWords.filter(
    (stem) => !wordsOf(`${requested} series line related`).includes(stem),
  )
  const about = found.flatMap((section) => {
    const { line, end } = section
    const items = solidLines(structure, line, end).filter(
      (item) => stemsIn(asking, stems, item).length > 0,
    )
    return items.length === 0 ? [] : [line, ...items.flatMap((item) => entryAt(asking, item))]
  })
  if (about.length === 0) return listOf(found, 'releases')
  return setOf(ascending(about), 'lines')
}

const MAX_NUMBERED = 3

/** `What does error 28 mean?` asks for the sections with the number in their titles. */
function numberedSections({ question }: Asking, sections: readonly Section[]): readonly Section[] {
  if (question.isHow || question.isList) return []
  const numbers = question.text.match(/(?<![\w.:-])\d{1,5}(?![\w:-]|\.\d)/g) ?? []
  const [number] = numbers
  if (number === undefined || numbers.length > 1) return []
  const isTitled = new RegExp(`(?<![\\w.:-])${number}(?![\\w:-]|\\.\\d)`)
  const found = sections.filter(({ title }) => isTitled.test(title) && !VERSION.test(title))
  return found.length <= MAX_NUMBERED ? found : []
}

/** Sections whose title is in the question, the longest title first; or whose title contains the question's words. */
function titled(asking: Asking, sections: readonly Section[]): Section[] | undefined {
  const { question } = asking
  const questionText = ` ${plainTitle(question.text)} `
  const quoted = new Set(question.quoted.map(plainTitle))
  let best: Section[] = []
  let length = 0
  for (const section of sections) {
    const title = plainTitle(section.title)
    if (title === '' || title.length < 3) continue
    const bare = title.replace(/^[\d.]+ /, '')
    const isQuoted = quoted.has(title) || quoted.has(bare) || isWritten(question.text, section)
    const matchedTitle =
      isQuoted || questionText.includes(` ${title} `)
        ? title
        : questionText.includes(` ${bare} `)
          ? bare
          : undefined
    if (matchedTitle === undefined) continue
    // `What does the documentation tell on X?` does not ask for the section `Documentation`.
    const own = wordsOf(title)
    const isAboutOther = question.contentWords.some((stem) => !own.includes(stem))
    if (!isQuoted && isAboutOther && own.every(isGenericWord)) continue
    const size = matchedTitle.length + (isQuoted ? 1000 : 0)
    if (size > length) {
      best = [section]
      length = size
    } else if (size === length) best.push(section)
  }
  if (best.length > 0) {
    const others = otherWords(asking, best[0]!.title)
    const about = best.filter(({ line, end }) => containsAll(asking, others, line, end))
    return others.length <= MAX_OTHER_WORDS && about.length > 0 ? about : undefined
  }
  return byWords(asking, sections)
}

/** A title of several words that the question writes as the text does. */
const isWritten = (text: string, { title }: Section): boolean =>
  /^\p{Lu}.* /u.test(title) && text.includes(title)

/** `all caching options` does not ask for the section `Options`. */
const isGenericWord = (stem: string): boolean => isFrameWord(stem) || kindsOfStem(stem).length > 0

/** A title with all content words of the question, if there is only one. */
function byWords({ question }: Asking, sections: readonly Section[]): Section[] | undefined {
  const { contentWords } = question
  if (
    contentWords.length === 0 ||
    (contentWords.length === 1 && (question.isHow || !question.isList))
  )
    return undefined
  const found = sections.filter(({ title }) => {
    const own = new Set(wordsOf(title))
    return (
      contentWords.every((stem) => own.has(stem)) &&
      own.size <= contentWords.length + (question.isHow ? 1 : 2)
    )
  })
  return found.length === 1 ? found : undefined
}

const MAX_OTHER_WORDS = 1

/** Words of the question about something else than this title. */
function otherWords({ question, words, split }: Asking, title: string): readonly string[] {
  // `git worktree lock` in the manual of git-worktree: its own name is said of all of it.
  const own = title === '' ? [] : wordsOf(`${title} ${lineOf(split, 0)}`)
  return knownWords({ words }, question.contentWords).filter((stem) => !own.includes(stem))
}

/** Whether the question names nothing but what it asks for. */
const isFramed = (asking: Asking): boolean => otherWords(asking, '').length === 0

function wholeSections({ structure }: Asking, sections: readonly Section[]): Answer {
  const lines = sections.flatMap(({ line, end }) => solidLines(structure, line, end))
  return partOf(ascending(lines), 'lines of the section')
}

function listOf(sections: readonly Section[], noun: string): Answer | undefined {
  if (sections.length === 0) return undefined
  const lines = sections.flatMap(({ line, titleEnd }) => [line, titleEnd])
  return {
    ...setOf(
      sections.map(({ line }) => line),
      noun,
    ),
    lines: ascending(lines),
  }
}
