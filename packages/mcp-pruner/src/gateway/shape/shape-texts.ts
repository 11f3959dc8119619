// An answer of texts: each cut to its share of the room, data as data and the rest by lines, with a note of
// where the whole is.
import type { ResponseLimits } from '@jeeves/contracts'
import { printJson, shapeValue, textBytes } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'
import { fitted } from '../shrink/fitted.js'
import { noteOf } from '../shrink/note.js'
import { parseData } from '../shrink/parsed-data.js'
import { Shrinkable } from '../shrink/shrinkable.js'
import {
  type Block,
  blocksOf,
  countedBytes,
  textBlock,
  textOf,
  withBlock,
  withText,
} from './blocks.js'
import { cutLines } from './cut-lines.js'
import type { ShapeContext } from './shape-context.js'

/** Of the room, the frames of the blocks get at most this part; blocks beyond it are left to the artifact. */
const FRAME_SHARE = 0.5

interface Slot {
  readonly block: Block
  readonly text: string | undefined
}

interface CutSlot {
  readonly text: string
  readonly truncated: boolean
  /** Of a text that was cut by lines. */
  readonly lines?: { readonly shown: number; readonly total: number }
}

export async function shapeTexts(result: Fields, context: ShapeContext): Promise<Fields> {
  const { limits } = context
  const all = blocksOf(result).map((block): Slot => ({ block, text: textOf(block) }))
  const slots = affordable(all, limits.maxBytes * FRAME_SHARE, limits.maxArrayItems - 1)
  const empty = {
    ...result,
    content: slots.map(({ block, text }) => (text === undefined ? block : withText(block, ''))),
  }
  const isDropped = slots.length < all.length
  const ref = await context.keep(isDropped ? context.everything() : context.whole())
  const frame = countedBytes(withBlock(empty, textBlock(noteOf(SAMPLE, ref))))
  const pressed = (room: number): Fields => {
    const sizeOf = (text: string) => (text.length > room ? text.length : textBytes(text))
    const shares = shareOut(
      slots.map(({ text }) =>
        sizeOf(text === undefined ? '' : (context.choice?.lines?.text ?? text)),
      ),
      room,
    )
    const cuts = slots.map(({ text }, i) =>
      text === undefined ? undefined : cutSlot(text, shares[i] ?? 0, result, context),
    )
    const content = slots.map(({ block }, i) => {
      const cut = cuts[i]
      return cut ? withText(block, cut.text) : block
    })
    const cut = cuts.filter((slot) => slot?.truncated)
    if (cut.length === 0 && !isDropped) return result
    const note = textBlock(noteOf(describe(cut, slots.length, all.length), ref))
    return { ...result, content: [...content, note] }
  }
  const { maxBytes } = limits
  return fitted(maxBytes, maxBytes - frame, (room) => {
    const made = pressed(room)
    return { made, bytes: room, size: countedBytes(made) }
  }).made
}

/** As long as the longest note. */
const SAMPLE = '1234567 of 1234567 lines shown'

function describe(cut: readonly (CutSlot | undefined)[], shown: number, blocks: number): string {
  const [only] = cut
  if (blocks === shown && cut.length === 1 && only?.lines) {
    const { shown: lines, total } = only.lines
    return lines === total ? 'parts of lines cut' : `${lines} of ${total} lines shown`
  }
  if (blocks === shown) return cut.length === 1 ? 'one text is cut' : `${cut.length} texts are cut`
  return `${shown} of ${blocks} blocks shown, ${cut.length} cut`
}

function cutSlot(
  text: string,
  maxBytes: number,
  result: Fields,
  { limits, strict, choice }: ShapeContext,
): CutSlot {
  const isError = result['isError'] === true
  const data = isError ? undefined : parseData(text)
  if (data && (strict || textBytes(text) > maxBytes)) {
    return cutData(data.value, { ...limits, maxBytes }, strict)
  }
  // Several texts were chosen from as one.
  const { chosen, others, text: whole = text } = choice?.lines ?? {}
  const shaped = cutLines(whole, maxBytes, { limits, isError, chosen, others })
  const lines = { shown: shaped.shownLines, total: shaped.totalLines }
  return { text: shaped.text, truncated: shaped.truncated, lines }
}

function cutData(value: unknown, limits: ResponseLimits, strict: boolean): CutSlot {
  const encoding = 'text'
  if (strict) {
    const { value: part, truncated } = shapeValue(value, limits, { encoding })
    return { text: printJson(part), truncated }
  }
  const room = { maxBytes: limits.maxBytes - 1, encoding, limits, notes: 'tell' } as const
  const { value: part, cuts } = new Shrinkable(value).shrink({ room })
  return { text: printJson(part), truncated: cuts.length > 0 }
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

/** Small parts all they need, large ones an equal share of what is left. */
function shareOut(sizes: readonly number[], room: number): readonly number[] {
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
