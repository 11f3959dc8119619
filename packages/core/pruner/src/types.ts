// The engine's public types. Requests and results are plain data that can cross a worker boundary.
import type { Question } from './question/question.js'
import type { Family } from './text/family.js'
import type { SplitText } from './text/lines.js'
import type { Structure } from './text/structure.js'
import type { WordIndex } from './text/words.js'

export type SourceType = 'code' | 'logs' | 'docs'

/** `explicit`: somebody asked the goal as a question. `implicit`: an agent said it before the call. */
export type QuestionOrigin = 'explicit' | 'implicit'

export interface PruneRequest {
  readonly text: string
  /** What the reader wants to know. Data, never an instruction. */
  readonly goal: string
  readonly sourceType?: SourceType | 'auto'
  /** Helps `auto`: only its extension and base name are used. */
  readonly fileName?: string
  readonly origin: QuestionOrigin
  /**
   * The arguments of the call that returned the text, as words: a pattern, a command, a path. Data as well. With an
   * explicit question they only show what kind of text it is.
   */
  readonly context?: string
  /** The subject of the session: the user's own words. Data as well, for implicit questions. */
  readonly task?: string
  /** The number of the text's first line in its file. Default 1. */
  readonly firstLine?: number
  /**
   * `answer` (default): the lines that cost the reader least, and the whole text if pruning does not
   * pay. `condense`: pruned as requested, with imports, declarations, headings and whole fences kept.
   */
  readonly mode?: 'answer' | 'condense'
  /** Upper bound of the answer's estimated tokens, marks included. Default 6,000 in an answer. */
  readonly maxTokens?: number
  /** Upper bound of removed lines / all lines. Default 1 in an answer, 0.95 when condensing. */
  readonly maxPruneRatio?: number
  /** Default 0. */
  readonly minKeepLines?: number
  /** Whether a text may protect its own lines with `⟦NO_PRUNE_BEGIN⟧` and `⟦NO_PRUNE_END⟧`. Default false. */
  readonly directives?: boolean
  /** The cost of a missed line in an answer, in tokens. Default: by the text's size and the question. */
  readonly priceOfMiss?: number
  /** Show more around each chosen line, as far as the bound allows. */
  readonly widen?: {
    /** Lines before and after. */
    readonly context?: number
    /** The whole function, type or section of the line. */
    readonly whole?: boolean
  }
  /** To be filled: `share` is of the characters, `tokens` is an estimate including marks. */
  readonly budget?: { readonly share: number } | { readonly tokens: number }
}

export interface PruneContext {
  /** A monotonic clock in milliseconds; the engine has none of its own. */
  readonly now?: () => number
  /** In the clock's milliseconds. On expiry the result is the no-op with the warning `timeout`. */
  readonly deadline?: number
  readonly scorer?: Scorer
}

/** One line with its own ending, so that joining all lines gives the text back exactly. */
export interface Line {
  readonly text: string
  readonly ending: '' | '\n' | '\r\n'
}

/** Lines `startLine`…`endLine` (1-based, inclusive) were cut. */
export interface PrunedBlock {
  readonly startLine: number
  readonly endLine: number
  /** Short, in French, for example `hors focus` or `répétition ×4998`. */
  readonly reason: string
  /** How many of the lines only repeat a failure shown above and below. */
  readonly repeats?: number
}

/** The shown part of a long line: pieces of it, as offsets into its text. */
export interface LineParts {
  /** 1-based. */
  readonly line: number
  readonly pieces: readonly { readonly from: number; readonly to: number }[]
}

/** Why a line is shown: the question names it, it reports a failure, its own probability pays for it, or others do. */
export type KeptReason = 'named' | 'evidence' | 'likely' | 'around' | 'signature'

/** The basis of the choice, for display. */
export interface Explanation {
  /** The probability that each line is needed. */
  readonly chances: Float32Array
  /** Runs of kept lines with one reason, ascending. */
  readonly runs: readonly {
    readonly startLine: number
    readonly endLine: number
    readonly reason: KeptReason
    /** The rule that made the lines certain or boosted them. */
    readonly rule?: string
  }[]
}

export type PruneWarning = 'timeout' | 'constraints_unmet' | 'scorer_unavailable'

export interface PruneStats {
  readonly originalLines: number
  readonly keptLines: number
  readonly prunedLines: number
  readonly prunedRatio: number
  readonly tokensBefore: number
  /** Including the cost of the compact markers. */
  readonly tokensAfter: number
  /** How many needed lines are expected to be missing; absent when nothing was cut. */
  readonly expectedMiss?: number
}

export interface PruneResult {
  /** `unchanged`: nothing worth cutting. `fallback`: the no-op, see `warnings`. */
  readonly status: 'pruned' | 'unchanged' | 'fallback'
  readonly sourceType: SourceType
  readonly lines: readonly Line[]
  /** Ascending, never overlapping, never touching. All other lines are kept. */
  readonly blocks: readonly PrunedBlock[]
  /** Kept lines that are shortened, ascending. */
  readonly parts: readonly LineParts[]
  /** Names of the question that do not occur in the text. */
  readonly absent: readonly string[]
  /** Names of the question on more lines than are shown. */
  readonly counted: readonly { readonly literal: string; readonly lines: number }[]
  /** How much is shown of a requested list or part. */
  readonly members?: { readonly noun: string; readonly shown: number; readonly total: number }
  /** How many cut warnings are of the same kind as one that is shown. */
  readonly foldedWarnings: number
  /** Lines of errors and failures that were cut for a bound, of the same kind as one that is shown. */
  readonly foldedErrors: number
  /** Those without room, and with nothing like them shown. */
  readonly droppedErrors: number
  /** Places without room for the requested context. */
  readonly notWidened?: number
  /** Absent if nothing was scored. */
  readonly explanation?: Explanation
  readonly stats: PruneStats
  readonly warnings: readonly PruneWarning[]
  readonly scorer: string
}

export interface ScoringInput {
  /** The text with the offsets of its lines: scan this rather than a string per line. */
  readonly split: SplitText
  readonly words: WordIndex
  readonly structure: Structure
  readonly question: Question
  readonly sourceType: SourceType
  readonly family: Family
  readonly fileName?: string
  /** The arguments of the call that returned the text: they show what kind of text it is. */
  readonly call?: string
  /** The same as part of the question; only for implicit ones, like the task. */
  readonly context?: string
  readonly task?: string
  readonly firstLine: number
  /** Throws when the deadline has passed; call it every few hundred lines. */
  readonly checkDeadline: () => void
}

/** Returns for each line how likely it is to be needed. */
export interface Scorer {
  readonly name: string
  /** Added to the warnings of every result: this scorer replaces another. */
  readonly warning?: PruneWarning
  /** Relevance of each line to the goal, 0…1, comparable within one text. */
  relevance(input: ScoringInput): Float32Array
  /** The calibrated probability that each line is needed, 0…1, comparable between texts. */
  score(input: ScoringInput): Float32Array
}
