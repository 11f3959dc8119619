// The figures of a group of calls. All are sums of tokens, so groups can be added up.

const NONE = {
  calls: 0,
  /** Tokens of the outputs, of their shown parts, and of the questions. */
  raw: 0,
  shown: 0,
  question: 0,
  /** Recovered with recover_text and similar. */
  recovered: 0,
  /** Outputs of calls that repeated an earlier, cut one. */
  again: 0,
  /** Tool lists, once per session. */
  list: 0,
  /** Calls with a cut, those of them with an estimate of misses, and those that were needed again. */
  cut: 0,
  estimated: 0,
  needed: 0,
  /** What the estimates charge beyond recoveries and repeats: the probability of a miss times the tokens cut. */
  expected: 0,
}

export type Figures = typeof NONE

export const noFigures = (): Figures => ({ ...NONE })

/** For any group of sums. */
export function addFigures<Sums extends Readonly<Record<keyof Sums, number>>>(
  into: Sums,
  more: Partial<Sums>,
): void {
  const sums: Record<string, number> = into
  for (const [name, value] of Object.entries<number | undefined>(more)) sums[name]! += value ?? 0
}

/** The remaining saving. Without the cut a repeated call would not have been made: all of it counts. */
export const netOf = (
  figures: Pick<Figures, 'raw' | 'shown' | 'question' | 'recovered' | 'again' | 'list'>,
): number =>
  figures.raw - figures.shown - figures.question - figures.recovered - figures.again - figures.list

/** Including the engine's own estimate of misses. */
export const expectedNetOf = (figures: Omit<Figures, 'calls'>): number =>
  netOf(figures) - figures.expected

/** One day's figures of one tool, client and project. */
export interface SumRow extends Figures {
  /** `2026-11-16`, in this machine's time. */
  readonly day: string
  readonly project: string
  readonly client: string
  readonly tool: string
  /** The wrapped server that the tool is of. */
  readonly server?: string
}

export const rowKey = ({ day, project, client, tool, server }: Omit<SumRow, keyof Figures>) =>
  JSON.stringify([day, project, client, tool, server])

export function figuresIn(row: SumRow): Figures {
  const {
    day: _day,
    project: _project,
    client: _client,
    tool: _tool,
    server: _server,
    ...figures
  } = row
  return figures
}

export function addRow(rows: Map<string, SumRow>, row: SumRow): void {
  const key = rowKey(row)
  const found = rows.get(key)
  if (found) addFigures<Figures>(found, figuresIn(row))
  else rows.set(key, { ...row })
}

const two = (value: number): string => String(value).padStart(2, '0')

export function dayOf(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
