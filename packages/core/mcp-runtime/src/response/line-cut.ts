// A long string inside data, cut by lines to the room that it has, with a last line that says how to read on.
import { type Encoding, jsonCost, jsonStringBytes } from '../json/sizes.js'
import { cutNote, shapeLines, splitLines } from './lines.js'
import type { Omission } from './omission-notes.js'

export interface LinePolicy {
  /** A longer string is a text. */
  readonly longerThan: number
  /** The last line of a text that was cut. */
  readonly readOn: (omission: Omission, firstCutLine: number) => string
  /** The lines (0-based) of a text that report an error. */
  readonly evidence: (text: string) => (line: number) => boolean
  /** The lines that were chosen, where long ones are shown in parts. */
  readonly inParts?: string | undefined
}

interface LineCutOptions extends LinePolicy {
  readonly encoding: Encoding
  /** The lines (0-based) that were chosen. */
  readonly isChosenLine: ((line: number) => boolean) | undefined
  readonly place: () => Required<Pick<Omission, 'path' | 'source'>>
}

export interface LineCut {
  readonly value: string
  readonly cost: number
  /** Absent: nothing was left out. */
  readonly omission?: Omission
}

/** Less of a text says nothing. */
const MIN_BYTES = 120
const TRIES = 4

/** `undefined`: there is no room even for the last line. `room` may be infinite: then exactly what was chosen. */
export function lineCut(text: string, room: number, options: LineCutOptions): LineCut | undefined {
  const { encoding, isChosenLine } = options
  const costOf = (made: string): number => jsonCost(JSON.stringify(made), encoding)
  if (room === Number.POSITIVE_INFINITY || isChosenLine) {
    const wanted = onlyWanted(text, options)
    const cost = room === Number.POSITIVE_INFINITY ? 0 : costOf(wanted.value)
    if (cost <= room) return { ...wanted, cost }
  } else if (text.length <= room) {
    const cost = costOf(text)
    if (cost <= room) return { value: text, cost }
  }
  const total = splitLines(text).length
  const cutAt = (shown: number, firstCut: number, lines: string): LineCut => {
    const omission = omitted(text, shown, total, options)
    const value = lines + options.readOn(omission, firstCut)
    return { value, cost: costOf(value), omission }
  }
  const bare = cutAt(0, 1, '')
  // As many bytes of the text's own as there is room for, judged by a sample.
  const sample = text.slice(0, SAMPLE_CHARS)
  const growth = costOf(sample) / jsonStringBytes(sample)
  let maxBytes = Math.floor((room - bare.cost - SLACK) / growth)
  for (let attempt = 0; attempt < TRIES && maxBytes >= MIN_BYTES; attempt++) {
    const keep = isChosenLine ? { first: isChosenLine } : { keep: options.evidence(text) }
    const shaped = shapeLines(text, { maxBytes, ...keep })
    if (!shaped.truncated) return { value: text, cost: costOf(text) }
    const end = shaped.text.endsWith('\n') ? '' : '\n'
    const cut = cutAt(shaped.shownLines, shaped.firstCutLine, shaped.text + end)
    if (cut.cost <= room) return cut
    maxBytes -= Math.ceil((cut.cost - room) / growth) + SLACK
  }
  return bare.cost <= room ? bare : undefined
}
const SAMPLE_CHARS = 20_000
/** Numbers in the last line may have more digits than at first. */
const SLACK = 16

function onlyWanted(text: string, options: LineCutOptions): Omit<LineCut, 'cost'> {
  const { isChosenLine, inParts } = options
  if (!isChosenLine) return { value: text }
  const lines = splitLines(text)
  const whole = inParts === undefined ? undefined : new Set(splitLines(inParts))
  const isShown = (line: number): boolean =>
    isChosenLine(line) && (whole?.has(lines[line] ?? '') ?? true)
  const firstCut = lines.findIndex((_, i) => !isShown(i))
  if (firstCut === -1) return { value: text }
  const shownLines = lines.filter((_, i) => isShown(i)).length
  const omission = omitted(text, shownLines, lines.length, options)
  const last = options.readOn(omission, firstCut + 1)
  const shown = inParts ?? keptLinesOf(lines, isChosenLine)
  return { value: `${shown}\n${last}`, omission }
}

const omitted = (
  { length }: string,
  shown: number,
  total: number,
  { place }: LineCutOptions,
): Omission => ({ ...place(), shown, total, unit: 'lines', characters: length })

/** The lines that are kept, with how many are missing in between. */
export function keptLinesOf(lines: readonly string[], isKept: (line: number) => boolean): string {
  const out: string[] = []
  let next = 0
  for (let at = 0; at <= lines.length; at++) {
    if (at < lines.length && !isKept(at)) continue
    if (at > next) out.push(cutNote(next + 1, at))
    if (at < lines.length) out.push(lines[at] ?? '')
    next = at + 1
  }
  return out.join('\n')
}
