import { describe, expect, it } from 'vitest'
import { detectSourceType } from './source-type.js'

const many = (of: (i: number) => string) => Array.from({ length: 20 }, (_, i) => of(i)).join('\n')

describe('the source type', () => {
  it.each([
    ['src/app.ts', 'code'],
    ['C:\\work\\Main.java', 'code'],
    ['Makefile', 'code'],
    ['README', 'docs'],
    ['guide.md', 'docs'],
    ['server.log.3', 'logs'],
    ['change.diff', 'logs'],
    ['package.json', 'logs'],
  ])('of %s is %s, whatever is in it', (fileName, expected) => {
    expect(detectSourceType('x', fileName)).toBe(expected)
  })

  it.each([
    ['code', 'code', many((i) => `export function f${i}(a) {\n  return a * ${i};\n}`)],
    ['python', 'code', many((i) => `def f${i}(a):\n    return a * ${i}`)],
    [
      'markdown',
      'docs',
      many((i) => `# Part ${i}\n\nThis is what part ${i} is about.\n\n- one\n- two`),
    ],
    [
      'prose',
      'docs',
      many((i) => `Paragraph ${i} tells how the valley was settled long ago, by whom and why.`),
    ],
    ['a log', 'logs', many((i) => `2026-11-15T10:00:${10 + i}Z INFO request ${i} served`)],
    ['JSON lines', 'logs', many((i) => `{"level":"info","n":${i}}`)],
    [
      'JSON',
      'logs',
      JSON.stringify(
        Array.from({ length: 9 }, (_, i) => ({ id: i, at: [i] })),
        null,
        2,
      ),
    ],
    ['CSV', 'logs', many((i) => `${i},person ${i},Paris`)],
    [
      'a diff',
      'logs',
      `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n${many((i) => `+let a${i} = ${i};`)}`,
    ],
    ['a stack trace', 'logs', `TypeError: x\n${many((i) => `    at f${i} (/srv/a.js:${i}:3)`)}`],
    [
      'a git log',
      'logs',
      many(
        (i) => `commit ${String(i).padStart(40, 'a')}\nAuthor: A <a@example.com>\n\n    Fix ${i}\n`,
      ),
    ],
  ])('of %s without a name is %s', (_, expected, text) => {
    expect(detectSourceType(text)).toBe(expected)
  })

  // Agents keep output in such files; taken for prose, a test run lost its failures.
  it.each([
    [
      'a test run',
      many((i) => `FAIL src/${i}.ts: expected ${i} to be 3 in one of the tests\nok ${i}`),
    ],
    ['a build', many((i) => `src/a${i}.ts(3,${i}): error TS2304: Cannot find name 'x${i}'.`)],
    ['a log', many((i) => `2026-11-15T10:00:${10 + i}Z INFO request ${i} served`)],
  ])('of %s that was kept as plain text is that of output', (_name, text) => {
    expect(detectSourceType(text, 'out.txt')).toBe('logs')
  })

  it.each([
    ['prose', many((i) => `Paragraph ${i} tells how the valley was settled long ago, by whom.`)],
    ['prose of few words', 'the valley\nwas settled\nlong ago\n'],
    ['requirements', many((i) => `package${i}==1.${i}`)],
    ['notes that quote an error', `${many((i) => `- step ${i} is done`)}\nError: no such file\n`],
  ])('of %s in plain text is that of a document', (_name, text) => {
    expect(detectSourceType(text, 'notes.txt')).toBe('docs')
  })
})
