// Colours for a person at a terminal: the question's words stand out, marks and the closing line step back.
// A pipe gets the text as it is.

const BOLD = '\u001B[1;33m'
const FAINT = '\u001B[2m'
const PLAIN = '\u001B[0m'

/** Words of the question that say something: short ones stand everywhere. */
function wordsIn(question: string): RegExp | undefined {
  const words = [...new Set(question.match(/[\p{L}\p{N}_$]{4,}/gu) ?? [])]
  if (words.length === 0) return undefined
  words.sort((a, b) => b.length - a.length)
  const escaped = words.map((word) => word.replace(/[$]/g, '\\$'))
  return new RegExp(`(?:${escaped.join('|')})`, 'giu')
}

const MARK = /^…#*(?:\d+:|end|:\d+:)/

export function coloured(text: string, question: string): string {
  const words = wordsIn(question)
  return text
    .split('\n')
    .map((line) => {
      if (MARK.test(line) || /^\[.* cut.*\]$/.test(line)) return `${FAINT}${line}${PLAIN}`
      return words ? line.replace(words, (word) => `${BOLD}${word}${PLAIN}`) : line
    })
    .join('\n')
}
