// The cases of a file: one JSON object per line, plain or gzipped.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { PruneRequest, SourceType } from '@jeeves/pruner'

export interface Case {
  readonly id: string
  readonly kind: string
  readonly repo?: string
  readonly path?: string
  readonly source_type?: SourceType
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

export function requestOf(one: Case): PruneRequest {
  return {
    text: one.text,
    goal: one.query,
    // What an agent said before a call comes with the call's arguments.
    origin: one.args === undefined ? ('explicit' as const) : ('implicit' as const),
    ...(one.source_type === undefined ? {} : { sourceType: one.source_type }),
    ...(one.path === undefined ? {} : { fileName: one.path }),
    ...(one.args === undefined ? {} : { context: one.args }),
    ...(one.task ? { task: one.task } : {}),
    ...(one.first_line === undefined ? {} : { firstLine: one.first_line }),
  }
}
