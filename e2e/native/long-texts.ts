// A project in which every output is long and one line of it matters.

const noise = (index: number) => `export const shade${index} = mixColours(${index}, ${index % 7})`

/** The function in question is at line 601. */
export const LARGE_SOURCE = [
  ...Array.from({ length: 600 }, (_, index) => noise(index)),
  'export function reorderQuantity(demand: number, stock: number): number {',
  '  return Math.floor(demand - stock) // rounds down',
  '}',
  ...Array.from({ length: 600 }, (_, index) => noise(index + 600)),
  '',
].join('\n')

/** The same function among lines that no other file has. */
const OTHER_SOURCE = LARGE_SOURCE.replaceAll('shade', 'tint')

/** 400 passing tests and a failing one; exits with 3. */
export const FAILING_TESTS = `for (let i = 1; i <= 400; i++) console.log('ok ' + i + ' - colours are mixed by shade ' + i + ' in ' + (i % 7) + ' ms')
console.log('not ok 401 - reorder quantity is rounded up')
console.log('AssertionError: expected 12 to be 13')
process.exitCode = 3
`

/** 36 MB, more than is gathered. */
const HUGE_OUTPUT = `const line = 'ok 20 - colours are mixed by shade 20 in 6 ms'
for (let i = 0; i < 800000; i++) console.log(line)
process.exitCode = 3
`

export const FILES = {
  'large.ts': LARGE_SOURCE,
  'other.ts': OTHER_SOURCE,
  'tests.mjs': FAILING_TESTS,
  'huge.mjs': HUGE_OUTPUT,
  'small.txt': 'hello\n',
}

export const WHY = 'Let me see which test of the reorder quantity fails, and why.'
export const WHERE = 'I need to see how reorderQuantity rounds.'
