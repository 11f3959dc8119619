// What a question asks about, apart from its own words.

const TOPICS = {
  /** Warnings as such. */
  warnings:
    /warn|deprecat|\bcomplain|\blint(?:er|ing)? (?:issue|problem|finding|message|report)|\bviolat|avertiss|advertencia|предупрежд|警告|경고/i,
  /** What passed as well. */
  passed:
    /\bpass(?:es|ed|ing)?\b(?! (?:in|to|through|as|by|the|an?)\b)|\bsucceed|\bslow|\bduration|\bhow long|\ball (?:the )?tests\b|\bhow many\b|\bwhich tests (?:are|were|ran|exist)/i,
  /** What went wrong. */
  failures:
    /\b(?:fail|broke|break|crash|error|wrong|red\b|regress|flak|assert|exception|not pass|doesn['’]t pass|échou|fehl)/i,
  licence: /licen[cs]|copyright|spdx|warrant|author/i,
  /** Every place of what is named. */
  each: /\b(?:all|every|each|uses?|used|usages?|called|callers?|calls|references?|referenced|occurrences?)\b/i,
  /** The largest, the slowest. */
  most: /\b(?:largest|biggest|highest|greatest|longest|slowest|heaviest|fullest|busiest|worst|maximum|max|most(?! (?:relevant|likely|important|recent|recently|common|commonly|useful|suitable|appropriate|significant|probably|of)\b))\b/i,
  /** The smallest, the fastest. */
  least:
    /\b(?:smallest|lowest|fewest|shortest|fastest|quickest|lightest|minimum|min|(?<!at )least)\b/i,
  /** Where to make a change: what is to be added is not there yet. */
  edit: /^\s*(?:i|we)(?: want|[’']d like| would like| need) (?!to (?:know|see|understand|find|read|learn)\b)[^?.]{3,120}[?.]|\b(?:where|what|which (?:file|function|method|line|place|part)s?)\b[^?]{0,80}\b(?:i|we|you|one|to)\b[^?]{0,40}\b(?:add|change|put|edit|insert|modify|extend|register|touch|replace|remove|adjust|hook|go)\b|\bwhere (?:would|should|could|does|do|must) (?:that|this|it|an?|the) [^?]{0,60}\b(?:go|belong|be (?:added|changed|put))\b/i,
  /** What is so only under a condition. */
  condition: /\b(?:when|if|unless)\b/i,
  /** A number: how many, how long. */
  amount: /\bhow (?:long|large|big|deep(?:ly)?|many|much|high|wide|far|often|soon|fast)\b/i,
  /** A number that must not be exceeded: *How many may be open at once?* */
  limit:
    /\bhow many\b.*\b(?:at (?:most|least|once|a time)|max\w*|up to|allowed|limit\w*|by default|may|can)\b/i,
  /** How something behaves, and why: a condition and its consequences. */
  behaviour:
    /^\s*(?:how (?!long|large|big|deep|many|much|high|wide|far|often|soon|fast|do i|can i)|why|what (?:happens|if)|when (?:does|do|is|are|can|will))\b/i,
  /** How things work. */
  how: /^\s*(?:how|what|why|which|where|in what|does|explain|describe)\b/i,
  /** The whole text. */
  all: /\b(?:overview|outline|summar|structure|layout|architecture|contents?|everything|entire|whole|full|complete|overall|high[- ]level|gist|skim|purpose|table of contents|sections|headings|functions|methods|classes|declarations|exports|read|understand|look at|see|view|explore|browse|inspect|review|what (?:is|does|do|are)\b.{0,30}\b(?:file|module|script|document|code|this|it|here)\b|what['’]s (?:in|here)|what (?:has |was |is )?changed|what (?:are )?the changes)/i,
} as const satisfies Record<string, RegExp>

export type Topic = keyof typeof TOPICS

/** Whether a question asks about a topic. */
export function asksAbout(text: string, topic: Topic): boolean {
  return TOPICS[topic].test(text)
}

const QUESTION =
  /^\s*(?:(?:in|under|at) (?=what|which))?(?:what|which|who|whose|where|when|why|how|is|are|was|were|does|do (?:the|these|those|any|all|we|you|they|i|its)|did|has|have|can|find|show|list|name|tell)\b[^]{0,200}$/i

/** A question in a sentence, rather than a statement of what will be done next. */
export const isDirectQuestion = (text: string): boolean => QUESTION.test(text)

const NEGATED =
  /\b(?:not|n['’]t|isn['’]t|aren['’]t|wasn['’]t|other than|except|besides|without)\s+(?:an?\s+|the\s+|yet\s+|in\s+)?["'`]?([A-Za-z][\w-]{2,40})/i

/** The word that a question negates: `running` of *which pods are not running?* */
export const negatedIn = (text: string): string | undefined => NEGATED.exec(text)?.[1]
