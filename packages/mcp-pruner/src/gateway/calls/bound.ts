// One answer of a server, as the client is sent it: untouched, chosen from, or cut. Whatever is missing is
// said in it, and when that cannot be done it passes as it came.
import { countOf } from '@jeeves/mcp-runtime'
import { AppError, isAppError } from '../../errors/app-error.js'
import { type Answer, type Fields, isFields } from '../../rpc/message.js'
import { countedBytes, textBlock, textsOf, withBlock } from '../shape/blocks.js'
import { baseIn, exactResult, inClientForm, wholeText } from '../shape/client-form.js'
import { boundImages } from '../shape/images.js'
import { overflowOf } from '../shape/overflow.js'
import { fieldsWithNote, pickFields } from '../shape/pick-fields.js'
import { isReducedBy } from '../shape/reduce.js'
import { SentValue } from '../shape/sent-value.js'
import { shapeAlways } from '../shape/shape-always.js'
import type { Choice, ShapeContext } from '../shape/shape-context.js'
import { asResult, onlyData, shapeResult } from '../shape/shape-result.js'
import { visibleText, visiblyWithin, withVisibleTexts } from '../shape/visible-blocks.js'
import { markOf, noteOf } from '../shrink/note.js'
import { focusRef, withChoiceNote } from './choice-note.js'
import { type Bounding, isAmbiguous, isWithin, passThrough } from './pass-through.js'
import { attemptsFor, type Chosen, inParts, TokenBudget, withOthers } from './retry-smaller.js'
import type { ToolRules } from './rules.js'

/** `answer.value` itself when nothing was changed. */
export async function boundAnswer(
  answer: Answer,
  chosen: Chosen | undefined,
  bounding: Bounding,
): Promise<unknown> {
  const { contract, log } = bounding
  const { value } = answer
  if (!isFields(value) && contract !== 'always') return value
  if (isWhole(chosen) && isWithin(answer, bounding)) return passThrough(answer, bounding)
  // A program that is sent envelopes has the texts in them as data.
  const isProgram = contract === 'always' && bounding.shown === 'unknown'
  const make = async (maxBytes: number, form: Form): Promise<Fields | undefined> => {
    const limits = { ...bounding.rules.limits, maxBytes }
    const how = { ...bounding, rules: { ...bounding.rules, limits } }
    const bound = new Bound(answer, isFields(value) ? value : asResult(value), how, form)
    const made = await (contract === 'always' ? bound.always(chosen) : bound.shaped(chosen))
    await bound.stored()
    return made
  }
  try {
    const { maxBytes } = bounding.rules.limits
    // To look through megabytes for control characters takes as long as to cut them, and most have none.
    const plain = chosen && !isProgram ? undefined : await make(maxBytes, 'as it came')
    if (plain && (isProgram || withVisibleTexts(plain) === plain)) return plain
    const visibly = (most: number) => make(most, 'visible')
    const made = await visibly(maxBytes)
    return made ? visiblyWithin(made, maxBytes, visibly) : passThrough(answer, bounding)
  } catch (error) {
    if (!isAppError(error, 'not_kept')) throw error
    log('warn', 'response.passed_whole', { reason: 'it could not be kept' })
    return passThrough(answer, bounding)
  }
}

/** No line or item was left out. */
export const isWhole = (chosen: Chosen | undefined): boolean =>
  chosen === undefined || chosen.focused.choice.isWhole === true

/** Whether control characters in its texts are made visible before they are cut. */
type Form = 'as it came' | 'visible'

/** The whole cannot be stored, so nothing may be cut. */
const notKept = () => new AppError('not_kept', 'it could not be kept')

/** What is said about fields takes at most this much. */
const FIELDS_NOTE_BYTES = 420

/** Texts of megabytes are not measured to the byte for the log. */
const roughBytes = (result: Fields): number => {
  const long = textsOf(result).reduce((sum, text) => sum + text.length, 0)
  return long > 100_000 ? long : countedBytes(result)
}

const visibleChoice = (choice: Choice): Choice =>
  choice.lines
    ? { ...choice, lines: { ...choice.lines, text: visibleText(choice.lines.text) } }
    : choice

const named = (fields: readonly string[]): string => fields.join(', ').slice(0, 120)

/** An envelope beside what it speaks of. */
const ENVELOPE_BYTES = 400

