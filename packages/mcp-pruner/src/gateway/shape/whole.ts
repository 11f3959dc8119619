// What is kept of an answer so that nothing is lost: its one text where that is all it says, so that lines
// and pointers can be asked for, else everything as the server sent it.
import { printJson } from '@jeeves/mcp-runtime'
import type { Answer, Fields } from '../../rpc/message.js'
import { textsOf } from './blocks.js'
import { repeats } from './client-form.js'

export function wholeText(result: Fields, answer: Answer): string {
  const { structuredContent } = result
  const [text, ...others] = textsOf(result)
  if (others.length > 0) return answer.text
  if (structuredContent === undefined) return text ?? answer.text
  if (text === undefined) return printJson(structuredContent)
  return repeats(result, structuredContent) ? text : answer.text
}
