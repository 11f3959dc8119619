// The one rule of what an error line is, for those who cut a text by other means than the engine.
import { Deadline } from '../deadline.js'
import { splitText } from '../split/lines.js'
import { indexWords } from '../split/words.js'
import { evidenceFinder } from './evidence.js'

/** Says for each line (0-based) whether it tells of something that went wrong. */
export function evidenceLines(text: string): (line: number) => boolean {
  const split = splitText(text)
  const isEvidence = evidenceFinder(split, indexWords(split, new Deadline(undefined, undefined)))
  return (line) => line < split.count && isEvidence(line)
}
