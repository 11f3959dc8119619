// Messages of wrapped servers other than tool results, with control characters escaped: prompts, resources,
// sampling requests, progress and logs.
import { shownBy } from '../../../clients/output-mode.js'
import { visible, visibleStrings } from '../../../process/visible-text.js'
import { type Answer, type Fields, isFields } from '../../../rpc/message.js'
import { textOf, withText } from '../../shape/blocks.js'
import { visibleLabels, visibleText } from '../../shape/visible-blocks.js'

/** A program gets every byte; text for a model has control characters escaped. */
export function forReader(
  answer: Answer,
  client: string | undefined,
  show: (value: Fields) => Fields,
): unknown {
  const { value } = answer
  if (shownBy(client) === 'unknown' || !isFields(value)) return answer
  const seen = show(value)
  return seen === value ? answer : seen
}

/** Texts of a prompt or a sampling request that a model is given. */
export function visibleMessages(value: Fields): Fields {
  const seen = visibleLabels(value)
  const { messages } = seen
  if (!Array.isArray(messages)) return seen
  const items = messages.map((message: unknown) => {
    if (!isFields(message)) return message
    const { content } = message
    const changed = Array.isArray(content)
      ? sameOr(content, content.map(visibleBlock))
      : visibleBlock(content)
    return changed === content ? message : { ...message, content: changed }
  })
  const same = sameOr(messages, items)
  return same === messages ? seen : { ...seen, messages: same }
}

function visibleBlock(block: unknown): unknown {
  const text = isFields(block) ? textOf(block) : undefined
  if (text === undefined) return block
  const seen = visibleText(text)
  return seen === text ? block : withText(block as Fields, seen)
}

/** Contents of a resource. */
export function visibleContents(value: Fields): Fields {
  const { contents } = value
  if (!Array.isArray(contents)) return value
  const items = contents.map((item: unknown) => {
    const text = isFields(item) ? item['text'] : undefined
    const seen = typeof text === 'string' ? visibleText(text) : text
    return seen === text ? item : { ...(item as Fields), text: seen }
  })
  const same = sameOr(contents, items)
  return same === contents ? value : { ...value, contents: same }
}

const sameOr = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] =>
  after.every((item, i) => item === before[i]) ? before : after

/** Notifications: progress has a message, a log entry any value. */
export function visibleReport(method: string, params: Fields | undefined): Fields | undefined {
  if (params === undefined) return params
  if (method !== 'notifications/message') return visibleLabels(params)
  const { data, logger } = params
  return {
    ...params,
    ...(data !== undefined && { data: visibleStrings(data) }),
    ...(typeof logger === 'string' && { logger: visible(logger) }),
  }
}
