// How test runners report that something passed; in one place, since evidence, downweighting and
// the recognition of test runs all depend on it.

/** Signs and words before the entry's name. */
const before =
  /^\s*(?:[✓✔√] |✅|ok \d+\b|ok\s+\S+\s+(?:[\d.]+m?s\b|\(cached\)|\[no test)|PASS(?:ED)?\b(?!\S*[:=] ?\d)|\[PASS(?:ED)?\]|\[ +OK +\]|\[ +RUN +\]|--- PASS\b|=== (?:RUN|PAUSE|CONT|NAME)\b|# Subtest:|Passed \S+ \[|\[INFO\] (?:Running \S+$|Tests run: \d+, Failures: 0, Errors: 0,)|Tests run: \d+, Failures: 0, Errors: 0,.*\bin [\w.$]+$|<testcase\b[^<]*\/>)/
/** And after it. */
const behind =
  /(?:\.\.\. ?ok(?: \([\d.]+ ?m?s\))?|\bPASSED(?:\s+\[ *\d+%\]| in [\d.]+m?s| \([\d.]+ ?m?s\))?|\bPassed +[\d.]+ sec|['"] passed \([\d.]+ seconds\)\.|\| PASS \|)\s*$/

/** Whether a line, without its colours, is the entry of something that passed. */
export function isPassedEntry(line: string): boolean {
  return before.test(line) || (mayBeBehind(line) && behind.test(line))
}

const LAST = 'k)D]sc.|'

/** By its last character. */
function mayBeBehind(line: string): boolean {
  let at = line.length - 1
  while (at >= 0 && (line.charCodeAt(at) <= 32 || line.charCodeAt(at) > 127)) at--
  return at >= 0 && LAST.includes(line[at]!)
}
