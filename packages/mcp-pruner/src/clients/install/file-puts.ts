// The edits of one file, in any format: adds all of them and removes all of them.
import type { FileEdit } from '../agent-client.js'
import { type Put, sameJson, type Undo, valueAt } from '../config/config-put.js'
import type { ClientName } from '../registry.js'
import { CONFIG_FORMATS, type FormatName } from './config-formats.js'

export interface ClientPut {
  readonly client: ClientName
  readonly put: Put
}

export function putsOf(edit: FileEdit): readonly Put[] {
  if ('puts' in edit) return edit.puts
  return [{ kind: 'element', path: [], value: 'line' in edit ? edit.line : edit.text }]
}

/** The text with all of them, and what is needed to remove those that were not there already. */
export function putAll(
  format: FormatName,
  base: string,
  wanted: readonly ClientPut[],
): { text: string; puts: { client: ClientName; undo: Undo }[] } {
  let text = base
  const puts: { client: ClientName; undo: Undo }[] = []
  for (const { client, put } of wanted) {
    const { kind, path, value, unlessTaken } = put
    if (unlessTaken && isTaken(format, text, put)) continue
    const result = CONFIG_FORMATS[format].put(text, {
      kind,
      path,
      value,
      ...(unlessTaken && { unlessTaken }),
    })
    text = result.text
    if (result.undo) puts.push({ client, undo: result.undo })
  }
  return { text, puts }
}

export function takeAll(format: FormatName, text: string, undos: readonly Undo[]): string {
  return undos
    .toReversed()
    .filter((undo) => !undo.unlessTaken || !isTaken(format, text, undo))
    .reduce((rest, undo) => CONFIG_FORMATS[format].take(rest, undo), text)
}

function isTaken(format: FormatName, text: string, { path, value }: Put): boolean {
  const there = valueAt(CONFIG_FORMATS[format].parse(text), path)
  return there !== undefined && !sameJson(there, value)
}
