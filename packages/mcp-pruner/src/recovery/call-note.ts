// What is remembered of a pruned call beside its text, for as long as the store keeps it: the question, which
// lines were shown, and the answer word for word. It is what `mcp-pruner ui` shows.
import type { ArtifactStore } from '@jeeves/mcp-runtime'

export const NOTE_DOMAIN = 'call'

export interface CallNote {
  readonly question: string
  /** Under which the text itself is kept. */
  readonly pruneId: string
  /** Numbered from 1 in the pruned text; absent when the engine only gave text back. */
  readonly keptLines?: readonly number[]
  /** The pruned text's first line is this one of the kept text, and so many lines were looked at. */
  readonly firstLine: number
  readonly lineCount: number
  readonly fileName?: string
  /** The file or the command, in words. */
  readonly what?: string
  /** Exactly what the model was shown. */
  readonly answer: string
}

type Run = readonly [first: number, last: number]

/** Nobody was promised a note: it takes the place of no text, whose id was handed out. */
export async function keepNote(store: ArtifactStore, id: string, note: CallNote): Promise<void> {
  const { keptLines, ...rest } = note
  const value = { ...rest, ...(keptLines && { kept: runsOf(keptLines) }) }
  await store.put({ domain: NOTE_DOMAIN, id }, JSON.stringify(value), { ifRoom: true })
}

/** `undefined` when there is none, or none any more. */
export async function recallNote(store: ArtifactStore, id: string): Promise<CallNote | undefined> {
  const text = await store.get({ domain: NOTE_DOMAIN, id })
  if (text === undefined) return undefined
  const { kept, ...note } = JSON.parse(text) as Omit<CallNote, 'keptLines'> & { kept?: Run[] }
  return { ...note, ...(kept && { keptLines: linesOf(kept) }) }
}

/** Lines in ascending order as runs, first and last included. */
export function runsOf(lines: readonly number[]): Run[] {
  const runs: [number, number][] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last && last[1] === line - 1) last[1] = line
    else runs.push([line, line])
  }
  return runs
}

const linesOf = (runs: readonly Run[]): number[] =>
  runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))
