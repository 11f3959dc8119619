// What the client is shown of an answer, or of what a question chose of it: in its form, without large pictures, with
// the wanted fields alone.
import { countOf } from '@jeeves/mcp-runtime'
import { AppError } from '../../errors/app-error.js'
import { type Answer, type Fields, isFields } from '../../rpc/message.js'
import { baseIn, exactResult, inClientForm, wholeText } from '../shape/client-form.js'
import { boundImages } from '../shape/images.js'
import { fieldsWithNote, pickFields } from '../shape/pick-fields.js'
import { SentValue } from '../shape/sent-value.js'
import type { Choice, ShapeContext } from '../shape/shape-context.js'
import { asResult, onlyData } from '../shape/shape-result.js'
import { visibleText, withVisibleTexts } from '../shape/visible-blocks.js'
import { markOf, noteOf } from '../shrink/note.js'
import { focusRef } from './choice-note.js'
import { type CallContext, isAmbiguous } from './pass-through.js'
import type { ToolRules } from './rules.js'
import type { Chosen } from './smaller-choices.js'

/** Whether control characters in its texts are made visible before they are cut. */
export type Form = 'as it came' | 'visible'

/** A server's answer, and what is stored of it while it is shaped. */
export class AnswerSource {
  readonly answer: Answer
  readonly call: CallContext
  /** With every digit of its numbers. */
  readonly original: Fields
  readonly #storing: Promise<boolean>[] = []

  constructor(answer: Answer, call: CallContext) {
    this.answer = answer
    this.call = call
    const exact = isFields(answer.value) ? exactResult(answer) : asResult(answer.value)
    // What is not the server's own text is serialised again.
    this.original = isAmbiguous(answer) ? { ...exact } : exact
  }

  /** The reference to the text, which is still being written. */
  readonly keep = async (text: string): Promise<string> => {
    const { storedAnswers, tool, rules } = this.call
    const domain = rules.domain ?? tool.upstream.label
    const { ref, isStored } = await storedAnswers.startKeeping(domain, tool.exposedName, text)
    this.#storing.push(isStored)
    return ref
  }

  /** Every reference given out so far can be read. Throws `not_kept` if one cannot. */
  async stored(): Promise<void> {
    const isStored = await Promise.all(this.#storing)
    if (isStored.includes(false)) throw new AppError('not_kept', 'it could not be kept')
  }
}

export interface View {
  readonly result: Fields
  /** A value of which only some fields are shown, and the same with a note that says so. */
  readonly picked?: ShapeContext['picked']
  /** What is said about the fields that were asked for. */
  readonly fieldsNote?: string
}

export async function viewOf(
  source: AnswerSource,
  chosen: Chosen | undefined,
  form: Form,
): Promise<View> {
  const { images, shown, fields } = source.call
  const whole = chosen?.focused.result ?? source.original
  const bounded = images === 'pass' ? whole : await boundImages(whole, source.keep)
  const sent = inClientForm(bounded, shown)
  const view = { result: form === 'visible' ? withVisibleTexts(sent) : sent }
  return fields ? withFields(source, view, fields, chosen, form) : view
}

/** Only the wanted fields, where the tool's schema leaves out the others too. */
async function withFields(
  source: AnswerSource,
  view: View,
  fields: readonly string[],
  chosen: Chosen | undefined,
  form: Form,
): Promise<View> {
  const { result } = view
  const { structuredContent } = result
  const value = structuredContent ?? onlyData(result)?.value
  if (value === undefined) return view
  const { cuts = [] } = chosen?.focused.choice ?? {}
  const hasCutsInItems = cuts.some(({ path }) => path.some((key) => /^\d+$/.test(key)))
  const picked = pickFields(value, fields, hasCutsInItems)
  if (!picked) {
    const none = `none of these fields is there, so all are shown: ${named(fields)}`
    return { result, fieldsNote: markOf(none) }
  }
  const { missing, left } = picked
  const without = left > 0 ? `, ${countOf(left, 'item')} without them left out` : ''
  const absent = missing.length > 0 ? `, not there: ${named(missing)}` : ''
  const context = contextOf(source, view, chosen, source.call.rules, form)
  const ref = await context.keep(context.whole())
  const note = noteOf(`only the fields asked for shown${without}${absent}`, ref)
  const withNote =
    structuredContent === undefined
      ? picked.value
      : await fieldsWithNote(picked.value, value, { ref, note }, context)
  if (withNote === undefined) {
    const needed = "the tool's schema asks for all fields, so all are shown"
    return { result, fieldsNote: markOf(needed) }
  }
  return {
    result: SentValue.in(result).with(withNote),
    picked: { value: picked.value, withNote },
    fieldsNote: note,
  }
}

const named = (fields: readonly string[]): string => fields.join(', ').slice(0, 120)

export function contextOf(
  { answer, call, original, keep }: AnswerSource,
  { picked }: View,
  chosen: Chosen | undefined,
  rules: ToolRules,
  form: Form,
): ShapeContext {
  const { tool, shown, schemas, durationMs, fields } = call
  const { structuredContent: value = onlyData(original)?.value } = original
  const { outputSchema } = tool.definition
  const known = chosen && focusRef(chosen.pruning)
  return {
    ...rules,
    tool: tool.name,
    outputSchema: shown === 'unknown' && isFields(outputSchema) ? outputSchema : undefined,
    schemas,
    durationMs,
    choice: chosen && shownChoice(chosen.focused.choice, form, fields !== undefined),
    // What a question left out is kept already, and the whole holds what is cut now as well.
    keep: async (text) => known ?? keep(text),
    whole: () => wholeText(original, answer),
    everything: () => answer.text,
    picked,
    original: value,
    isStructured: original['structuredContent'] !== undefined,
    get base() {
      return baseIn(original, inClientForm(original, shown))
    },
  }
}

/** Of what was picked by its fields, a choice cannot be made again. */
function shownChoice(choice: Choice, form: Form, isPicked: boolean): Choice {
  const { data, lines, ...rest } = choice
  return {
    ...rest,
    ...(data && !isPicked && { data }),
    ...(lines && {
      lines: form === 'visible' ? { ...lines, text: visibleText(lines.text) } : lines,
    }),
  }
}
