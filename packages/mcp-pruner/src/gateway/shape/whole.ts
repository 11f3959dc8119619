// What is kept of an answer so that nothing is lost: its one text where that is all it says, so that lines
// and pointers can be asked for, else everything as the server sent it.
import { printJson } from '@jeeves/mcp-runtime'
import type { Answer, Fields } from '../../rpc/message.js'
import { parseData } from '../shrink/parsed-data.js'
import { textsOf } from './blocks.js'
import { repeats } from './client-form.js'

/** The keys that lead from what is kept to the value that is shown of it; `undefined` when none do. */
export function baseIn(whole: Fields, shown: Fields): readonly string[] | undefined {
  const { structuredContent } = whole
  const texts = textsOf(whole)
  const isAll =
    texts.length > 1 ||
    (structuredContent !== undefined && texts.length === 1 && !repeats(whole, structuredContent))
  const isText = structuredContent !== undefined && texts.some((text) => !parseData(text))
  if (!isAll) return isText ? undefined : []
  const isValue =
    shown['structuredContent'] !== undefined ||
    (structuredContent !== undefined && textsOf(shown).includes(printJson(structuredContent)))
  return isValue ? ['structuredContent'] : undefined
}

export function wholeText(result: Fields, answer: Answer): string {
  const { structuredContent } = result
  const [text, ...others] = textsOf(result)
  if (others.length > 0) return answer.text
  if (structuredContent === undefined) return text ?? answer.text
  if (text === undefined) return printJson(structuredContent)
  return repeats(result, structuredContent) ? text : answer.text
}
