// Brings one answer within its limits. The whole is kept first, so that the answer can say where it is.
import { type Fields, isFields } from '../../rpc/message.js'
import { type Block, blocksOf, countedBytes, note, textOf } from './blocks.js'
import { overflowOf } from './overflow.js'
import { parseData } from './recognise.js'
import { reduced } from './reduce.js'
import { REF_KEY, type ShapeContext } from './shape-context.js'
import { shapeData } from './shape-data.js'
import { shapeStructured } from './shape-structured.js'
import { shapeTexts } from './shape-texts.js'
import { wholeNote } from './whole-note.js'

export async function shapeResult(result: Fields, context: ShapeContext): Promise<Fields> {
  const bare = await withoutHeavyExtras(result, context)
  if (bare !== result && !overflowOf(bare, context.limits, context.isFocused)) return bare
  const { structuredContent, isError } = bare
  if (isFields(structuredContent)) return shapeStructured(bare, structuredContent, context)
  const texts = blocksOf(bare).filter((block) => textOf(block) !== undefined)
  const data =
    texts.length === 1 && isError !== true ? parseData(textOf(texts[0] as Block) ?? '') : undefined
  return data
    ? shapeData(bare, reduced(data.value, context.rule), context)
    : shapeTexts(bare, context)
}

/** Members beside the answer itself, such as `_meta`, pass while they are small. */
async function withoutHeavyExtras(result: Fields, context: ShapeContext): Promise<Fields> {
  const { content: _, structuredContent, isError, ...extras } = result
  if (countedBytes(extras) < context.limits.maxBytes / 4) return result
  const ref = await context.keep(context.whole())
  return {
    content: [...blocksOf(result), note(wholeNote('members beside the answer left out', ref))],
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError !== undefined && { isError }),
    ...(ref !== undefined && { _meta: { [REF_KEY]: ref } }),
  }
}
