// The words by which a question about a list says which members it means. The name of the text itself is none of them:
// *Which functions does the module os have?* asks for all functions of os.d.ts.
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { kindsOfStem } from '../question/shape-words.js'
import { wordsOf } from '../text/words.js'
import type { Asking } from './answer.js'
import { escaped } from './uses-answer.js'

/** Stems that the text contains, except those of `names`, of the text's own name, and those that describe any list. */
export function otherWords(
  asking: Asking,
  names: readonly string[],
  saidOfLists: ReadonlySet<string>,
): string[] {
  const { question, words } = asking
  const own = new Set([...names, nameOfWhole(asking) ?? ''].flatMap((name) => wordsOf(name)))
  return question.contentWords.filter(
    (stem) =>
      !own.has(stem) &&
      !saidOfLists.has(stem) &&
      !ORDINARY_WORDS.has(stem) &&
      kindsOfStem(stem).length === 0 &&
      words.vocabulary.find(stem) !== undefined,
  )
}

const OF_MODULE = /\b(?:module|package|namespace|library|file|script)\s+["'`]?([\w-]{1,60})/i
const OWNS = '(?:have|has|exports?|provides?|offers?|defines?|exposes?|contains?|declares?)'
const DECLARED_WITHIN = 20_000

/** The name by which the question calls all of the text: that of its file, or of the module that it declares. */
function nameOfWhole({ question, fileName, split }: Asking): string | undefined {
  const file = fileName?.split(/[\\/]/).at(-1)?.split('.')[0]
  const named = OF_MODULE.exec(question.text)?.[1]
  if (named !== undefined) {
    const declared = new RegExp(`\\b(?:module|package|namespace)\\s+["']?${escaped(named)}\\b`)
    return named === file || declared.test(split.text.slice(0, DECLARED_WITHIN)) ? named : undefined
  }
  if (file === undefined || file === '') return undefined
  return new RegExp(`\\b${escaped(file)}\\s+${OWNS}\\b`).test(question.text) ? file : undefined
}
