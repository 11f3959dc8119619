// One answer of a server, as the client is sent it: as it came, chosen from, or cut. Whatever is missing is said in it,
// and if that cannot be done it passes as it came. The stages: what the client is shown (`answer-view.ts`), a note on
// what a question left out (`choice-note.ts`), smaller choices while that is too much (`smaller-choices.ts`), and then
// the cut (`../shape`).
import { isAppError } from '../../errors/app-error.js'
import { MAX_LEVELS } from '../../rpc/json-structure.js'
import { type Answer, type Fields, isFields } from '../../rpc/message.js'
import { countedBytes, textBlock, textsOf, withBlock } from '../shape/blocks.js'
import { overflowOf } from '../shape/overflow.js'
import { isReducedBy } from '../shape/reduce.js'
import { shapeAlways } from '../shape/shape-always.js'
import { onlyData, shapeResult } from '../shape/shape-result.js'
import { visiblyWithin, withVisibleTexts } from '../shape/visible-blocks.js'
import { noteOf } from '../shrink/note.js'
import { AnswerSource, contextOf, type Form, type View, viewOf } from './answer-view.js'
import { withChoiceNote } from './choice-note.js'
import { type CallContext, isWithin, passThrough } from './pass-through.js'
import type { ToolRules } from './rules.js'
import { type Chosen, SmallerChoices } from './smaller-choices.js'

/** `answer.value` itself when nothing was changed. Whatever goes wrong, the answer is as good as it was. */
export async function shapeAnswer(
  answer: Answer,
  chosen: Chosen | undefined,
  call: CallContext,
): Promise<unknown> {
  try {
    return await boundAnswer(answer, chosen, call)
  } catch (error) {
    const { levels } = answer.structure
    if (levels > MAX_LEVELS) return tooDeep(answer, levels, call)
    call.log('warn', 'response.shaping_failed', { message: (error as Error).message })
    return passThrough(answer, call)
  }
}

/** Some answers nest deeper than any reader of JSON can follow. */
async function tooDeep(
  answer: Answer,
  levels: number,
  { tool, rules, storedAnswers }: CallContext,
): Promise<Fields> {
  const domain = rules.domain ?? tool.upstream.label
  const ref = await storedAnswers.keep(domain, tool.exposedName, answer.text)
  const what = `the answer is nested too deeply to be shown, ${levels} levels`
  const text = ref === undefined ? what : noteOf(what, ref)
  return { content: [textBlock(text)], isError: true }
}

async function boundAnswer(
  answer: Answer,
  chosen: Chosen | undefined,
  call: CallContext,
): Promise<unknown> {
  if (!isFields(answer.value) && call.contract !== 'always') return answer.value
  if (isWhole(chosen) && isWithin(answer, call)) return passThrough(answer, call)
  try {
    return (
      (await shapedVisibly(new AnswerSource(answer, call), chosen)) ?? passThrough(answer, call)
    )
  } catch (error) {
    if (!isAppError(error, 'not_kept')) throw error
    call.log('warn', 'response.passed_whole', { reason: 'it could not be kept' })
    return passThrough(answer, call)
  }
}

/** No line or item was left out. */
const isWhole = (chosen: Chosen | undefined): boolean =>
  chosen === undefined || chosen.focused.choice.isWhole === true

/** With its control characters visible. */
async function shapedVisibly(
  source: AnswerSource,
  chosen: Chosen | undefined,
): Promise<Fields | undefined> {
  const { contract, rules, shown } = source.call
  const { maxBytes } = rules.limits
  // A program that is sent envelopes has the texts in them as data.
  const isProgram = contract === 'always' && shown === 'unknown'
  const make = (most: number, form: Form) => shaped(source, chosen, most, form)
  // To look through megabytes for control characters takes as long as to cut them, and most have none.
  const plain = chosen && !isProgram ? undefined : await make(maxBytes, 'as it came')
  if (plain && (isProgram || withVisibleTexts(plain) === plain)) return plain
  const visibly = (most: number) => make(most, 'visible')
  const made = await visibly(maxBytes)
  return made && visiblyWithin(made, maxBytes, visibly)
}

