// The chosen lines as a result, with what its reader must know about the rest.
import { countEvidence } from '../evidence/count-evidence.js'
import { countFolded } from '../evidence/warnings.js'
import { countedNames, missingNames } from '../rules/absent-names.js'
import type { Chosen } from '../select/choose.js'
import { expectedMisses, missChance } from '../select/expected-miss.js'
import { explain } from '../select/explain.js'
import type { SelectionInput } from '../select/select.js'
import type { Weighed } from '../select/weighed.js'
import type { PruneResult } from '../types.js'
import { pruned, type ResultMeta } from './result.js'

export function renderAnswer(
  weighed: Weighed,
  selection: SelectionInput,
  { kept, losses, notWidened }: Chosen,
  meta: ResultMeta,
): PruneResult {
  const { input, named, inside, textTokens, isAboutAll, isByNumbers, lines, answer } = weighed
  const { split, protection, tokens, deadline } = lines
  deadline.check()
  const evidence = countEvidence(split, weighed.reported, kept, deadline)
  const told = membersShown(weighed, kept)
  const isByShape = answer !== undefined && answer.shape !== 'none'
  // Errors beside an answer that says what is missing are no answer.
  const isByErrors = evidence.shown > 0 && answer?.shape !== 'none'
  const isAnswered = isByErrors || isByNumbers || isByShape
  const expectedMiss = expectedMisses(
    missChance({ ...lines, kept, missingMembers: missingIn(told) }),
  )
  return pruned(
    { split, kept, repeats: protection.repeats, tokens, textTokens, expectedMiss, deadline },
    {
      parts: inside.filter(({ line }) => kept[line - 1] === 1),
      absent: isAboutAll ? [] : missingNames(input, named, isAnswered),
      counted: countedNames(split, named, kept),
      foldedWarnings:
        protection.warnings === undefined ? 0 : countFolded(protection.warnings, kept),
      foldedErrors: evidence.folded,
      droppedErrors: evidence.dropped,
      ...told,
      ...(notWidened > 0 && { notWidened }),
      explanation: explain(selection, losses, kept),
    },
    meta,
  )
}

/** How many of the things asked for are shown: part of a list must not look like all of it. */
function membersShown({ answer }: Weighed, kept: Uint8Array): Pick<PruneResult, 'members'> {
  if (answer === undefined || answer.shape === 'none') return {}
  const { noun, members } = answer
  const shown = members.filter((line) => kept[line] === 1).length
  return { members: { noun, shown, total: members.length } }
}

const missingIn = ({ members }: Pick<PruneResult, 'members'>): number =>
  members === undefined ? 0 : members.total - members.shown