class Bound {
  readonly #answer: Answer
  readonly #received: Fields
  readonly #how: Bounding
  #exact: Fields | undefined
  #fieldsNote: string | undefined
  #picked: ShapeContext['picked']
  readonly #form: Form
  readonly #storing: Promise<boolean>[] = []

  constructor(answer: Answer, received: Fields, how: Bounding, form: Form) {
    this.#answer = answer
    this.#received = received
    this.#how = how
    this.#form = form
  }

  /** Every reference that the answer may hold can be read; throws `not_kept` if one cannot. */
  async stored(): Promise<void> {
    const isStored = await Promise.all(this.#storing)
    if (isStored.includes(false)) throw notKept()
  }

  async always(first?: Chosen): Promise<Fields> {
    const chosen = first && (await this.#retriedSmaller(first))
    const base = await this.#formed(chosen)
    const isData = base['structuredContent'] === undefined && onlyData(base) !== undefined
    const isLines = chosen?.focused.choice.lines && base['structuredContent'] === undefined
    // An envelope around data says it itself, and that before a text says how many lines there are.
    const noted = chosen && !isData && !isLines ? await this.#noted(base, chosen) : base
    const shaped = await shapeAlways(base, this.#context(chosen), noted)
    return shaped ?? (chosen ? this.always() : base)
  }

  /** `undefined`: it cannot be shaped. */
  async shaped(chosen: Chosen | undefined): Promise<Fields | undefined> {
    const { rules, fields } = this.#how
    if (!fields) return this.#fitted(chosen, rules)
    const { maxBytes } = rules.limits
    const limits = { ...rules.limits, maxBytes: maxBytes - FIELDS_NOTE_BYTES }
    const fitted = await this.#fitted(chosen, { ...rules, limits })
    return fitted && this.#fieldsNote ? withBlock(fitted, textBlock(this.#fieldsNote)) : fitted
  }

  async #fitted(first: Chosen | undefined, rules: ToolRules): Promise<Fields | undefined> {
    const { log } = this.#how
    const { limits } = rules
    let chosen = first
    const budget = new TokenBudget(rules)
    const attempts = attemptsFor(first)
    for (let attempt = 1; ; attempt++) {
      const base = await this.#formed(chosen)
      const noted = chosen ? await this.#noted(base, chosen) : base
      const overflow = noted && overflowOf(noted, rules, chosen !== undefined)
      const isCrowded = chosen?.focused.choice.lines?.others !== undefined
      if (noted && !overflow && !isCrowded && !isReducedBy(rules.reduction, base)) return noted
      const bytes = roughBytes(noted ?? base)
      log('warn', 'response.over_limit', {
        bytes,
        limit: limits.maxBytes,
        overflow: overflow ?? 'rule',
      })
      // Where a schema leaves no place for a note, each part that is cut says it itself.
      if (noted && chosen?.focused.inParts && !this.#outputSchema) {
        chosen = inParts(chosen, chosen.focused.inParts)
        continue
      }
      const isLast = attempt + 1 === attempts
      const smaller =
        chosen && attempt < attempts ? await budget.less(chosen, bytes, isLast) : undefined
      if (chosen && smaller) {
        chosen = { ...(isLast ? withOthers(smaller, chosen) : smaller), again: chosen.again }
        continue
      }
      const shaped = await shapeResult(base, this.#context(chosen, rules))
      if (shaped) return shaped
      // A choice that the schema forbids, or leaves no place to tell of, is not made.
      if (chosen) return this.#fitted(undefined, rules)
      log('warn', 'response.schema_unchecked', { bytes })
      return base
    }
  }

  /** Of each list so few items, and of a text so few lines, that an envelope holds them. */
  async #retriedSmaller(first: Chosen): Promise<Chosen> {
    const { rules } = this.#how
    const budget = new TokenBudget({ ...rules, strict: true })
    let chosen = first
    for (let attempt = 1; attempt < attemptsFor(first); attempt++) {
      const bytes = countedBytes(await this.#formed(chosen)) + ENVELOPE_BYTES
      if (chosen.focused.choice.lines && bytes < rules.limits.maxBytes) return chosen
      const smaller = await budget.less(chosen, bytes, true)
      if (!smaller) return chosen
      chosen = { ...smaller, again: first.again }
    }
    return chosen
  }

  async #noted(base: Fields, { focused, pruning }: Omit<Chosen, 'again'>) {
    const { choice } = focused
    const ref = focusRef(pruning)
    // The question left nothing out.
    if (ref === undefined && pruning.pruned_lines === 0) return base
    if (ref === undefined) throw notKept()
    return withChoiceNote(base, choice, pruning, ref, this.#context({ focused, pruning }))
  }

  async #formed(chosen: Omit<Chosen, 'again'> | undefined): Promise<Fields> {
    const result = chosen?.focused.result ?? this.#original
    const sent = inClientForm(await this.#withImages(result), this.#how.shown)
    const formed = this.#form === 'visible' ? withVisibleTexts(sent) : sent
    return this.#how.fields ? this.#pickedFrom(formed, this.#how.fields, chosen) : formed
  }

  /** Only the wanted fields, where the tool's schema leaves out the others too. */
  async #pickedFrom(
    formed: Fields,
    fields: readonly string[],
    chosen: Omit<Chosen, 'again'> | undefined,
  ): Promise<Fields> {
    const context = this.#context(chosen)
    const { structuredContent } = formed
    const value = structuredContent ?? onlyData(formed)?.value
    if (value === undefined) return formed
    const { cuts = [] } = chosen?.focused.choice ?? {}
    const hasCutsInItems = cuts.some(({ path }) => path.some((key) => /^\d+$/.test(key)))
    const picked = pickFields(value, fields, hasCutsInItems)
    if (!picked) {
      this.#fieldsNote = markOf(`none of these fields is there, so all are shown: ${named(fields)}`)
      return formed
    }
    const { missing, left } = picked
    const without = left > 0 ? `, ${countOf(left, 'item')} without them left out` : ''
    const absent = missing.length > 0 ? `, not there: ${named(missing)}` : ''
    const ref = await context.keep(context.whole())
    const note = noteOf(`only the fields asked for shown${without}${absent}`, ref)
    const withNote =
      structuredContent === undefined
        ? picked.value
        : await fieldsWithNote(picked.value, value, { ref, note }, context)
    this.#fieldsNote =
      withNote === undefined
        ? markOf("the tool's schema asks for all fields, so all are shown")
        : note
    if (withNote === undefined) return formed
    this.#picked = { value: picked.value, withNote }
    return SentValue.in(formed).with(withNote)
  }

  async #withImages(result: Fields): Promise<Fields> {
    return this.#how.images === 'pass' ? result : boundImages(result, (text) => this.#keep(text))
  }

  /** With every digit of its numbers. */
  get #original(): Fields {
    if (this.#exact) return this.#exact
    const exact = isFields(this.#answer.value) ? exactResult(this.#answer) : this.#received
    // What is not the server's own text is serialised again.
    this.#exact = isAmbiguous(this.#answer) ? { ...exact } : exact
    return this.#exact
  }

  /** Of what was picked by its fields, a choice cannot be made again. */
  #choiceOf(choice: Choice): Choice {
    const shown = this.#form === 'visible' ? visibleChoice(choice) : choice
    const { data: _, ...made } = shown
    return this.#how.fields ? made : shown
  }

  async #keep(text: string): Promise<string> {
    const { storedAnswers, tool, rules } = this.#how
    const domain = rules.domain ?? tool.upstream.label
    const { ref, isStored } = await storedAnswers.startKeeping(domain, tool.exposedName, text)
    this.#storing.push(isStored)
    return ref
  }

