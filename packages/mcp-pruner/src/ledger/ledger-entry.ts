// The ledger's format: one line of JSON for each session, call and recovery. No contents: what a call read
// is a hash, and its question and answer are with its text in the recovery store.
import { createHash } from 'node:crypto'

/** The entry point of a call. */
export const ENTRY_POINTS = ['stdio', 'native', 'gateway', 'service', 'shell'] as const
export type EntryPoint = (typeof ENTRY_POINTS)[number]

/** A person at a prompt: not a model's saving. */
export const SHELL_CLIENT = 'shell'

interface CallOrigin {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly session: string
  readonly entryPoint: EntryPoint
  /** The client's own name; `unknown` if it gives none. */
  readonly client: string
  /** The working folder. */
  readonly project: string
}

export interface SessionEntry extends CallOrigin {
  readonly kind: 'session'
  /** Tokens of the tool list, which the model pays for once. */
  readonly list: number
}

export interface CallEntry extends CallOrigin {
  readonly kind: 'call'
  readonly id: string
  readonly tool: string
  /** The wrapped server that the tool is of. */
  readonly server?: string
  /** Tokens of the output, of its shown part, and of the question. */
  readonly raw: number
  readonly shown: number
  readonly question: number
  /** A hash of what was read or run, and the requested lines, to recognise repeats. */
  readonly what?: string
  readonly from?: number
  readonly to?: number
  /** The id of the whole text, if something of it was cut. */
  readonly prune?: string
  /** A question was asked and could have been answered by cutting; `held`: it was in the control group. */
  readonly eligible?: true
  readonly held?: true
  /** The engine's own estimate of how many needed lines it cut. */
  readonly expectedMiss?: number
}

export interface RecoveredEntry extends CallOrigin {
  readonly kind: 'recovered'
  readonly prune: string
  readonly tokens: number
  readonly tool?: string
}

export type LedgerEntry = SessionEntry | CallEntry | RecoveredEntry

/** A longer line may be torn by other writers, so names are shortened to fit. */
const MAX_LENGTHS = {
  client: 100,
  project: 1000,
  tool: 200,
  server: 200,
  session: 100,
  prune: 150,
} as const

const BOUNDS = Object.entries(MAX_LENGTHS)

/** Starts with the line break, so that a line truncated by a kill damages only itself. */
export function lineOf(entry: LedgerEntry): string {
  const bounded: Record<string, unknown> = { ...entry }
  for (const [name, length] of BOUNDS) {
    const value = bounded[name]
    if (typeof value === 'string' && value.length > length) bounded[name] = value.slice(0, length)
  }
  return `\n${JSON.stringify(bounded)}`
}

/** The last valid date; no sum of tokens comes near it. */
const MAX_TIME = 8.64e15

export const isCount = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value <= MAX_TIME

/** `undefined` for a line that is incomplete or not ours. */
export function entryOf(line: string): LedgerEntry | undefined {
  let value: Record<string, unknown>
  try {
    value = JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  // The name that earlier versions wrote.
  value['entryPoint'] ??= value['door']
  const texts = ['session', 'entryPoint', 'client', 'project', ...(TEXTS.get(value['kind']) ?? [])]
  const figures = FIGURES.get(value['kind'])
  if (!figures || !texts.every((name) => typeof value[name] === 'string')) return undefined
  if (!['undefined', 'string'].includes(typeof value['server'])) return undefined
  if (value['expectedMiss'] !== undefined && !isCount(value['expectedMiss'])) return undefined
  return ['at', ...figures].every((name) => isCount(value[name]))
    ? (value as unknown as LedgerEntry)
    : undefined
}

const TEXTS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['call', ['id', 'tool']],
  ['recovered', ['prune']],
])
const FIGURES: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['session', ['list']],
  ['call', ['raw', 'shown', 'question']],
  ['recovered', ['tokens']],
])

/** Short, and enough to recognise repeats among some thousands. */
export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16)
