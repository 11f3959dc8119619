// An answer in the one form that its client shows: agents are sent text, and no value twice. And as it is kept.
import { isDeepStrictEqual } from 'node:util'
import { parseExactJson, plainJson, printJson } from '@jeeves/mcp-runtime'
import type { Shown } from '../../clients/output-mode.js'
import { Answer, type Fields, isFields } from '../../rpc/message.js'
import { parseData } from '../shrink/parsed-data.js'
import { blocksOf, textBlock, textOf, textsOf, withBlock } from './blocks.js'

/** Clients that are not known as agents are programs, and get both forms. */
export function inClientForm(result: Fields, shown: Shown): Fields {
  const { structuredContent, ...text } = result
  if (shown === 'unknown' || structuredContent === undefined) return result
  // Of an error, a client that shows one of them shows the text.
  const isFailure = result['isError'] === true && shown !== 'both'
  if (isFailure && textsOf(result).length > 0) return text
  if (repeats(result) || (shown === 'content' && textsOf(result).length > 0)) {
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

/** Results are never changed in place, and a large value takes a while to compare. */
const repeating = new WeakMap<Fields, boolean>()

/** Whether the content says all that the structured value does. */
export function repeats(result: Fields): boolean {
  const known = repeating.get(result) ?? isRepeated(result, result['structuredContent'])
  repeating.set(result, known)
  return known
}

function isRepeated(result: Fields, value: unknown): boolean {
  const texts = textsOf(result)
  if (isFields(value)) {
    const members = Object.values(value)
    const [only] = members
    if (members.length === 1 && typeof only === 'string' && texts.includes(only)) return true
    if (members.length === 1 && isDeepStrictEqual(only, result['content'])) return true
  }
  return texts.some((text) => isJsonOf(text, value))
}

function isJsonOf(text: string, value: unknown): boolean {
  const data = parseData(text)
  if (data === undefined) return false
  return text === printJson(value) || isDeepStrictEqual(plainJson(data.value), plainJson(value))
}

// What is kept of an answer so that nothing is lost: its one text where that is all it says, so that lines
// and pointers can be asked for, else everything as the server sent it.
/** The keys that lead from what is kept to the value that is shown of it; `undefined` when none do. */
export function baseIn(whole: Fields, shown: Fields): readonly string[] | undefined {
  const { structuredContent } = whole
  const { structuredContent: value } = shown
  const texts = textsOf(whole)
  const isAll =
    texts.length > 1 || (structuredContent !== undefined && texts.length === 1 && !repeats(whole))
  if (!isAll) {
    // Of a file, the text is kept and not the value around it.
    return value === undefined || texts.every((text) => isJsonOf(text, value)) ? [] : undefined
  }
  const isValue =
    value !== undefined ||
    (structuredContent !== undefined && textsOf(shown).includes(printJson(structuredContent)))
  return isValue ? ['structuredContent'] : undefined
}

export function wholeText(result: Fields, answer: Answer): string {
  const { structuredContent } = result
  const [text, ...others] = textsOf(result)
  if (others.length > 0) return answer.text
  if (structuredContent === undefined) return text ?? answer.text
  if (text === undefined) return printJson(structuredContent)
  return repeats(result) ? text : answer.text
}

/** Texts are exact as they are; numbers stand in the members beside them. */
export function exactResult(answer: Answer): Fields {
  const result = answer.value as Fields
  const { content: _, isError: __, ...others } = result
  return Object.keys(others).length === 0 ? result : (parseExactJson(answer.text) as Fields)
}

/** An answer of the gateway's own making, with every digit of its numbers. */
export class ExactAnswer extends Answer {
  override get text(): string {
    return printJson(this.value)
  }
}
