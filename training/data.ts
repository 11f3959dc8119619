// Reads the training data and writes the input of the two Python steps: flat arrays, no text.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { SourceType } from '@jeeves/pruner'

export interface Case {
  readonly id: string
  readonly kind: string
  readonly repo: string
  readonly path: string
  readonly query: string
  readonly text: string
  readonly gold: readonly number[]
  readonly source_type?: SourceType
  /** The arguments of the call that gave the text, and the number of its first line in its file. */
  readonly args?: string
  readonly task?: string
  readonly first_line?: number
}

/** As the engine is asked. */
export function requestOf(one: Case) {
  return {
    text: one.text,
    goal: one.query,
    // What an agent said before a call comes with the call's arguments.
    origin: one.args === undefined ? ('explicit' as const) : ('implicit' as const),
    fileName: one.path,
    ...(one.source_type === undefined ? {} : { sourceType: one.source_type }),
    ...(one.args === undefined ? {} : { context: one.args }),
    ...(one.task ? { task: one.task } : {}),
    ...(one.first_line === undefined ? {} : { firstLine: one.first_line }),
  }
}

export interface Pair {
  readonly k: 'c' | 'd'
  readonly nl: string
  readonly code: string
}

/** JSON lines, gzipped or not, one at a time: the whole text does not fit in one string. */
export function* readJsonLines<T>(file: string): Generator<T> {
  const raw = readFileSync(file)
  const bytes = file.endsWith('.gz') ? gunzipSync(raw) : raw
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(10, from)
    const to = found < 0 ? bytes.length : found
    if (to > from) yield JSON.parse(bytes.toString('utf8', from, to)) as T
    from = to + 1
  }
}

/** Appends typed arrays to a file of one element type. */
export class ArrayFile {
  readonly #fd: number

  constructor(path: string) {
    this.#fd = openSync(path, 'w')
  }

  write(array: Int32Array | Uint16Array | Float32Array | Uint8Array): void {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    for (let from = 0; from < bytes.length; ) from += writeSync(this.#fd, bytes, from)
  }

  close(): void {
    closeSync(this.#fd)
  }
}
