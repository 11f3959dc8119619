// The input of a scorer, and of every later stage: a text and its question.
import { Deadline } from '../deadline.js'
import { withJoinedWords } from '../question/joined-words.js'
import { parseQuestion } from '../question/question.js'
import { withSpelling } from '../question/spelling.js'
import { familyOf } from '../text/family.js'
import { type SplitText, splitText } from '../text/lines.js'
import { detectSourceType } from '../text/source-type.js'
import { analyseStructure } from '../text/structure.js'
import { indexWords } from '../text/words.js'
import type { PruneRequest, ScoringInput } from '../types.js'

/** The parts of a request that a scorer may use. */
type ScoredRequest = Pick<
  PruneRequest,
  'text' | 'goal' | 'origin' | 'sourceType' | 'fileName' | 'context' | 'task' | 'firstLine'
>

/** For measuring a scorer on its own. */
export function scoringInput(request: ScoredRequest): ScoringInput {
  return analyse(request, splitText(request.text), new Deadline(undefined, undefined))
}

export function analyse(
  request: ScoredRequest,
  split: SplitText,
  deadline: Deadline,
): ScoringInput {
  const { origin, fileName, context, task, firstLine = 1 } = request
  const sourceType = sourceTypeOf(request)
  const words = indexWords(split, deadline)
  return {
    split,
    words,
    structure: analyseStructure(split, sourceType, deadline),
    question: withSpelling(withJoinedWords(parseQuestion(request), words), words),
    sourceType,
    family: familyOf(split, sourceType, fileName),
    firstLine,
    ...(fileName === undefined ? {} : { fileName }),
    ...(context === undefined ? {} : { call: context }),
    // An explicit question is answered the same way, wherever the text came from.
    ...(origin === 'explicit' || context === undefined ? {} : { context }),
    ...(origin === 'explicit' || task === undefined ? {} : { task }),
    checkDeadline: () => deadline.check(),
  }
}

export function sourceTypeOf(request: Pick<PruneRequest, 'text' | 'sourceType' | 'fileName'>) {
  const { text, sourceType = 'auto', fileName } = request
  return sourceType === 'auto' ? detectSourceType(text, fileName) : sourceType
}
