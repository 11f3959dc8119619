// The value of an answer and the content beside it. A structured one is often said again: as JSON, or the texts in the
// value as blocks of their own. Whatever becomes of the value becomes of its copies. Without a structured one, the value
// is what the one text of the answer says.
import { type Encoding, type Omission, printJson } from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../rpc/message.js'
import { markOf, noteMembers, noteOf } from '../shrink/note.js'
import {
  type Block,
  blocksOf,
  countedBytes,
  textBlock,
  textOf,
  withBlock,
  withText,
} from './blocks.js'
import { repeats } from './client-form.js'
import { cutLines } from './cut-lines.js'
import type { ShapeContext } from './shape-context.js'

/** Texts beside the value that say something else get this part of the room together. */
const OTHER_SHARE = 0.3

/** Of the value as JSON, or of the string under a name in it. */
type Copy = { readonly name?: string }

interface Slot {
  readonly block: Block
  readonly copy?: Copy
}

export class SentValue {
  readonly result: Fields
  readonly isStructured: boolean
  readonly #slots: readonly Slot[]
  readonly #note: readonly Block[]

  private constructor(result: Fields, slots: readonly Slot[], note: readonly Block[] = []) {
    this.result = result
    this.isStructured = result['structuredContent'] !== undefined
    this.#slots = slots
    this.#note = note
  }

  static in(result: Fields): SentValue {
    const { structuredContent: value } = result
    const names = namesOf(value)
    const isWhole = value === undefined || repeats(result)
    const slots = blocksOf(result).map((block): Slot => {
      const text = textOf(block)
      const name = text === undefined ? undefined : names.get(text)
      if (name !== undefined) return { block, copy: { name } }
      return text !== undefined && isWhole ? { block, copy: {} } : { block }
    })
    return new SentValue(result, slots)
  }

  get isSentTwice(): boolean {
    return this.isStructured && this.#slots.some(({ copy }) => copy)
  }

  get encoding(): Encoding {
    if (this.isSentTwice) return 'both'
    return this.isStructured ? 'json' : 'text'
  }

  /** A text of some length is in it, which is no field. */
  get hasText(): boolean {
    return this.#slots.some(({ block, copy }) => copy?.name && (textOf(block)?.length ?? 0) > 500)
  }

  /** The same with as much of the other texts as there is room for. */
  withLessBeside(ref: string, { limits }: ShapeContext): SentValue {
    const options = { limits, isError: this.result['isError'] === true }
    const others = this.#slots.filter(({ block, copy }) => !copy && textOf(block) !== undefined)
    const room = (limits.maxBytes * OTHER_SHARE) / others.length
    let isCut = false
    const slots = this.#slots.map((slot): Slot => {
      const text = slot.copy ? undefined : textOf(slot.block)
      if (text === undefined) return slot
      const shaped = cutLines(text, room, options)
      isCut ||= shaped.truncated
      return { block: withText(slot.block, shaped.text) }
    })
    return new SentValue(this.result, slots, isCut ? [textBlock(noteOf('shortened', ref))] : [])
  }

  /** Bytes of everything but the value and its copies. */
  get frameBytes(): number {
    const slots = this.#slots.map(({ block, copy }) => (copy ? withText(block, '') : block))
    const content = [...slots, ...this.#note]
    return countedBytes(this.#made(content, {}))
  }

  /** The answer with another value; `isOther`: one of another form, whose strings are not those of the first. */
  with(value: unknown, isOther = false): Fields {
    const members = isFields(value) && !isOther ? value : {}
    let isWritten = false
    const content = this.#slots.flatMap(({ block, copy }): readonly Block[] => {
      if (!copy) return [block]
      const text = copy.name === undefined ? undefined : members[copy.name]
      if (typeof text === 'string') return [withText(block, text)]
      if (isWritten) return []
      isWritten = true
      return [withText(block, printJson(value))]
    })
    if (!this.isStructured && !isWritten) content.unshift(textBlock(printJson(value)))
    return this.#made([...content, ...this.#note], value)
  }

  #made(content: readonly Block[], value: unknown): Fields {
    return { ...this.result, content, ...(this.isStructured && { structuredContent: value }) }
  }

  /** The answer with another value and a note: in the value where it is structured, else after it. */
  noted(
    value: unknown,
    note: string,
    ref: string,
    cuts: readonly Omission[],
    original: unknown,
  ): Fields {
    return this.isStructured
      ? this.with(noted(value, note, ref, cuts, original))
      : withBlock(this.with(value), textBlock(note))
  }

  /** The answer with another value and nothing that says it again, after a note that stands for all texts. */
  once(value: unknown, note: string): Fields {
    const others = this.#slots.flatMap(({ block }) => (textOf(block) === undefined ? [block] : []))
    return { ...this.result, content: [textBlock(note), ...others], structuredContent: value }
  }
}

/** The value with the note in it; what can hold none stays. */
export function noted(
  value: unknown,
  note: string,
  ref: string,
  cuts: readonly Omission[],
  original: unknown,
): unknown {
  if (Array.isArray(value)) return [...(value as unknown[]), note]
  if (!isFields(value)) return value
  const [members = { [markOf('note')]: note }] = noteMembers(note, ref, cuts, original)
  return { ...value, ...members }
}

/** The strings of a value, which a block may hold as well: a file, a page. */
function namesOf(value: unknown): ReadonlyMap<string, string> {
  const members = isFields(value) ? Object.entries(value) : []
  return new Map(
    members.flatMap(([name, text]) => (typeof text === 'string' ? [[text, name] as const] : [])),
  )
}
