// An answer in the one form that its client shows: agents are sent text, and no value twice.
import { isDeepStrictEqual } from 'node:util'
import { plainJson, printJson } from '@jeeves/mcp-runtime'
import type { Shown } from '../../clients/what-is-shown.js'
import { type Fields, isFields } from '../../rpc/message.js'
import { parseData } from '../shrink/parsed-data.js'
import { blocksOf, textBlock, textOf, textsOf, withBlock } from './blocks.js'

/** Clients that are not known as agents are programs, and get both forms. */
export function inClientForm(result: Fields, shown: Shown): Fields {
  const { structuredContent, ...text } = result
  if (shown === 'unknown' || structuredContent === undefined) return result
  // Of an error, a client that shows one of them shows the text.
  const isFailure = result['isError'] === true && shown !== 'both'
  if (isFailure && textsOf(result).length > 0) return text
  if (repeats(result, structuredContent) || (shown === 'content' && textsOf(result).length > 0)) {
    return text
  }
  const json = textBlock(printJson(structuredContent))
  if (shown === 'both' || textsOf(result).length === 0) return withBlock(text, json)
  // In the place of the first text; what is no text keeps its own.
  const blocks = blocksOf(result)
  const first = blocks.findIndex((block) => textOf(block) !== undefined)
  const content = blocks.flatMap((block, i) =>
    textOf(block) === undefined ? [block] : i === first ? [json] : [],
  )
  return { ...text, content }
}

/** Whether the content says all that the structured value does. */
export function repeats(result: Fields, value: unknown): boolean {
  const texts = textsOf(result)
  if (isFields(value)) {
    const members = Object.values(value)
    const [only] = members
    if (members.length === 1 && typeof only === 'string' && texts.includes(only)) return true
    if (members.length === 1 && isDeepStrictEqual(only, result['content'])) return true
  }
  return texts.some((text) => {
    const data = parseData(text)
    return data !== undefined && isDeepStrictEqual(plainJson(data.value), plainJson(value))
  })
}
