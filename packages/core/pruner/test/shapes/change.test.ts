// Questions about a diff: what changed, in one file, in which files.
import { describe, expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

describe('a change', () => {
  const diff = [
    'commit 3f1c2ab9d0e4',
    'Date: Mon Jun 1',
    '',
    '    Shorten the wait',
    '',
    ...[0, 1, 2].map(changedFile),
  ].join('\n')
  function changedFile(f: number): string {
    return [
      `diff --git a/src/part${f}.ts b/src/part${f}.ts`,
      `--- a/src/part${f}.ts`,
      `+++ b/src/part${f}.ts`,
      `@@ -1,30 +1,30 @@ export function part${f}() {`,
      ...filler(25, (i) => `   const width${i} = measure(${i * f}, "pixels", column${i})`),
      `-  const wait${f} = 300`,
      `+  const wait${f} = 900`,
      ...filler(25, (i) => `   const height${i} = measure(${i + f}, "pixels", row${i})`),
    ].join('\n')
  }
  const changed = [0, 1, 2].flatMap((f) => [`-  const wait${f} = 300`, `+  const wait${f} = 900`])

  test.each([
    'What was changed?',
    'Review this change',
    'Summarise this diff',
    'what does the patch do?',
    'Describe the edits',
  ])('all of it: %s', (goal) => {
    const { lines } = answer({ text: diff, goal })
    expect(lines).toEqual(expect.arrayContaining(changed))
    expect(lines.length).toBeLessThan(40)
  })
  test.each(['What changed in part1.ts?', 'what was done to src/part1.ts', 'the diff of part1.ts'])(
    'of one file: %s',
    (goal) => {
      const { lines } = answer({ text: diff, goal })
      expect(lines).toEqual(expect.arrayContaining(changed.slice(2, 4)))
      expect(lines).not.toContain(changed[0])
    },
  )
  test.each([
    'Which files are touched?',
    'what paths does this commit affect?',
    'name the files this patch edits',
    'Provide the names of all changed files.',
    'Extract the file list',
  ])('files: %s', (goal) => {
    const { lines } = answer({ text: diff, goal })
    for (const f of [0, 1, 2])
      expect(lines).toContain(`diff --git a/src/part${f}.ts b/src/part${f}.ts`)
    expect(lines).not.toContain(changed[0])
  })
  test('more than fits is counted', () => {
    const many = [
      'diff --git a/a.ts b/a.ts',
      '--- a/a.ts',
      '+++ b/a.ts',
      '@@ -1,400 +1,400 @@',
      ...filler(400, (i) => `+  const item${i} = compute(${i}, "some words to pay for", ${i * 7})`),
    ].join('\n')
    const { closing, stats } = answer({ text: many, goal: 'What changed?', maxTokens: 1500 })
    expect(closing).toMatch(/\b\d+ of 400 changed lines shown/)
    expect(stats.tokensAfter).toBeLessThan(1500)
  })
  test('of the file spelled as in the question', () => {
    const change = (path: string, word: string) => [
      `diff --git a/${path} b/${path}`,
      `--- a/${path}`,
      `+++ b/${path}`,
      '@@ -1,9 +1,9 @@',
      ...filler(20, (i) => ` line ${i} of the ${word} file`),
      `-old ${word}`,
      `+new ${word}`,
      ...filler(20, (i) => ` line ${i + 20} of the ${word} file`),
    ]
    const text = [...change('CHANGES.md', 'first'), ...change('docs/changes.md', 'second')]
    const { lines } = answer({ text: text.join('\n'), goal: 'what happened to changes.md?' })
    expect(lines).toEqual(expect.arrayContaining(['-old second', '+new second']))
    expect(lines).not.toContain('+new first')
  })
})
