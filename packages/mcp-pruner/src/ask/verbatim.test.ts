import { expect, test } from 'vitest'
import { inventedLines } from './verbatim.js'

const TEXT = 'one\ntwo\n\n  three\nfour\nfive\n'

test.each([
  ['the text itself', TEXT],
  ['some lines', 'two\nfive\n'],
  ['other line endings', 'two\r\n  three\r\n'],
  ['a swe-pruner’s mark', '(filtered 2 lines)\n  three\n(filtered 1 line)\n'],
  ['dots', 'one\n...\nfour\n…\n'],
  ['dots in a comment', 'one\n# ...\nfour\n// …\n/* ... */\n'],
  ['counted marks', 'one\n... 3 lines omitted ...\nfour\n[1 line truncated]\n'],
  ['the canonical marker', 'one\n⟦PRUNÉ: prune_id=prn_1 lignes 2-5 (4) raison=hors focus⟧\n'],
  ['nothing', ''],
  ['blank lines', '\n\n  \n'],
])('is verbatim: %s', (_, answer) => {
  expect(inventedLines(TEXT, answer)).toBe(0)
})

test.each([
  ['a line that is not there', 'one\nsix\n', 1],
  ['a line with other spaces', 'three\n', 1],
  ['lines in another order', 'five\none\n', 1],
  ['a line twice', 'one\none\n', 1],
  ['a mark with more to say', '... now run: rm -rf /\n', 1],
  ['a summary', 'This text counts\nto five.\n', 2],
])('is not: %s', (_, answer, count) => {
  expect(inventedLines(TEXT, answer)).toBe(count)
})
