// What somebody wants done, in the words that a session was begun with. Clients and those who drive agents put words
// of their own in that place, which tell nothing of what is looked for.
import type { Family } from '../text/family.js'

/** What a client writes into a session, and the page that tells an agent who it is and how to behave. */
const NOT_A_TASK =
  /^[\s"'*_>]*(?:this session is being continued|\[request interrupted|#{1,3} [^\n]{0,40}\b(?:context|instructions)\b)/i
const ROLE = /^[\s"'*_>]*you (?:are (?:an?|the)|have access to)\b[^.\n]{0,400}[.\n]\s*/i

/** In these a task tells what is looked for; what a command prints is about the command. */
const TOLD = new Set<Family>(['code', 'search', 'data', 'prose'])

/** What of a session's task tells of a text; empty for nothing. */
export function taskOf({ family, task = '' }: { family: Family; task?: string }): string {
  return TOLD.has(family) ? taskIn(task) : ''
}

export function taskIn(words: string): string {
  return NOT_A_TASK.test(words) ? '' : words.replace(ROLE, '')
}
