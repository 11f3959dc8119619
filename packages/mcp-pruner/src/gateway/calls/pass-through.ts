// Whether an answer passes as the text that it came in, and how one that must not be cut is passed.
import type { Shown } from '../../clients/output-mode.js'
import { type Answer, isFields } from '../../rpc/message.js'
import { exactResult, inClientForm } from '../shape/client-form.js'
import { hasLargeImages } from '../shape/images.js'
import { overflowOf } from '../shape/overflow.js'
import { isReducedBy } from '../shape/reduce.js'
import { withVisibleTexts } from '../shape/visible-blocks.js'
import type { SchemaThread } from '../shrink/schema/schema-thread.js'
import type { StoredAnswers } from '../stored-answers/stored-answers.js'
import type { WrappedTool } from '../wire/client/catalog.js'
import type { ToolRules } from './rules.js'

/** What is known of the call whose answer is shaped. */
export interface CallContext {
  readonly tool: WrappedTool
  readonly rules: ToolRules
  readonly contract: 'always' | 'overflow'
  readonly images: 'limit' | 'pass'
  readonly shown: Shown
  readonly storedAnswers: StoredAnswers
  readonly schemas: SchemaThread
  readonly durationMs: number
  /** The only fields of data that are wanted. */
  readonly fields?: readonly string[]
  readonly log: (level: 'info' | 'warn', event: string, data: object) => void
}

/** What was judged is serialised again, so that exactly it is sent. */
export const isAmbiguous = ({ structure }: Answer): boolean => structure.hasDuplicateNames

/** Nothing of it has to be cut or shown in another form. */
export function isWithin(
  answer: Answer,
  { contract, fields, rules, shown, images }: CallContext,
): boolean {
  const { value } = answer
  if (contract === 'always' || fields || !isFields(value)) return false
  // First, because a large text is only measured, and otherwise searched for control characters.
  if (overflowOf(value, rules, false, answer.text)) return false
  if (shown !== 'unknown' && withVisibleTexts(value) !== value) return false
  if (inClientForm(value, shown) !== value) return false
  if (isReducedBy(rules.reduction, value)) return false
  return images === 'pass' || !hasLargeImages(value)
}

/** As it came: to a program byte for byte, to a model with its control characters visible. */
export function passThrough(answer: Answer, { shown }: Pick<CallContext, 'shown'>): unknown {
  const { value } = answer
  if (!isFields(value)) return value
  if (isAmbiguous(answer)) {
    const result = { ...exactResult(answer) }
    return shown === 'unknown' ? result : withVisibleTexts(result)
  }
  if (shown === 'unknown' || withVisibleTexts(value) === value) return value
  return withVisibleTexts(exactResult(answer))
}
