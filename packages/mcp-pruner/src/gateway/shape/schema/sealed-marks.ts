// Marks that a value is given while it is made smaller, told apart from data that looks like one: each carries a seal,
// which is taken off before anybody sees it.
import { randomBytes } from 'node:crypto'
import { ExactNumber } from '@jeeves/mcp-runtime'
import { isFields } from '../../../rpc/message.js'
import { markOf } from '../../shrink/note.js'

/** No text that was not written by this process holds it. */
const SEAL = `\u{e000}${randomBytes(6).toString('hex')}`

export const sealedMark = (what: string): string => SEAL + markOf(what)

/** The value with its marks as they are read; the first of them becomes `note`, if that is given. */
export function unsealed(
  value: unknown,
  note?: string,
): { readonly value: unknown; readonly isNoted: boolean } {
  let unsaid = note
  return { value: walk(value), isNoted: unsaid !== note }

  function walk(item: unknown): unknown {
    if (typeof item === 'string') return item.includes(SEAL) ? opened(item) : item
    if (Array.isArray(item)) return item.map(walk)
    if (!isFields(item) || item instanceof ExactNumber) return item
    return Object.fromEntries(Object.entries(item).map(([key, member]) => [key, walk(member)]))
  }

  function opened(text: string): string {
    const at = text.indexOf(SEAL)
    const end = text.indexOf('⟧', at) + 1
    const said = unsaid
    unsaid = undefined
    const first = said === undefined ? text : text.slice(0, at) + said + text.slice(end)
    return first.replaceAll(SEAL, '')
  }
}
