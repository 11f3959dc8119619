// Says inside a structured value that only some of its fields are shown, as far as the tool's schema allows.
import { isFields } from '../../rpc/message.js'
import { noteMembers } from '../shrink/note.js'
import type { ShapeContext } from './shape-context.js'

/** `undefined`: the schema allows no value without the other fields, or none that says so. */
export async function toldFields(
  picked: unknown,
  whole: unknown,
  { ref, note }: { readonly ref: string; readonly note: string },
  { outputSchema, schemas }: ShapeContext,
): Promise<unknown> {
  if (Array.isArray(picked) && !outputSchema) return [...(picked as unknown[]), note]
  if (!isFields(picked) || !isFields(whole)) return undefined
  for (const members of noteMembers(note, ref, [], whole)) {
    const told = { ...picked, ...members }
    if (!outputSchema || (await schemas.isValid(outputSchema, told))) return told
  }
  return undefined
}
