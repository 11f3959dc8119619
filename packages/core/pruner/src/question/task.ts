// The task of a session, from its first prompt. Clients and agent frameworks put their own texts
// in that place, which say nothing about the task.
import type { Family } from '../text/family.js'

/** Texts that a client writes into a session, and the system prompt of an agent. */
const NOT_A_TASK =
  /^[\s"'*_>]*(?:this session is being continued|\[request interrupted|#{1,3} [^\n]{0,40}\b(?:context|instructions)\b)/i
const ROLE = /^[\s"'*_>]*you (?:are (?:an?|the)|have access to)\b[^.\n]{0,400}[.\n]\s*/i

/** In these families a task shows what is wanted; a command's output is about the command. */
const TASK_FAMILIES = new Set<Family>(['code', 'search', 'data', 'prose'])

/** The part of a session's task that is relevant to a text; empty for nothing. */
export function taskOf({ family, task = '' }: { family: Family; task?: string }): string {
  return TASK_FAMILIES.has(family) ? taskIn(task) : ''
}

export function taskIn(words: string): string {
  return NOT_A_TASK.test(words) ? '' : words.replace(ROLE, '')
}
