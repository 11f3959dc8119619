// How far the savings can be trusted, in one sentence: the same in a terminal and on the page.
import { counted, figure, percent, ratio, shareInterval } from '../../process/figures.js'
import type { Sum } from './summary.js'

/** How often a cut line turned out to be needed, and how certain that is. */
export function trustText({ cut, needed }: Pick<Sum, 'cut' | 'needed'>): string {
  if (cut === 0) return 'Nothing was cut'
  const [low, high] = shareInterval(needed, cut)
  return `Cuts needed again: ${figure(needed)} of ${figure(cut)} (${percent(ratio(needed, cut))}, 95 % interval ${percent(low)} to ${percent(high)}), recovered or asked again. A lower bound: an agent that went on without a line it needed leaves no trace`
}

export const shellText = ({ calls, raw, shown }: Pick<Sum, 'calls' | 'raw' | 'shown'>): string =>
  `Apart, at a prompt: ${counted(calls, 'call')} by people, ${figure(raw)} tokens raw, ${figure(shown)} shown`