async function shaped(
  source: AnswerSource,
  chosen: Chosen | undefined,
  maxBytes: number,
  form: Form,
): Promise<Fields | undefined> {
  const { contract, rules, fields } = source.call
  const bounded: ToolRules = { ...rules, limits: { ...rules.limits, maxBytes } }
  const made =
    contract === 'always'
      ? await enveloped(source, chosen, bounded, form)
      : fields
        ? await withFieldsNote(source, chosen, bounded, form)
        : (await fitted(source, chosen, bounded, form))?.result
  await source.stored()
  return made
}

/** What is said about fields takes at most this much. */
const FIELDS_NOTE_BYTES = 420

async function withFieldsNote(
  source: AnswerSource,
  chosen: Chosen | undefined,
  rules: ToolRules,
  form: Form,
): Promise<Fields | undefined> {
  const maxBytes = rules.limits.maxBytes - FIELDS_NOTE_BYTES
  const made = await fitted(
    source,
    chosen,
    { ...rules, limits: { ...rules.limits, maxBytes } },
    form,
  )
  return made?.fieldsNote ? withBlock(made.result, textBlock(made.fieldsNote)) : made?.result
}

/** `undefined`: it cannot be shaped. */
async function fitted(
  source: AnswerSource,
  first: Chosen | undefined,
  rules: ToolRules,
  form: Form,
): Promise<View | undefined> {
  const { log } = source.call
  const smaller = new SmallerChoices(first, rules)
  for (let chosen = first; ; ) {
    const view = await viewOf(source, chosen, form)
    const { result } = view
    const context = contextOf(source, view, chosen, rules, form)
    const noted = chosen ? await withChoiceNote(result, chosen, context) : result
    const overflow = noted && overflowOf(noted, rules, chosen !== undefined)
    const isCrowded = chosen?.focused.choice.lines?.others !== undefined
    if (noted && !overflow && !isCrowded && !isReducedBy(rules.reduction, result)) {
      return { ...view, result: noted }
    }
    const bytes = roughBytes(noted ?? result)
    const limit = rules.limits.maxBytes
    log('warn', 'response.over_limit', { bytes, limit, overflow: overflow ?? 'rule' })
    // Where a schema leaves no place for a note, each part that is cut says it itself.
    const maySplitLines = noted !== undefined && !context.outputSchema
    const next = chosen && (await smaller.after(chosen, bytes, maySplitLines))
    if (next) {
      chosen = next
      continue
    }
    const cut = await shapeResult(result, context)
    if (cut) return { ...view, result: cut }
    // A choice that the schema forbids, or leaves no place to tell of, is not made.
    if (chosen) return fitted(source, undefined, rules, form)
    log('warn', 'response.schema_unchecked', { bytes })
    return view
  }
}

/** Texts of megabytes are not measured to the byte for the log. */
function roughBytes(result: Fields): number {
  const long = textsOf(result).reduce((sum, text) => sum + text.length, 0)
  return long > 100_000 ? long : countedBytes(result)
}

/** An envelope beside what it speaks of. */
const ENVELOPE_BYTES = 400

/** `--contract always`. */
async function enveloped(
  source: AnswerSource,
  first: Chosen | undefined,
  rules: ToolRules,
  form: Form,
): Promise<Fields> {
  const chosen = first && (await fewEnough(source, first, rules, form))
  const view = await viewOf(source, chosen, form)
  const { result } = view
  const context = contextOf(source, view, chosen, rules, form)
  const isStructured = result['structuredContent'] !== undefined
  const saysItself = !isStructured && (onlyData(result) ?? chosen?.focused.choice.lines)
  // An envelope around data says it itself, and that before a text says how many lines there are.
  const noted = chosen && !saysItself ? await withChoiceNote(result, chosen, context) : result
  const made = await shapeAlways(result, context, noted)
  return made ?? (chosen ? enveloped(source, undefined, rules, form) : result)
}

/** Of each list so few items, and of a text so few lines, that an envelope holds them. */
async function fewEnough(
  source: AnswerSource,
  first: Chosen,
  rules: ToolRules,
  form: Form,
): Promise<Chosen> {
  const smaller = new SmallerChoices(first, { ...rules, strict: true }, true)
  for (let chosen = first; ; ) {
    const { result } = await viewOf(source, chosen, form)
    const bytes = countedBytes(result) + ENVELOPE_BYTES
    if (chosen.focused.choice.lines && bytes < rules.limits.maxBytes) return chosen
    const next = await smaller.after(chosen, bytes)
    if (!next) return chosen
    chosen = next
  }
}
