// A question that asks two things: `how many replicas run, and can it scale?` Each clause is asked for itself.

const BETWEEN =
  /(?:\?\s+|[,;]?\s+(?:and|but)\s+)(?=(?:(?:on|in|at|by|for|to|from|with) )?(?:what|which|who|whom|whose|when|where|why|how|can|could|is|are|was|were|does|do|did|has|have|will)\b)/i
const MAX_CLAUSES = 3
const MIN_WORDS = 2
/** More words give an account of something. */
const MAX_WORDS = 30

/** The clauses of a question with several; none if it has only one. */
export function clausesOf(text: string): string[] {
  const clauses = text.split(BETWEEN).map((clause) => clause.trim())
  const isSeveral =
    clauses.length > 1 &&
    clauses.length <= MAX_CLAUSES &&
    clauses.every((clause) => isClause(clause.split(/\s+/).length))
  return isSeveral ? clauses : []
}

const isClause = (words: number): boolean => words >= MIN_WORDS && words <= MAX_WORDS
