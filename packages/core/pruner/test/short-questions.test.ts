// Short questions about one thing in code: what they name is shown, with little else, and everywhere if asked so.
import { expect, it } from 'vitest'
import { keptLines, type PruneRequest, prune } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

function ask(request: PruneRequest) {
  const result = prune(request, { scorer: defaultScorer() })
  return { result, kept: keptLines(result).map((line) => result.lines[line - 1]!.text) }
}

const declaration = (name: string, i: number) => [
  `/* Reads the next ${['line', 'word', 'byte'][i % 3]} of STREAM into a buffer that grows as it is`,
  '   needed, and returns how many characters were read, or -1.  */',
  `extern ssize_t ${name} (char **__restrict __lineptr,`,
  `                 size_t *__restrict __n, FILE *__restrict __stream${i}) __wur;`,
  '',
]
const header = [
  '/* Copyright (C) 1991-2022 Free Software Foundation, Inc.',
  ...Array.from(
    { length: 14 },
    (_, i) => `   Clause ${i} of the licence, on the return of copies.`,
  ),
  '   */',
  '#ifndef _STDIO_H',
  '# include <bits/libc-header-start.h>',
  ...Array.from({ length: 180 }, (_, i) =>
    declaration(i === 120 ? 'getline' : `read_part${i}`, i),
  ).flat(),
  '#endif',
].join('\n')

it.each(['What is the signature of getline?', 'What does getline return?'])('%s', (goal) => {
  const { kept } = ask({ text: header, origin: 'explicit', goal, fileName: 'stdio.h' })
  expect(kept).toContain('extern ssize_t getline (char **__restrict __lineptr,')
  expect(kept.length).toBeLessThan(100)
})

it('shows every use of a name to who asks where it is used', () => {
  const method = (i: number) => [
    `    def method_${i}(self, action, parts):`,
    `        """Does what is done in step ${i} with the parts of an action."""`,
    ...Array.from({ length: 30 }, (_, j) => `        parts.append(self.width_${j} * ${i + j})`),
    i % 2 === 0 ? `        if action.help is SUPPRESS: return ${i}` : `        return ${i}`,
    '',
  ]
  const text = ['class Formatter:', ...Array.from({ length: 60 }, (_, i) => method(i)).flat()].join(
    '\n',
  )
  const { kept } = ask({
    text,
    origin: 'explicit',
    goal: 'Where is SUPPRESS used?',
    fileName: 'formatter.py',
  })
  expect(kept.filter((line) => line.includes('SUPPRESS'))).toHaveLength(30)
})

it('reads the number after its own name as a line, not as a name', () => {
  const text = Array.from({ length: 400 }, (_, i) => `export const part${i} = draw(${i * 3})`)
  const { result, kept } = ask({
    text: text.join('\n'),
    origin: 'explicit',
    goal: 'parts.ts:312 what is this?',
    fileName: 'src/parts.ts',
  })
  expect(result.absent).toEqual([])
  expect(kept).toContain('export const part311 = draw(933)')
  expect(kept.length).toBeLessThan(60)
})
