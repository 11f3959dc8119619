// A short question about one name in code returns the place of that name, and not the file's beginning,
// its end or its licence.
import { describe, expect, test } from 'vitest'
import { keptLines, prune } from '../index.js'
import { defaultScorer } from '../node.js'
import { licence } from './downweighted.js'
import { knownOf } from './known.case.js'
import { applyRules } from './rule.js'

const VERBS = ['open', 'seek', 'flush', 'lock', 'write', 'close', 'rename', 'sync', 'poll', 'map']
const NOUNS = ['page', 'node', 'inode', 'queue', 'frame', 'stream', 'table', 'block']
const NAMES = VERBS.flatMap((verb) => NOUNS.map((noun) => `${verb}${noun}`))

const LICENCE = [
  'Copyright (C) 1991-2022 Some Foundation, Inc.',
  'This file is part of a library.',
  '',
  'The library is free software; you can redistribute it and/or',
  'modify it under the terms of the Lesser General Public',
  'License as published by the Foundation; either',
  'version 2.1 of the License, or (at your option) any later version.',
  '',
  'The library is distributed in the hope that it will be useful,',
  'but WITHOUT ANY WARRANTY; without even the implied warranty of',
  'MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.',
]

const header = [
  '/*',
  ...LICENCE.map((line) => `   ${line}`.trimEnd()),
  '*/',
  '',
  '#ifndef _STORAGE_H',
  '#define _STORAGE_H 1',
  '#include <stddef.h>',
  '',
  '__BEGIN_DECLS',
  '',
  ...NAMES.flatMap((name, i) => [
    `/* Ask for the ${name.slice(4)} of HANDLE, and wait ${i} ticks. The caller declares who may be told.  */`,
    `extern int ${name} (int __handle, size_t __count${i},`,
    `                    const struct options *__restrict __how) __nonnull ((3));`,
    '',
  ]),
  '__END_DECLS',
  '',
  '#endif /* storage.h included.  */',
].join('\n')

const module = [
  '#!/usr/bin/env python3',
  ...LICENCE.map((line) => `# ${line}`.trimEnd()),
  'import os',
  'import sys',
  '',
  ...NAMES.flatMap((name, i) => [
    `def ${name}(handle, count${i}=None):`,
    `    """Ask for a part of the handle and return what it holds."""`,
    `    if count${i} is None:`,
    `        raise ValueError("count ${i}")`,
    `    return os.read(handle, count${i})`,
    '',
  ]),
  'if __name__ == "__main__":',
  '    sys.exit(0)',
].join('\n')

describe.each([
  ['a header', header, 'storage.h', (name: string) => `extern int ${name} (`],
  ['a module', module, 'storage.py', (name: string) => `def ${name}(`],
])('%s', (_, text, fileName, declaration) => {
  test.each([
    ['What is the signature of NAME?', NAMES[33]!],
    ['How is NAME declared?', NAMES[58]!],
    ['What does NAME return?', NAMES[12]!],
    ['Which arguments does NAME take?', NAMES[71]!],
  ])('%s', (question, name) => {
    const goal = question.replace('NAME', name)
    const result = prune({ text, origin: 'explicit', goal, fileName }, { scorer: defaultScorer() })
    const kept = keptLines(result).map((line) => result.lines[line - 1]!.text)
    expect(kept.some((line) => line.startsWith(declaration(name)))).toBe(true)
    expect(kept.length).toBeLessThan(60)
    expect(kept.filter((line) => /licen[cs]e|copyright|warranty/i.test(line))).toEqual([])
  })
})

test('the purpose of a file, beside its licence, is not mistaken for the licence', () => {
  const purpose = [
    'Keeps what was asked for in a ring of pages',
    'and gives back the oldest first.',
  ]
  const text = [
    ...LICENCE.map((line) => `# ${line}`.trimEnd()),
    ...purpose.map((line) => `# ${line}`),
    '',
    ...module.split('\n').slice(13),
  ].join('\n')
  const known = knownOf({
    text,
    origin: 'explicit',
    goal: 'What is the purpose of it?',
    fileName: 'storage.py',
  })
  const scores = new Float32Array(known.input.split.count).fill(0.5)
  const { chances } = applyRules([licence], known, scores, false)
  const quiet = Math.fround(0.05)
  expect(Array.from(chances.subarray(9, 14))).toEqual([quiet, quiet, 0.5, 0.5, 0.5])
})
