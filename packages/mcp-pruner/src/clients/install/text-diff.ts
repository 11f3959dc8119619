// A change of a text as a unified diff, for people to read before they say yes.

const CONTEXT = 3
/** Above this many pairs of lines the changed middle is shown as one replacement. */
const MAX_PAIRS = 4_000_000

type Row = readonly [sign: ' ' | '-' | '+', line: string]

export function unifiedDiff(file: string, before: string | undefined, after: string): string {
  if (before === after) return ''
  const rows = diffRows(linesOf(before ?? ''), linesOf(after))
  const from = before === undefined ? '/dev/null' : file
  return [`--- ${from}`, `+++ ${file}`, ...hunks(rows), ''].join('\n')
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

function diffRows(a: readonly string[], b: readonly string[]): Row[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end))
    end += 1
  return [
    ...same(a.slice(0, start)),
    ...middleRows(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...same(a.slice(a.length - end)),
  ]
}

const same = (lines: readonly string[]): Row[] => lines.map((line) => [' ', line])

function middleRows(a: readonly string[], b: readonly string[]): Row[] {
  if (a.length * b.length > MAX_PAIRS) {
    return [...a.map((line): Row => ['-', line]), ...b.map((line): Row => ['+', line])]
  }
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const longest = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
      ;(lengths[i] as Uint32Array)[j] = longest
    }
  }
  const rows: Row[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      rows.push([' ', a[i] ?? ''])
      i += 1
      j += 1
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      rows.push(['-', a[i] ?? ''])
      i += 1
    } else {
      rows.push(['+', b[j] ?? ''])
      j += 1
    }
  }
  return rows
}

function hunks(rows: readonly Row[]): string[] {
  const changed = rows.flatMap(([sign], index) => (sign === ' ' ? [] : [index]))
  const near = (index: number) => changed.some((at) => Math.abs(at - index) <= CONTEXT)
  const shown: string[] = []
  let [oldLine, newLine] = [1, 1]
  for (const [index, [sign, line]] of rows.entries()) {
    if (near(index)) {
      if (index === 0 || !near(index - 1)) shown.push(`@@ -${oldLine} +${newLine} @@`)
      shown.push(`${sign}${line}`)
    }
    if (sign !== '+') oldLine += 1
    if (sign !== '-') newLine += 1
  }
  return shown
}
