// The note stored beside a pruned call's text, for as long as the store keeps it: the question, which
// lines were shown, and the exact answer. `mcp-pruner ui` shows it.
import type { ArtifactStore } from '@jeeves/mcp-runtime'

export const NOTE_DOMAIN = 'call'

export interface CallNote {
  readonly question: string
  /** The id of the text itself. */
  readonly pruneId: string
  /** 1-based in the pruned text; absent when the engine returned only text. */
  readonly keptLines?: readonly number[]
  /** The number of the pruned text's first line in the stored text, and how many lines were considered. */
  readonly firstLine: number
  readonly lineCount: number
  readonly fileName?: string
  /** The file or the command. */
  readonly what?: string
  /** Exactly what the model was shown. */
  readonly answer: string
}

type Run = readonly [first: number, last: number]

/** No id of a note was handed out: it never evicts a text. */
export async function keepNote(store: ArtifactStore, id: string, note: CallNote): Promise<void> {
  const { keptLines, ...rest } = note
  const value = { ...rest, ...(keptLines && { kept: runsOf(keptLines) }) }
  await store.put({ domain: NOTE_DOMAIN, id }, JSON.stringify(value), { ifRoom: true })
}

/** `undefined` if there is none, or none any more. */
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
