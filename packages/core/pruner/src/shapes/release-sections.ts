// The releases of a changelog that a question names: one, several, all of a range, all since one.
import { ordinalIn } from '../question/ordinals.js'
import { isChangeWord } from '../question/shape-words.js'
import { wordsOf } from '../text/words.js'
import { type Asking, knownWords } from './answer.js'
import type { Section } from './sections.js'

export const VERSION =
  /(?<![\w.])v?(\d+\.\d+(?:\.\d+)*(?:[-.](?:alpha|beta|rc|pre|dev|a|b)[-.]?\d*)?)(?![\w]|\.\d)/i
const EVERY_VERSION = new RegExp(VERSION, 'gi')
const versionsIn = (text: string): string[] =>
  [...text.matchAll(EVERY_VERSION)].map((match) => match[1]!.toLowerCase())

const RANGE =
  /\b(?:between|from|upgrad\w*|mov\w* from|going from)\b.{0,40}?\d.{0,20}?(?:\band\b|\bto\b|->|→|-|–|\.\.)/i
const SINCE = /\b(?:since|after|newer than|later than)\s+(?:version |release |v)?\d/i

export function requestedReleases(
  asking: Asking,
  sections: readonly Section[],
): readonly Section[] {
  const { question } = asking
  const requested = versionsIn(question.text)
  const [one, two] = requested
  if (one === undefined) return releaseByAge(asking, sections)
  const isSince = two === undefined && SINCE.test(question.text)
  if (isSince) return released(sections, (own) => compare(own, one) > 0)
  if (two !== undefined && requested.length === 2 && RANGE.test(question.text)) {
    const [low, high] = compare(one, two) < 0 ? [one, two] : [two, one]
    return released(sections, (own) => compare(own, low) >= 0 && compare(own, high) <= 0)
  }
  return requested.flatMap((version) => sectionOf(version, sections) ?? [])
}

const OF_RELEASES = /\b(?:releases?|versions?)\b/i

/** `What came with the latest release?` */
function releaseByAge(asking: Asking, sections: readonly Section[]): readonly Section[] {
  const { text, contentWords } = asking.question
  const ordinal = ordinalIn(text)
  if (ordinal === undefined || !OF_RELEASES.test(text)) return []
  const order = wordsOf(`${ordinal.text} release version change`)
  const others = contentWords.filter((stem) => !order.includes(stem) && !isChangeWord(stem))
  if (knownWords(asking, others).length > 0) return []
  const all = released(sections, () => true).toSorted((a, b) =>
    compare(versionsIn(b.title)[0]!, versionsIn(a.title)[0]!),
  )
  return ordinal.end === 'newest' ? all.slice(0, ordinal.count) : all.slice(-ordinal.count)
}

/** Sections whose titles name one version that is wanted. */
const released = (sections: readonly Section[], isWanted: (version: string) => boolean) =>
  sections.filter(({ title }) => {
    const [own, ...more] = versionsIn(title)
    return own !== undefined && more.length === 0 && isWanted(own)
  })

/** The version must equal the title's version. */
function sectionOf(version: string, sections: readonly Section[]): Section | undefined {
  const found = sections.filter(({ title }) => {
    const own = versionsIn(title)
    return own.length === 1 ? isSameVersion(own[0]!, version) : own[0] === version
  })
  return found.find(({ line, end }) => end - line > 1) ?? found[0]
}

/** `3.0` asks for `3.0.0` if there is no other. */
function isSameVersion(own: string, requested: string): boolean {
  return own === requested || own === `${requested}.0` || `${own}.0` === requested
}

/** By their numbers; what precedes a release is below it. */
function compare(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return Number(isPre(b)) - Number(isPre(a))
}

const numbersOf = (version: string): number[] =>
  (/^[\d.]+/.exec(version)?.[0] ?? '').split('.').filter(Boolean).map(Number)
const isPre = (version: string): boolean => /[a-z]/.test(version)