  /** Absent when the client is sent text. */
  get #outputSchema(): Fields | undefined {
    const { tool, shown } = this.#how
    const { outputSchema } = tool.definition
    return shown === 'unknown' && isFields(outputSchema) ? outputSchema : undefined
  }

  #context(
    chosen: Omit<Chosen, 'again'> | undefined,
    rules: ToolRules = this.#how.rules,
  ): ShapeContext {
    const { tool, shown, schemas, durationMs } = this.#how
    const original = this.#original
    const { structuredContent: value = onlyData(original)?.value } = original
    return {
      tool: tool.name,
      limits: rules.limits,
      strict: rules.strict,
      rule: rules.reduction,
      listItems: rules.listItems,
      outputSchema: this.#outputSchema,
      schemas,
      durationMs,
      choice: chosen && this.#choiceOf(chosen.focused.choice),
      // What a question left out is kept already, and the whole holds what is cut now as well.
      keep: async (text) => (chosen && focusRef(chosen.pruning)) ?? this.#keep(text),
      whole: () => wholeText(original, this.#answer),
      everything: () => this.#answer.text,
      picked: this.#picked,
      original: value,
      isStructured: original['structuredContent'] !== undefined,
      get base() {
        return baseIn(original, inClientForm(original, shown))
      },
    }
  }
}
