// The chosen lines as a result, with what its reader must know about the rest.
import { countEvidence } from '../evidence/count-evidence.js'
import { countFolded } from '../evidence/warnings.js'
import { countedNames, missingNames } from '../rules/absent-names.js'
import type { Chosen } from '../select/choose.js'
import { expectedMisses, missChance } from '../select/expected-miss.js'
import { explain } from '../select/explain.js'
import type { ScoredText } from '../select/scored-text.js'
import type { SelectionInput } from '../select/select.js'
import type { PruneResult } from '../types.js'
import { pruned, type ResultMeta } from './result.js'

export function renderAnswer(
  scored: ScoredText,
  selection: SelectionInput,
  { kept, losses, notWidened }: Chosen,
  meta: ResultMeta,
): PruneResult {
  const { input, named, inside, textTokens, isAboutAll, isByNumbers, lines, answer } = scored
  const { split, protection, tokens, deadline } = lines
  deadline.check()
  const evidence = countEvidence(split, scored.reported, kept, deadline)
  const memberCounts = countMembers(scored, kept)
  const isByShape = answer !== undefined && answer.shape !== 'none'
  // Errors next to an answer that says what is missing are not an answer.
  const isByErrors = evidence.shown > 0 && answer?.shape !== 'none'
  const isAnswered = isByErrors || isByNumbers || isByShape
  const expectedMiss = expectedMisses(
    missChance({ ...lines, kept, isPartial: isPartial(scored, memberCounts, kept) }),
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
      ...memberCounts,
      ...(notWidened > 0 && { notWidened }),
      explanation: explain(selection, losses, kept),
    },
    meta,
  )
}

/** How many of the things asked for are shown: part of a list must not look like all of it. */
function countMembers({ answer }: ScoredText, kept: Uint8Array): Pick<PruneResult, 'members'> {
  if (answer === undefined || answer.members.length === 0) return {}
  const { noun, members } = answer
  const shown = members.filter((line) => kept[line] === 1).length
  return { members: { noun, shown, total: members.length } }
}

/** A list that only words led to may be part of one. What failed is evidence, which is counted by itself. */
function isPartial(
  { input, answer, inside, isByNumbers }: ScoredText,
  { members }: Pick<PruneResult, 'members'>,
  kept: Uint8Array,
): boolean {
  if (members !== undefined) return members.shown < members.total
  const { question } = input
  if (answer !== undefined || isByNumbers || question.origin === 'implicit') return false
  if (!question.parsed.isForAll || question.asks('failures') || question.asks('warnings'))
    return false
  return kept.includes(0) || inside.length > 0
}
