// How many o200k tokens a text makes, without a tokenizer: a linear estimate over features counted in
// one pass. docs/token-estimates.md says how the weights were fitted and how far off they are.

/** Tokens of one line or of any text, as a fraction; sum fractions before rounding. */
export function tokensIn(text: string, from: number, to: number): number {
  let words = 0
  let extraLetters = 0
  let caseChanges = 0
  let digitGroups = 0
  let marks = 0
  let markRuns = 0
  let newlines = 0
  let indents = 0
  let wide = 0
  let previous = 0 // 0 start or newline, 1 lower, 2 upper, 3 digit, 4 mark, 5 space, 6 wide
  let run = 0
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i)
    if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)) {
      const kind = unit >= 97 ? 1 : 2
      if (previous !== 1 && previous !== 2) {
        words++
        run = 1
      } else {
        if (kind === 2 && previous === 1) {
          caseChanges++
          run = 0
        }
        if (++run > 7 && run % 4 === 0) extraLetters++
      }
      previous = kind
    } else if (unit >= 48 && unit <= 57) {
      if (previous !== 3) {
        digitGroups++
        run = 1
      } else if (++run % 3 === 1) digitGroups++
      previous = 3
    } else if (unit === 32 || unit === 9) {
      if (previous === 0 || previous === 5) {
        if (run++ === 0) indents++
      } else {
        run = 0
      }
      previous = previous === 0 ? 0 : 5
    } else if (unit === 10 || unit === 13) {
      if (unit === 10) newlines++
      previous = 0
      run = 0
    } else if (unit < 128) {
      marks++
      if (previous !== 4) markRuns++
      previous = 4
    } else {
      wide++
      previous = 6
    }
  }
  return (
    0.929 * words +
    0.624 * extraLetters +
    0.708 * caseChanges +
    1.317 * digitGroups +
    0.083 * marks +
    0.756 * markRuns +
    0.624 * newlines +
    0.71 * indents +
    0.473 * wide
  )
}

export function estimateTokens(text: string): number {
  return Math.ceil(tokensIn(text, 0, text.length))
}
