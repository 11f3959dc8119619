// The one way to read back what was kept, for every entry point: all of it, lines by their numbers or by marks, columns,
// or what a JSON pointer names. Entry points only translate what is requested and what is wrong with it.
import type { LineRange } from '@jeeves/contracts'
import { ArtifactRefError, parseExactJson, printJson, resolvePointer } from '@jeeves/mcp-runtime'
import { AppError } from '../errors/app-error.js'
import { type Cuts, recallCuts, resolveWanted } from './kept-cuts.js'
import type { LineRequest, WantedLines } from './line-requests.js'
import { type LineOptions, recoverLines } from './recover-lines.js'
import type { Recovery } from './recovery.js'

export interface ReadSource {
  /** `undefined` when unknown or expired. */
  recall(id: string): Promise<string | undefined>
  /** Where the runs of lines began that marks stand for. */
  cuts?(id: string): Promise<Cuts>
}

export const cutTexts = (recovery: Recovery): ReadSource => ({
  recall: (id) => recovery.recall(id),
  cuts: (id) => recallCuts(recovery, id),
})

export interface ReadRequest extends LineOptions {
  /** Of kept JSON; a text that it names can be read by lines. */
  readonly pointer?: string | undefined
  /** Absent: everything. */
  readonly wanted?: readonly WantedLines[] | undefined
}

export interface ReadBack {
  readonly text: string
  /** Everything that is kept under the id. */
  readonly whole: string
  readonly requested: readonly LineRequest[]
  /** The same, with each end limited to the last line. */
  readonly ranges: LineRange[]
}

/** Throws `recovery_unavailable`, `not_kept`, `not_json`, `invalid_range`, `PointerError` or `ArtifactRefError`. */
export async function readBack(
  id: string,
  source: ReadSource,
  { pointer, wanted, ...options }: ReadRequest,
): Promise<ReadBack> {
  const whole = await source.recall(id).catch((cause: unknown) => {
    if (cause instanceof ArtifactRefError) throw cause
    const message = 'the store of cut lines cannot be read now; run the tool again'
    throw new AppError('recovery_unavailable', message, { cause })
  })
  if (whole === undefined) throw new AppError('not_kept', 'unknown or expired')
  const found = pointer === undefined ? whole : resolvePointer(parsed(whole), pointer)
  if (wanted && typeof found !== 'string') throw new AppError('not_json', 'not a text')
  const text = typeof found === 'string' ? found : printJson(found)
  const isAll = !wanted && options.isExact
  if (isAll || wanted?.length === 0)
    return { text: isAll ? text : '', whole, requested: [], ranges: [] }
  const marks = wanted?.some((one) => 'before' in one) ? await source.cuts?.(id) : undefined
  const resolved = resolveWanted(wanted ?? [], marks ?? new Map(), text)
  if ('problem' in resolved) throw new AppError('invalid_range', resolved.problem)
  const requested = resolved.ranges
  const lines = recoverLines(text, requested, options)
  if ('text' in lines) return { ...lines, whole, requested }
  const { problem, index, maxLine: max_line } = lines
  throw new AppError('invalid_range', problem, {
    data: { range: requested[index], index, max_line },
  })
}

function parsed(whole: string): unknown {
  try {
    return parseExactJson(whole)
  } catch (cause) {
    throw new AppError('not_json', 'not JSON', { cause })
  }
}
