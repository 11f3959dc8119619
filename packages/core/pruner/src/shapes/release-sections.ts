// The releases of a changelog that a question names: one, several, all of a range, all since one.
import type { Asking } from './answer.js'
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
  { question }: Asking,
  sections: readonly Section[],
): readonly Section[] {
  const requested = versionsIn(question.text)
  const [one, two] = requested
  if (one === undefined) return []
  const isSince = two === undefined && SINCE.test(question.text)
  if (isSince) return released(sections, (own) => compare(own, one) > 0)
  if (two !== undefined && requested.length === 2 && RANGE.test(question.text)) {
    const [low, high] = compare(one, two) < 0 ? [one, two] : [two, one]
    return released(sections, (own) => compare(own, low) >= 0 && compare(own, high) <= 0)
  }
  return requested.flatMap((version) => sectionOf(version, sections) ?? [])
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
