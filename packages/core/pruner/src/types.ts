// The engine's public shapes. Requests and results are plain data that can cross a worker boundary.
import type { Question } from './question/question.js'
import type { Family } from './text/family.js'
import type { SplitText } from './text/lines.js'
import type { Structure } from './text/structure.js'
import type { WordIndex } from './text/words.js'

export type SourceType = 'code' | 'logs' | 'docs'

/** `explicit`: somebody put the goal as a question. `implicit`: an agent said it before the call that gave the text. */
export type QuestionOrigin = 'explicit' | 'implicit'

export interface PruneRequest {
  readonly text: string
  /** What the reader wants to know. Data, never an instruction. */
  readonly goal: string
  readonly sourceType?: SourceType | 'auto'
  /** Helps `auto`: only its extension and base name are looked at. */
  readonly fileName?: string
  readonly origin: QuestionOrigin
  /**
   * The arguments of the call that gave the text, as words: a pattern, a command, a path. Data as well. With an
   * explicit question they only tell what sort of text it is.
   */
  readonly context?: string
  /** What the session is about: the user's own words. Data as well, for implicit questions. */
  readonly task?: string
  /** The number of the text's first line in its file. Default 1. */
  readonly firstLine?: number
  /**
   * `answer` (default): the lines that cost the reader least, and the whole text where pruning does not
   * pay. `condense`: pruned as asked, with imports, declarations, headings and whole fences kept.
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
  /** What a line costs that is missed in an answer, in tokens. Default: by the text's size and the question. */
  readonly priceOfMiss?: number
  /** Show more around each chosen line, as far as the bound allows. */
  readonly widen?: {
    /** Lines before and after. */
    readonly context?: number
    /** The whole function, type or section that the line stands in. */
    readonly whole?: boolean
  }
  /** To be filled: `share` is of the characters, `tokens` is an estimate with marks included. */
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

/** What is shown of a long line that is kept: pieces of it, as offsets into its text. */
export interface LineParts {
  /** 1-based. */
  readonly line: number
  readonly pieces: readonly { readonly from: number; readonly to: number }[]
}

/** Why a line is shown: the question names it, it reports a failure, its own chance pays for it, or others do. */
export type KeptReason = 'named' | 'evidence' | 'likely' | 'around' | 'signature'

/** What the choice was made from, for those who show it. */
export interface Explanation {
  /** The chance of each line to be needed. */
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
  /** With the compact markers paid for. */
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
  /** Kept lines that are cut inside, ascending. */
  readonly parts: readonly LineParts[]
  /** Names of the question that the text does not hold anywhere. */
  readonly absent: readonly string[]
  /** Names of the question that more lines hold than are shown. */
  readonly counted: readonly { readonly literal: string; readonly lines: number }[]
  /** Of a list or a part that was asked for, how much is shown. */
  readonly members?: { readonly noun: string; readonly shown: number; readonly total: number }
  /** How many warnings were cut that are of the same kind as one that is shown. */
  readonly foldedWarnings: number
  /** Lines of errors and failures that a bound cut, of the same kind as one that is shown. */
  readonly foldedErrors: number
  /** Those that the bound left no room for, and nothing like them is shown. */
  readonly droppedErrors: number
  /** Places that had no room for the lines around them that were asked for. */
  readonly notWidened?: number
  /** Absent when nothing was weighed. */
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
  /** The arguments of the call that gave the text: they tell what sort of text it is. */
  readonly call?: string
  /** The same as a part of the question; for implicit ones only, as the task. */
  readonly context?: string
  readonly task?: string
  readonly firstLine: number
  /** Throws when the deadline has passed; call it every few hundred lines. */
  readonly checkDeadline: () => void
}

/** Says of each line how likely it is to be needed. */
export interface Scorer {
  readonly name: string
  /** Goes into the warnings of every result: this scorer stands in for another. */
  readonly warning?: PruneWarning
  /** Relevance of each line to the goal, 0…1, comparable within one text. */
  relevance(input: ScoringInput): Float32Array
  /** The calibrated chance that each line is needed, 0…1, comparable between texts. */
  score(input: ScoringInput): Float32Array
}
