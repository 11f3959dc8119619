// What rules are given for a request, for the tests of rules.
import { Deadline } from '../deadline.js'
import { protect } from '../evidence/protect.js'
import { scoringInput } from '../scorer/scoring-input.js'
import { withPartHeads } from '../text/part-heads.js'
import type { PruneRequest } from '../types.js'
import { findNames } from './names.js'
import type { Known } from './rule.js'

export function knownOf(request: PruneRequest): Known {
  const input = scoringInput(request)
  const deadline = new Deadline(undefined, undefined)
  const { question, family, split } = input
  return {
    input,
    structure: withPartHeads(split, input.structure, family, deadline),
    names: findNames(input),
    protection: protect(request, input, deadline),
    isOverview: question.isOverview,
  }
}
