// The content beside a structured value.
import type { Fields } from '../../rpc/message.js'
import { noteOf } from '../shrink/note.js'
import { type Block, blocksOf, textBlock, textOf, textsOf, withText } from './blocks.js'
import { cutText } from './cut-text.js'
import type { ShapeContext } from './shape-context.js'

/** Texts beside the value that say something else get this part of the room together. */
const OTHER_SHARE = 0.3

/** The strings of a value that a block may hold as well: a file, a page. */
export function stringsOf(value: unknown): ReadonlySet<unknown> {
  const members = typeof value === 'object' && value !== null ? Object.values(value) : [value]
  return new Set(members.filter((item) => typeof item === 'string'))
}

/** As much of a text as there is room for. */
export const CUT = Symbol('cut')

/**
 * The content beside the value. Of each text, `become` says what becomes of it: another one, nothing, or as much of
 * it as there is room for, because it says something else than the value.
 */
export function beside(
  result: Fields,
  ref: string,
  { limits }: ShapeContext,
  become: (text: string) => string | typeof CUT | undefined,
): readonly Block[] {
  const options = { limits, isError: result['isError'] === true }
  const others = textsOf(result).filter((text) => become(text) === CUT).length
  let isCut = false
  const blocks = blocksOf(result).flatMap((block): readonly Block[] => {
    const text = textOf(block)
    if (text === undefined) return [block]
    const made = become(text)
    if (made !== CUT) return made === undefined ? [] : [withText(block, made)]
    const shaped = cutText(text, (limits.maxBytes * OTHER_SHARE) / others, options)
    isCut ||= shaped.truncated
    return [withText(block, shaped.text)]
  })
  return isCut ? [...blocks, textBlock(noteOf('shortened', ref))] : blocks
}
