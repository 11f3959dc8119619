// Colours for a person at a terminal: the question's words stand out, marks and the closing line are dimmed.
// A pipe gets the plain text.

const BOLD = '\u001B[1;33m'
const FAINT = '\u001B[2m'
const PLAIN = '\u001B[0m'

/** Words that occur in every question say nothing about an answer. */
const FILLER = new Set(
  'about after also another before does each every find from give have here into just list like many more most much only other over show some such tell than that their them then there these they this those used using what when where which while will with would your'.split(
    ' ',
  ),
)

/** Whole words of the question; short ones occur everywhere. */
function wordsIn(question: string): RegExp | undefined {
  const words = [...new Set(question.match(/[\p{L}\p{N}_$]{4,}/gu) ?? [])].filter(
    (word) => !FILLER.has(word.toLowerCase()),
  )
  if (words.length === 0) return undefined
  words.sort((a, b) => b.length - a.length)
  const escaped = words.map((word) => word.replace(/[$]/g, '\\$'))
  return new RegExp(`(?<![\\p{L}\\p{N}_$])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_$])`, 'giu')
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
