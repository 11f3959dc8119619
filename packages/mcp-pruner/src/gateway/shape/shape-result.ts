// Brings one answer within its limits. The whole is kept first, so that the answer can say where it is.
import { printJson } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'
import { noteOf } from '../shrink/note.js'
import { parseData } from '../shrink/parsed-data.js'
import { blocksOf, countedBytes, textBlock, textsOf } from './blocks.js'
import { overflowOf } from './overflow.js'
import { SentValue } from './sent-value.js'
import type { ShapeContext } from './shape-context.js'
import { shapeStructured } from './shape-structured.js'
import { shapeTexts } from './shape-texts.js'
import { envelopedValue, markedValue } from './untyped-value.js'

/** `undefined`: it cannot be shaped, and is passed as it is. */
export async function shapeResult(
  result: Fields,
  context: ShapeContext,
): Promise<Fields | undefined> {
  const bare = await withoutHeavyExtras(result, context)
  if (bare !== result && !overflowOf(bare, context, context.choice !== undefined)) return bare
  const { structuredContent } = bare
  if (structuredContent !== undefined) return shapeStructured(bare, structuredContent, context)
  const data = onlyData(bare)
  // What is left of the blocks is not counted as if it were all of them.
  if (!data && context.choice && context.choice.cuts.length > 0) return undefined
  if (!data) return shapeTexts(bare, context)
  const ref = await context.keep(context.whole())
  const sent = SentValue.in(bare)
  return context.isStructured && !context.strict
    ? markedValue(sent, data.value, ref, context)
    : envelopedValue(sent, data.value, ref, context).shaped
}

/** The data of an answer whose one text is JSON. */
export function onlyData(result: Fields): { readonly value: unknown } | undefined {
  const [text, ...others] = textsOf(result)
  const isOne = text !== undefined && others.length === 0 && result['isError'] !== true
  return isOne ? parseData(text) : undefined
}

/** Members beside the answer itself, such as `_meta`, pass while they are small. */
async function withoutHeavyExtras(result: Fields, context: ShapeContext): Promise<Fields> {
  const { content: _, structuredContent, isError, ...extras } = result
  if (countedBytes(extras) < context.limits.maxBytes / 4) return result
  const ref = await context.keep(context.everything())
  const note = textBlock(noteOf(`${Object.keys(extras).join(', ').slice(0, 200)} left out`, ref))
  return {
    content: [...blocksOf(result), note],
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError !== undefined && { isError }),
  }
}

/** What cannot be read as an answer at all, as one: `null`, a string, a list. */
export const asResult = (value: unknown): Fields => ({
  content: [textBlock(typeof value === 'string' ? value : printJson(value))],
})
