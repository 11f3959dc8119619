// The table of figures by kind of call, for a terminal, a file and the page alike.
import { counted, figure, percent, ratio } from '../../process/figures.js'
import type { ReplayFigures } from './replay-figures.js'

export const KIND_HEADS: readonly string[] = [
  'kind',
  'outputs',
  'pruned',
  'raw',
  'shown',
  're-read',
  'block',
  'used',
  'cut',
]

export const kindRow = (name: string, of: ReplayFigures): string[] => [
  name,
  figure(of.outputs),
  figure(of.pruned),
  figure(of.raw),
  percent(ratio(of.shown, of.raw)),
  percent(ratio(of.net, of.raw)),
  percent(ratio(of.block, of.raw)),
  figure(of.used),
  figure(of.usedCut),
]

/** The kinds with the most tokens first. */
export const kindsOf = (
  byKind: Readonly<Record<string, ReplayFigures>>,
): readonly (readonly [string, ReplayFigures])[] =>
  Object.entries(byKind).sort(([, a], [, b]) => b.raw - a.raw)

/** Tokens as they were, and as they would have been in three ways of counting. */
export const tokenRows = ({ raw, shown, net, block }: ReplayFigures) =>
  [
    { label: 'as it was', value: raw },
    { label: 'as it would have been', value: shown },
    { label: 'every miss re-read whole', value: net },
    { label: 'every miss had back by its cut run', value: block },
  ] as const

/** A bucket of `shares`, the last of which has no upper end. */
export const shareLabel = (bucket: number): string =>
  bucket === 10 ? '100 % and more' : `${bucket * 10}–${bucket * 10 + 10} %`

export const damageText = (lines: number): string =>
  `${counted(lines, 'damaged line')} ${lines === 1 ? 'was' : 'were'} skipped.`
