// An answer with every digit of its numbers.
import { parseExactJson } from '@jeeves/mcp-runtime'
import type { Answer, Fields } from '../../rpc/message.js'

/** Texts are exact as they are; numbers stand in the members beside them. */
export function exactResult(answer: Answer): Fields {
  const result = answer.value as Fields
  const { content: _, isError: __, ...others } = result
  return Object.keys(others).length === 0 ? result : (parseExactJson(answer.text) as Fields)
}
