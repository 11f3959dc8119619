// Questions about settings: the key that is named, or the keys that contain most of the question's words.
import { type Answer, type Asking, ascending, setOf, solidLines } from './answer.js'
import { dataAnswer, isForValue } from './data-answer.js'
import { ancestorsOf, type DataKey, keysOf } from './data-keys.js'
import { childrenOf, MAX_WHOLE_LINES, recordNames, referredKeys, valueLines } from './data-parts.js'
import { type FoundKeys, searchKeys } from './key-search.js'
import { recordAnswer } from './record-answer.js'

/** Below this share of the question's words, the keys are not what is asked for. */
const MIN_COVERAGE = 0.4
/** Below this one, other lines may be needed as well. */
const GOOD_COVERAGE = 0.9
/** Factor for other lines then: they are as likely as without an answer. */
export const UNSURE = 1
/** Records with a value are replaced only by keys that contain clearly more. */
const CLEARLY = 0.3
/** So many keys are a list, if one is asked for, and so many are an answer. */
const MAX_KEYS = { listed: 60, others: 6 } as const
/** Of more keys than this, only short contents are shown. */
const FEW = 3
const SHORT = 6

export function keyAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  const named = dataAnswer(asking) ?? recordAnswer(asking)
  if ((question.isHow && !isForValue(question)) || isAboutVariables(question) || isOfMembers(named))
    return named
  const keys = keysOf(asking)
  const found = searchKeys(asking, keys)
  if (found === undefined || found.coverage < MIN_COVERAGE) return named
  if (found.keys.length > (question.isList ? MAX_KEYS.listed : MAX_KEYS.others)) return named
  if (named !== undefined && isAnswered(named, found, question.isList)) return named
  return {
    ...setOf(
      found.keys.map(({ line }) => line),
      'entries',
    ),
    lines: ascending([...(named?.lines ?? []), ...linesOf(asking, keys, found.keys)]),
    ...(found.coverage < GOOD_COVERAGE && { elsewhere: UNSURE }),
  }
}

const isAboutVariables = ({ text }: Asking['question']): boolean => /\bvariables?\b/i.test(text)

/** Whether members of a key were chosen by what they have or lack: endpoints, services without ports. */
const isOfMembers = (named: Answer | undefined): boolean =>
  named?.shape === 'set' && named.noun !== 'entries'

/** Whether the named key or records contain as much of the question as the keys that were found. */
function isAnswered(named: Answer, found: FoundKeys, isList: boolean): boolean {
  const first = named.lines[0]!
  // `Which images are used?` asks for all of them, though one is the outermost.
  if (isList && found.keys.length > 1 && found.keys.some(({ line }) => line === first)) return false
  const isOfRecords = named.shape === 'rows'
  const margin = isOfRecords ? CLEARLY : 0
  if (found.coverageOf(named.lines) + margin >= found.coverage) return true
  return !isOfRecords && !found.includes(first)
}

/** The keys with the keys around them, their contents, and what these refer to. */
function linesOf(asking: Asking, keys: readonly DataKey[], found: readonly DataKey[]): number[] {
  const longest = found.length > FEW ? SHORT : MAX_WHOLE_LINES
  const referred = found.flatMap((key) => referredKeys(asking, keys, key))
  return [
    ...[...found, ...referred].flatMap(ancestorsOf).map(({ line }) => line),
    ...found.flatMap(({ line }) => recordNames(asking, line)),
    ...referred.flatMap((key) => valueLines(asking, key)),
    ...found.flatMap((key) =>
      key.end - key.line <= longest
        ? solidLines(asking.structure, key.line, key.end)
        : [key.line, ...childrenOf(asking, key)],
    ),
  ]
}
