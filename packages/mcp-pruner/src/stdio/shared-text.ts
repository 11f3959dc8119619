// A message as the pieces of its line. A program is sent a long text twice, for people and as data: both are the same bytes,
// which are made once.
import { randomUUID } from 'node:crypto'
import { isFields } from '../rpc/message.js'

const LONG_CHARS = 65_536

/** Stands for the text while the rest is printed; no message can contain it. */
const PLACE = randomUUID()

export function printMessage(message: object): readonly (string | Buffer)[] {
  const { result } = message as { readonly result?: unknown }
  const { content, structuredContent } = isFields(result) ? result : {}
  const text = longTextIn(content)
  if (text === undefined || !isFields(structuredContent)) return [`${JSON.stringify(message)}\n`]
  const sharing = Object.keys(structuredContent).find((key) => structuredContent[key] === text)
  if (sharing === undefined) return [`${JSON.stringify(message)}\n`]
  const rest = {
    ...message,
    result: {
      ...(result as object),
      content: [{ type: 'text', text: PLACE }],
      structuredContent: { ...structuredContent, [sharing]: PLACE },
    },
  }
  const shared = Buffer.from(JSON.stringify(text))
  const [head = '', ...others] = `${JSON.stringify(rest)}\n`.split(`"${PLACE}"`)
  return [head, ...others.flatMap((part) => [shared, part])]
}

/** Of a result that is one text. */
function longTextIn(content: unknown): string | undefined {
  const [block, ...others] = Array.isArray(content) ? (content as readonly unknown[]) : []
  if (!isFields(block) || others.length > 0 || block['type'] !== 'text') return undefined
  const { text } = block
  return typeof text === 'string' && text.length > LONG_CHARS ? text : undefined
}
