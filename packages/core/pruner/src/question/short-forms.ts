// What tools write for a word of the question in two letters, too short for a word of its own: `mount` prints `ro`.

const SHORT_FORMS: readonly (readonly [question: RegExp, written: string])[] = [
  [/\bread[- ]?only\b/i, 'ro'],
  [/\bread[-/ ]?write\b|\bwrit(?:e|)able\b/i, 'rw'],
]

/** Short forms of words of the question that the text has among options: `(ro,nodev)`. */
export const shortFormsIn = (question: string, text: string): string[] =>
  SHORT_FORMS.filter(
    ([words, written]) =>
      words.test(question) && new RegExp(`[(, \\t]${written}(?=[,) \\t\\n])`).test(text),
  ).map(([, written]) => written)
