// An answer of texts: each cut by lines to its share of the room, with a note of where the rest is.
import { textBytes } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'
import { type Block, blocksOf, countedBytes, note, textOf, withText } from './blocks.js'
import { cutText } from './cut-text.js'
import { type ShapeContext, withRef } from './shape-context.js'
import { wholeNote } from './whole-note.js'

/** Room for the note and the reference under `_meta`. */
const NOTE_BYTES = 520
/** Of the room, the frames of the blocks get at most this part; blocks beyond it are left to the artifact. */
const FRAME_SHARE = 0.5

interface Slot {
  readonly block: Block
  readonly text: string | undefined
}

export async function shapeTexts(result: Fields, context: ShapeContext): Promise<Fields> {
  const { limits } = context
  const isError = result['isError'] === true
  const all = blocksOf(result).map((block): Slot => ({ block, text: textOf(block) }))
  const slots = affordable(all, limits.maxBytes * FRAME_SHARE, limits.maxArrayItems - 1)
  const empty = {
    ...result,
    content: slots.map(({ block, text }) => (text === undefined ? block : withText(block, ''))),
  }
  const room = limits.maxBytes - countedBytes(empty) - NOTE_BYTES
  const shares = shareOut(
    slots.map(({ text = '' }) => (text.length > room ? text.length : textBytes(text))),
    room,
  )
  const cuts = slots.map(({ text }, i) =>
    text === undefined ? undefined : cutText(text, shares[i] ?? 0, context, isError),
  )
  const dropped = all.length - slots.length
  const cut = cuts.flatMap((shaped, i) =>
    shaped?.truncated ? [{ shaped, text: slots[i]?.text ?? '' }] : [],
  )
  const [only] = cut
  const isOne = only !== undefined && cut.length === 1 && dropped === 0
  const ref = await context.keep(isOne ? only.text : context.whole())
  const content = slots.map(({ block }, i) => {
    const shaped = cuts[i]
    return shaped ? withText(block, shaped.text) : block
  })
  const shown = isOne
    ? `${only.shaped.shownLines} of ${only.shaped.totalLines} lines shown`
    : `${slots.length} of ${all.length} blocks shown, ${cut.length} of them cut, all in one JSON`
  const said = note(wholeNote(shown, ref))
  return withRef({ ...result, content: [...content, said] }, ref)
}

/** The first blocks whose frames fit. Binary blocks all pass: they are not text. */
function affordable(slots: readonly Slot[], maxBytes: number, maxTexts: number): readonly Slot[] {
  let bytes = 0
  let texts = 0
  return slots.filter(({ block, text }) => {
    const frame = countedBytes({ content: [text === undefined ? block : withText(block, '')] })
    const fits = bytes + frame <= maxBytes && (text === undefined || texts < maxTexts)
    if (fits) {
      bytes += frame
      if (text !== undefined) texts++
    }
    return fits
  })
}

/** Small texts whole, large ones an equal share of what is left. */
export function shareOut(sizes: readonly number[], room: number): readonly number[] {
  const shares = sizes.map(() => 0)
  const order = sizes.map((size, i) => ({ size, i })).filter(({ size }) => size > 0)
  order.sort((a, b) => a.size - b.size)
  let left = room
  for (const [done, { size, i }] of order.entries()) {
    const share = Math.min(size, Math.floor(left / (order.length - done)))
    shares[i] = share
    left -= share
  }
  return shares
}
