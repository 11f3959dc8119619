// The limits of the tools' arguments, each declared once: the schemas use this table, the tools are listed
// from it, and errors describe it.

export interface ArgumentLimit {
  /** Of a number: its value. Of a string: its characters. Of a list or a record: its entries. */
  readonly min?: number
  readonly max?: number
  readonly default?: number
}

export const ARGUMENT_LIMITS = {
  file_path: { min: 1 },
  start_line: { min: 1 },
  end_line: { min: 1 },
  command: { min: 1, max: 50_000 },
  env: { max: 200 },
  env_value: { max: 4000 },
  timeout_ms: { min: 100, max: 300_000, default: 30_000 },
  pattern: { min: 1, max: 10_000 },
  paths: { min: 1, max: 100 },
  max_matches: { min: 1, max: 5000, default: 500 },
  max_tokens: { min: 100, max: 1_000_000 },
  max_output_bytes: { min: 1024, max: 10_485_760 },
  context_focus_question: { min: 1, max: 1000 },
  prune_id: { min: 1, max: 200 },
  ranges: { max: 1000 },
  /** Of ranges written as one string. */
  ranges_string: { max: 10_000 },
  /** Of one range in a list. */
  range_string: { max: 1000 },
} as const satisfies Readonly<Record<string, ArgumentLimit>>

/** The one value of `encoding`. */
export const READ_ENCODING = 'utf-8'
