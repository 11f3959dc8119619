// The cases of a file: one JSON object per line, plain or gzipped; and how each is asked.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { EngineQuestion } from '@jeeves/mcp-pruner/ask'

export type Origin = EngineQuestion['origin']

export interface Case {
  readonly id: string
  readonly kind: string
  readonly repo?: string
  readonly path?: string
  readonly query: string
  readonly text: string
  /** 1-based lines that were needed. */
  readonly gold: readonly number[]
  /** The arguments of the call that gave the text. */
  readonly args?: string
  readonly task?: string
  /** The number of the text's first line in its file. */
  readonly first_line?: number
}

export function readCases(file: string): Case[] {
  const raw = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Case)
}

/** What an agent said before a call comes with the call's arguments. */
export const originOf = ({ args }: Case): Origin => (args === undefined ? 'explicit' : 'implicit')

/** An explicit question as `read` puts it, an implicit one as the hooks of a client do. */
export function requestOf(one: Case, origin: Origin = originOf(one)): EngineQuestion {
  // The hooks know the name of a file that was read, and of no other output's.
  const isNamed = origin === 'explicit' || one.kind === 'traj-view'
  const fileName = isNamed ? fileNameOf(one) : undefined
  return {
    text: one.text,
    question: one.query,
    origin,
    ...(fileName === undefined ? {} : { fileName }),
    ...(origin === 'explicit' || one.args === undefined ? {} : { context: one.args }),
    ...(origin === 'explicit' || !one.task ? {} : { task: one.task }),
    ...(one.first_line === undefined ? {} : { firstLine: one.first_line }),
  }
}

/** The same for what is below a request: fitting prices and chances. */
export function scoredRequestOf(one: Case): Omit<EngineQuestion, 'question'> & { goal: string } {
  const { question: goal, ...request } = requestOf(one)
  return { ...request, goal }
}

const MAX_NAME_LENGTH = 200

/** A path below the root of a project; `undefined` where no file can be called so. */
export function fileNameOf({ path = '' }: Case): string | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..')
  const isName =
    parts.length > 0 && parts.every((part) => Buffer.byteLength(part) < MAX_NAME_LENGTH)
  return isName && !path.endsWith('/') && !/[\0\n]/.test(path) ? parts.join('/') : undefined
}
