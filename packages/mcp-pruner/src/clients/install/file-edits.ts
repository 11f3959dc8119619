// The edits of one file, in any format: adds all of them and removes all of them.
import type { FileEdit } from '../agent-client.js'
import { type ConfigEdit, sameJson, type Undo, valueAt } from '../config/config-edit.js'
import type { ClientName } from '../registry.js'
import { CONFIG_FORMATS, type FormatName } from './config-formats.js'

export interface ClientEdit {
  readonly client: ClientName
  readonly edit: ConfigEdit
}

export function editsOf(edit: FileEdit): readonly ConfigEdit[] {
  if ('edits' in edit) return edit.edits
  return [{ kind: 'element', path: [], value: 'line' in edit ? edit.line : edit.text }]
}

/** The text with all of them, and what is needed to remove those that were not there already. */
export function applyEdits(
  format: FormatName,
  base: string,
  wanted: readonly ClientEdit[],
): { text: string; puts: { client: ClientName; undo: Undo }[] } {
  let text = base
  const puts: { client: ClientName; undo: Undo }[] = []
  for (const { client, edit } of wanted) {
    const { kind, path, value, unlessTaken } = edit
    if (unlessTaken && isTaken(format, text, edit)) continue
    const result = CONFIG_FORMATS[format].add(text, {
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

export function removeEdits(format: FormatName, text: string, undos: readonly Undo[]): string {
  return undos
    .toReversed()
    .filter((undo) => !undo.unlessTaken || !isTaken(format, text, undo))
    .reduce((rest, undo) => CONFIG_FORMATS[format].remove(rest, undo), text)
}

function isTaken(format: FormatName, text: string, { path, value }: ConfigEdit): boolean {
  const there = valueAt(CONFIG_FORMATS[format].parse(text), path)
  return there !== undefined && !sameJson(there, value)
}
