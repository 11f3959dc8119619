// A value that no schema describes, within its limits: in its own form with marks and a note, or in the envelope. It
// stands in `structuredContent` or is the one text of the answer.
import type { MCPResponseEnvelope } from '@jeeves/contracts'
import type { Omission, Shrunk } from '@jeeves/mcp-runtime'
import type { Fields } from '../../rpc/message.js'
import { fitted } from '../shrink/fitted.js'
import { describeCuts, noteOf, outermost, withTotals } from '../shrink/note.js'
import { Shrinkable, type ShrinkRequest } from '../shrink/shrinkable.js'
import { countedBytes } from './blocks.js'
import { dataEnvelope, MIN_BYTES } from './envelope.js'
import { reduced, withLabels } from './reduce.js'
import type { SentValue } from './sent-value.js'
import type { ShapeContext } from './shape-context.js'

type Request = Omit<ShrinkRequest, 'chosen' | 'base'>

/** The value, or what a question chose of it, with at most so many bytes of data. */
function shrinkerOf(value: unknown, { choice, base }: ShapeContext): (request: Request) => Shrunk {
  const { shrinkable, chosen } = choice?.data ?? {
    shrinkable: new Shrinkable(withTotals(value, choice?.cuts ?? [])),
    chosen: undefined,
  }
  return (request) => shrinkable.shrink({ ...request, base, ...(chosen && { chosen }) })
}

/** The value without the note on the fields that were picked: an answer says that elsewhere. */
const ownValue = (value: unknown, { picked }: ShapeContext): unknown =>
  picked && picked.withNote === value ? picked.value : value

/** In its own form, with a mark in each part, and a note in it or after it. */
export function markedValue(
  sent: SentValue,
  value: unknown,
  ref: string,
  context: ShapeContext,
): Fields {
  const { limits, original, choice, reduction } = context
  const { encoding, isStructured } = sent
  const own = ownValue(value, context)
  const shrunk = shrinkerOf(choice ? own : reduced(own, reduction).value, context)
  // A structured list ends with the note itself.
  const notes = isStructured && Array.isArray(value) ? 'plain' : 'tell'
  return fit(sent, ref, context, (maxBytes) => {
    const room = { maxBytes, encoding, limits, notes } as const
    const { value: part, cuts, bytes } = shrunk({ room, ...(isStructured && { ref }) })
    // What is missing inside of it is marked there.
    const outer = outermost(cuts)
    const note = noteOf(outer.length > 0 ? describeCuts(outer) : 'shortened', ref)
    return { made: sent.noted(part, note, ref, cuts, original), bytes }
  })
}

/** What fits; else once, as data, which is what it was. */
function fit(
  sent: SentValue,
  ref: string | undefined,
  { limits: { maxBytes } }: ShapeContext,
  make: (room: number) => { readonly made: Fields; readonly bytes: number },
): Fields {
  const { made, size } = fitted(maxBytes, maxBytes - sent.frameBytes, (room) => {
    const answer = make(room)
    return { ...answer, size: countedBytes(answer.made) }
  })
  if (size < maxBytes || !sent.isStructured || ref === undefined) return made
  const once = sent.once(made['structuredContent'], noteOf('shortened', ref))
  return countedBytes(once) < size ? once : made
}

/** As escaped text a value is a little longer than as JSON. */
const TWICE = 2.2

/** In an envelope; `ref` is where the whole is. */
export function envelopedValue(
  sent: SentValue,
  value: unknown,
  ref: string | undefined,
  context: ShapeContext,
): { readonly shaped: Fields; readonly isWhole: boolean } {
  const { limits, strict, choice, reduction: rule } = context
  const { encoding } = sent
  const own = ownValue(value, context)
  // A rule is for the answer as it came; of a choice, it is for what was chosen.
  const ruled = strict || choice ? undefined : reduced(own, rule)
  const shrunk = strict ? undefined : shrinkerOf(ruled?.value ?? own, context)
  let isWhole = false
  const shaped = fit(sent, ref, context, (room) => {
    const data = shrunk?.({ room: { maxBytes: room, encoding, limits } })
    const once = Math.max(Math.floor(room / (sent.isSentTwice ? TWICE : 1)), MIN_BYTES)
    const maxBytes = data ? Number.MAX_SAFE_INTEGER : once
    const all = data ?? { value: own, cuts: choice?.cuts ?? [] }
    const shown = withTotals(all.value, all.cuts)
    const reduction = ruled ? { ...ruled, value: shown } : reduced(shown, rule)
    const isReduced = reduction.omitted.length > 0 || all.cuts.length > 0 || own !== value
    const envelope = inEnvelope(sent, reduction.value, all.cuts, isReduced, ref, maxBytes, context)
    isWhole = !envelope.metadata.truncated
    return { made: sent.with(envelope, true), bytes: data?.bytes ?? room }
  })
  return { shaped, isWhole: isWhole && countedBytes(shaped) < limits.maxBytes }
}

function inEnvelope(
  { result }: SentValue,
  value: unknown,
  cuts: readonly Omission[],
  isReduced: boolean,
  artifactRef: string | undefined,
  maxBytes: number,
  { limits, tool, durationMs, original, listItems }: ShapeContext,
): MCPResponseEnvelope {
  const kept = listItems === 'labels' ? withLabels(value) : value
  return dataEnvelope(kept, {
    tool,
    durationMs,
    isReduced: isReduced || kept !== value,
    isError: result['isError'] === true,
    original,
    cuts,
    limits: { ...limits, maxBytes },
    ...(artifactRef !== undefined && { artifactRef }),
  })
}
