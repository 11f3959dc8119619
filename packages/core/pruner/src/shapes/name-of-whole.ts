// *Which functions does the module os have?* asks for all functions of os.d.ts: the name is that of the text.
import type { Asking } from './answer.js'
import { escaped } from './uses-answer.js'

const OF_MODULE = /\b(?:module|package|namespace|library|file|script)\s+["'`]?([\w-]{1,60})/i
const OWNS = '(?:have|has|exports?|provides?|offers?|defines?|exposes?|contains?|declares?)'
const DECLARED_WITHIN = 20_000

/** The name by which the question calls all of the text: that of its file, or of the module that it declares. */
export function nameOfWhole({ question, fileName, split }: Asking): string | undefined {
  const file = fileName?.split(/[\\/]/).at(-1)?.split('.')[0]
  const named = OF_MODULE.exec(question.text)?.[1]
  if (named !== undefined) {
    const declared = new RegExp(`\\b(?:module|package|namespace)\\s+["']?${escaped(named)}\\b`)
    return named === file || declared.test(split.text.slice(0, DECLARED_WITHIN)) ? named : undefined
  }
  if (file === undefined || file === '') return undefined
  return new RegExp(`\\b${escaped(file)}\\s+${OWNS}\\b`).test(question.text) ? file : undefined
}
