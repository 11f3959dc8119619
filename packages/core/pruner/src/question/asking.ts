// Whether a sentence asks for something or names it, rather than states what was or will be done, as commit
// messages and the comments above functions do.

const MAX_LENGTH = 160
const FEW_WORDS = 6

/** Polite openings before the question itself. */
const POLITE =
  /^\s*(?:(?:hey|hi|hello|ok|okay|so|now|and|also|well|then|please|pls|kindly|just|quickly|quick question)\b[\s,:!-]*|(?:can|could|would|will) you (?:please )?|(?:can|could|may) (?:i|we) (?:please )?(?=see|get|have)|(?:i|we)(?:['’]d| would) (?:like|love|want|need)(?: to (?=see|know|read|get|have|find|understand))?\s*|(?:i|we) (?:want|need|have) to (?=see|know|read|get|have|find|understand|list|check|review)|(?:i am|i['’]m|we are) (?:looking for|interested in|searching)|help me(?: to)?\s+|let(?: me|['’]s)\s+(?=see|look|find|get|list|show))/i

const INTERROGATIVE =
  /^["'`(]?(?:what|which|who|whose|whom|where|when|why|how|is|are|was|were|does|do|did|has|have|can|could|in|on|for|at|by|from|to|under|of|i (?:need|want)|we need)\b|^["'`(]?(?:what|where|who|how)['’]?s\b/i

/** Imperatives to show something. */
const ORDER =
  /^(?:list|show|tell|give|display|print|output|enumerate|name|count|find|get|see|read|look|lookup|explain|describe|summari[sz]e|review|walk|trace|follow|provide|retrieve|extract|identify|return|collect|locate|search|fetch|select|pick|report|quote|grep|filter|determine|figure|analy[sz]e|inspect|examine|outline|dump|itemi[sz]e|detail|gather|know|understand|see|ls|cat|go to|open|lookup|point|mention|repeat|present|state|specify|write down|inform|advise)\b(?! (?:early|whether|if|true|false|null|none|nil|undefined)\b)/i

/** Verbs that also begin the comment above a function, which is longer than an imperative. */
const DOES =
  /^(?:return|get|find|count|collect|select|print|read|extract|retrieve|fetch|determine|display|output|locate|search|list|open|report|follow|walk|pick|filter|inspect|dump)\b/i
const MAX_ORDER_WORDS = 9

/** Things that are requested by name alone. */
const NAMED =
  /^(?:all|every|each|any|the|only|(?:added|deleted|removed)(?=[\s/]+(?:and|or|lines?|files?|code|added|deleted|removed)\b)|everything|anything|everyone|contents?|children|callers?|calls?|call sites?|invocations?|references?|usages?|uses|values?|default|current|history|log|logs|activity|timeline|entries|changes|changed|modified|modifications|touched|affected|diff|edits|release|releases|notes|overview|outline|summary|structure|public|private|exported|exports?|methods?|functions?|members?|classes|types?|interfaces?|api|fields?|properties|columns?|header|schema|rows?|records?|keys|items|lines|events?|errors?|exceptions?|raised|thrown|env|environment|constants?|imports?|dependencies|tests?|failing|failed|passing|endpoints?|routes?|options?|flags?|sections?|headings?|files?|paths?|commits?|todos?|signatures?|definition|implementation|body|source|details?|information|documentation|docs|full|module|class|function|method|file|folder|directory|number|count|list)\b(?! (?:whether|if|that)\b)/i

/** How commit messages begin. */
const EDIT =
  /^\s*(?:add|fix|remove|make|use|update|change|rename|support|allow|handle|improve|refactor|bump|implement|replace|move|avoid|ensure|prevent|drop|convert|introduce|deprecate|revert|don['’]t|do not|expose|rearrange|enhance|simplif|clean|document|optimi|reduce|increase|decrease|set|enable|disable|mark|merge|split|inline|cache|rework|rewrite|reformat|format|correct|adjust|tweak|tidy|delete|create|build|switch|upgrade|downgrade|migrate|restore|skip|ignore|require|throw|raise|check|validate|verify|parse|sort|constify|work|minor|small|typo|wip|initial|release|prepare|apply|adapt|align|pass|keep|let|stop|start|run|reset|restrict|limit|unify|generali|speed|no longer|not|new|better|more|less|faster|proper)/i

/** A statement: `echo doesn't fail`, `the parser should skip blanks`. */
const STATEMENT =
  /\S\s+(?:(?:does|do|did|is|are|was|were|has|have|had|should|must|can|could|will|would|may|might)(?:n['’]?t)?|cannot|isnt|doesnt|dont|now|no longer|never|always)\s+\S/i

/** A statement about what should be, while `is` and `has` may be in a clause: *the rows whose status is ok*. */
const DEMAND = /\S\s+(?:should|must|will|would|cannot|\w+n['’]t|never|no longer|now)\s+\S/i

/** The type of a conventional commit, or a short statement after its subject. */
const COMMIT_TYPE =
  /^(?:feat|fix|docs?|chore|refactor|tests?|style|perf|build|ci|revert|deps|release|wip)(?:\([^)]*\))?!?:\s/i
const PREFIX = /^[\w./-]+(?:\([^)]*\))?!?:\s+/

export function isAsking(question: string): boolean {
  const written = question.trim()
  if (written.length > MAX_LENGTH || written.includes('\n')) return false
  const text = withoutPoliteness(written)
  if (text.endsWith('?') || text !== written) return true
  if (COMMIT_TYPE.test(text)) return false
  const rest = text.replace(PREFIX, '')
  // `Pump: list its methods` asks; `pump: fill it again` states.
  if (rest !== text) return isAskedBehindName(text, rest)
  if (INTERROGATIVE.test(text)) return true
  const words = text.split(/\s+/).length
  if (ORDER.test(text)) return !(DOES.test(text) && words > MAX_ORDER_WORDS && text.endsWith('.'))
  if (NAMED.test(text)) return !DEMAND.test(text)
  // A sentence states something; a few words without a full stop name something.
  return words <= FEW_WORDS && !text.endsWith('.') && !STATEMENT.test(text) && !EDIT.test(text)
}

function isAskedBehindName(text: string, rest: string): boolean {
  if (/^(?:find|commit|list|show|who|when|in|which|usages?)\b/i.test(text)) return true
  if (EDIT.test(rest) || DEMAND.test(rest)) return false
  const isOrder = INTERROGATIVE.test(rest) || ORDER.test(rest) || NAMED.test(rest)
  return isOrder && rest.split(/\s+/).length <= FEW_WORDS
}

/** The imperative verb, if it is not part of what is asked for: `report` of *report the errors*. */
export function orderingWord(question: string): string | undefined {
  const text = withoutPoliteness(question.trim())
  const match = ORDER.exec(text)
  if (match === null) return undefined
  const isOnlyOrder =
    /^(?:provide|output|retrieve|extract|identify|fetch|grep|lookup|ls|cat)$/i.test(match[0])
  const isFollowed =
    /^\s+(?:the|all|every|each|any|an?|me|us|for|where|what|which|who|how|those|these|only|its|up|at|in|to|out)\b/i.test(
      text.slice(match[0].length),
    )
  return isOnlyOrder || isFollowed ? match[0] : undefined
}

function withoutPoliteness(question: string): string {
  let text = question
  for (let i = 0; i < 4; i++) {
    const rest = text.replace(POLITE, '').trimStart()
    if (rest === text || rest === '') return text
    text = rest
  }
  return text
}
