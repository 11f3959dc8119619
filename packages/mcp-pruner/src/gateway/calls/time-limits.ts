// How long a tool may take when nobody said: by what it is, as far as its annotations and its name tell.
import { type Fields, isFields } from '../../rpc/message.js'

const MINUTE_MS = 60_000

/** It looks something up where it is. */
const LOOK_MS = MINUTE_MS
const USUAL_MS = 5 * MINUTE_MS
/** It runs what others wrote, or waits for others. */
const RUN_MS = 20 * MINUTE_MS
/** A call that reports progress may go on for so long in all. */
export const MOST_WITH_PROGRESS_MS = 60 * MINUTE_MS

const RUNS = new Set(
  'agent analyze ask bash browse browser build clone command compile crawl debate deploy download eval evaluate exec execute extract generate index install invoke navigate pipeline process prompt research review run scan scrape screenshot script shell simulate sleep sync terminal test train upload wait workflow'.split(
    ' ',
  ),
)

export function usualTimeLimit(name: string, definition: Fields): number {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  if (words.some((word) => RUNS.has(word))) return RUN_MS
  const { readOnlyHint, openWorldHint } = isFields(definition['annotations'])
    ? definition['annotations']
    : {}
  return readOnlyHint === true && openWorldHint === false ? LOOK_MS : USUAL_MS
}
