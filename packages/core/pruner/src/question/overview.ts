// Questions about all of a text ("read the file", "give me an overview", "what does this module do?") have no
// words that some lines hold and others do not: what answers them is how the text is laid out.
import { wordsOf } from '../text/words.js'
import { goalTerms } from './goal.js'

/** Words that ask for all of something, or name the text itself. */
const ABOUT_ALL = new Set(
  wordsOf(
    `overview outline summary summarize summarise structure layout architecture content contents everything
    entire entirety whole full complete all general high level main overall sense idea gist skim scan browse
    list read reading look looking see view open show give tell describe explain understand understanding know
    learn review inspect examine explore check go get let me need want first now then next quick quickly
    brief briefly short please help file files code module script document documents page text source class
    here there start begin organized organised laid out purpose about thing things happen happens does do
    exist existing current work works functions methods classes declarations symbols exports sections
    headings table lines change changes changed diff patch i ll m s re`,
  ),
)
/** One of these says that all of it is meant. */
const ALL_PATTERN =
  /\b(?:overview|outline|summar|structure|layout|architecture|contents?|everything|entire|whole|full|complete|overall|high[- ]level|gist|skim|purpose|table of contents|sections|headings|functions|methods|classes|declarations|exports|read|understand|look at|see|view|explore|browse|inspect|review|what (?:is|does|do|are)\b.{0,30}\b(?:file|module|script|document|code|this|it|here)\b|what['’]s (?:in|here)|what (?:has |was |is )?changed|what (?:are )?the changes)/i
const LONGEST = 160

/** Whether a question is about all of a text. */
export function asksForAll(goal: string): boolean {
  if (goal.length > LONGEST || !ALL_PATTERN.test(goal)) return false
  return goalTerms(goal).every((term) => ABOUT_ALL.has(term))
}
