// Questions about a diff by file: what changed in one, and which ones changed.
import { expect, it } from 'vitest'
import { keptLines, prune } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

const file = (name: string, i: number) => [
  `diff --git a/src/${name} b/src/${name}`,
  `index ${(i * 7919 + 0x1000000).toString(16)}..${(i * 104_729 + 0x1000000).toString(16)} 100644`,
  `--- a/src/${name}`,
  `+++ b/src/${name}`,
  `@@ -${i + 1},9 +${i + 1},9 @@ export function part${i}() {`,
  ...Array.from({ length: 20 }, (_, j) => `   const width${j} = ${i + j} * scale`),
  `-  const limit${i} = ${i}`,
  `+  const limit${i} = ${i + 1}`,
]
const lines = Array.from({ length: 90 }, (_, i) =>
  file(i === 41 ? 'price.ts' : `part${i}.ts`, i),
).flat()

function keptFor(goal: string): string[] {
  const result = prune(
    { text: lines.join('\n'), origin: 'explicit', goal },
    { scorer: defaultScorer() },
  )
  return keptLines(result).map((line) => lines[line - 1]!)
}

it.each(['What changed in price.ts?', 'show the diff of src/price.ts'])('%s', (goal) => {
  const kept = keptFor(goal)
  expect(kept).toEqual(
    expect.arrayContaining([
      'diff --git a/src/price.ts b/src/price.ts',
      '-  const limit41 = 41',
      '+  const limit41 = 42',
    ]),
  )
  expect(kept.length).toBeLessThan(60)
})

it.each(['which files were changed?', 'List all modified files', 'how many files changed'])(
  '%s',
  (goal) => {
    const kept = keptFor(goal)
    expect(kept.filter((line) => line.startsWith('diff --git'))).toHaveLength(90)
    expect(kept.length).toBeLessThan(100)
  },
)

it.each(['summarize the changes', 'what changed?'])('%s', (goal) => {
  expect(keptFor(goal).filter((line) => line.startsWith('diff --git'))).toHaveLength(90)
})
