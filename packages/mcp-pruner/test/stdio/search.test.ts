// One suite over every program that can search: the matches must not depend on which one is installed.

import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEngine } from '../../src/tools/search/find-engine.js'
import { bundled, ENGINES, grepWith } from './search-engines.js'

let root: string

beforeAll(() => {
  root = makeTree({
    'a.txt': 'Alpha one\nbeta two\nalpha three\n',
    'crlf.txt': 'carriage here\r\nnext\r\n',
    'unicode.txt': 'naïve café 🙂 target\n',
    'regex.txt': 'f(x) = a+b\nfoo123 bar\n--option value\n-e dash\n',
    'src/deep/b.ts': 'const needle = 1\n// needle twice: needle\n',
    'with space.txt': 'odd needle\n',
    'co:lon:7:x.txt': 'odd needle\n',
    'new\nline.txt': 'odd needle\n',
    '.hidden.txt': 'hidden needle\n',
    '.config/x.txt': 'hidden needle\n',
    'binary.bin': Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from('binary needle\n')]),
    'invalid.txt': Buffer.concat([Buffer.from([0xe9, 0x41]), Buffer.from(' odd needle\n')]),
    'no-end.txt': 'last needle',
    'ignored/x.txt': 'ignored needle\n',
    'src/skip.log': 'ignored needle\n',
    'src/keep.log': 'kept needle\n',
    '.gitignore': 'ignored/\n*.log\n!keep.log\n',
    'many/m.txt': Array.from({ length: 900 }, (_, i) => `many ${i}`).join('\n'),
  })
  mkdirSync(join(root, '.git'))
  // A name that is not UTF-8 can only be made from bytes.
  writeFileSync(
    Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.from([0xff]), Buffer.from('.txt')]),
    'byte name\n',
  )
  symlinkSync('/etc', join(root, 'etc-link'))
  symlinkSync('a.txt', join(root, 'a-link'))
  execFileSync('mkfifo', [join(root, 'pipe')])
})

afterAll(() => removeTree(root))

describe.each(ENGINES)('with %s', (_, engine) => {
  const regexColumn = (column: number) => (engine.name === 'grep' ? null : column)

  const grep = (args: object) => grepWith(engine, root, args)

  test('a regular expression, with every field', async () => {
    expect(await grep({ pattern: 'alpha \\w+', path: 'a.txt' })).toEqual({
      tool: 'grep',
      pattern: 'alpha \\w+',
      paths: ['a.txt'],
      matches: [{ path: 'a.txt', line: 3, column: regexColumn(1), text: 'alpha three' }],
      match_count: 1,
      truncated: false,
      duration_ms: expect.any(Number),
      pruning: {
        attempted: false,
        applied: false,
        fallback: false,
        reason: 'no_focus_question',
        raw_bytes: expect.any(Number),
      },
    })
  })

  test('matches are sorted, from the root, once a line; hidden, ignored and binary files are left out', async () => {
    const { matches } = await grep({ pattern: 'needle', fixed_string: true })
    expect(matches).toEqual([
      { path: 'co:lon:7:x.txt', line: 1, column: 5, text: 'odd needle' },
      {
        path: 'invalid.txt',
        line: 1,
        column: expect.any(Number),
        text: expect.stringContaining('odd needle'),
      },
      { path: 'new\nline.txt', line: 1, column: 5, text: 'odd needle' },
      { path: 'no-end.txt', line: 1, column: 6, text: 'last needle' },
      { path: 'src/deep/b.ts', line: 1, column: 7, text: 'const needle = 1' },
      { path: 'src/deep/b.ts', line: 2, column: 4, text: '// needle twice: needle' },
      { path: 'src/keep.log', line: 1, column: 6, text: 'kept needle' },
      { path: 'with space.txt', line: 1, column: 5, text: 'odd needle' },
    ])
  })

  test.each([
    [{ pattern: 'alpha', path: 'a.txt' }, [3]],
    [{ pattern: 'alpha', path: 'a.txt', case_sensitive: false }, [1, 3]],
    [{ pattern: 'f(x) = a+b', path: 'regex.txt', fixed_string: true }, [1]],
    [{ pattern: 'foo\\d+ bar', path: 'regex.txt' }, [2]],
    [{ pattern: '--option', path: 'regex.txt' }, [3]],
    [{ pattern: '-e', path: 'regex.txt', fixed_string: true }, [4]],
    [{ pattern: '-x\nfoo123\n--option', path: 'regex.txt' }, [2, 3]],
    [{ pattern: '^beta|three$', path: 'a.txt' }, [2, 3]],
    [{ pattern: 'carriage', path: 'crlf.txt' }, [1]],
  ])('%j finds lines %j', async (args, lines) => {
    const { matches } = await grep(args)
    expect(matches.map(({ line }: { line: number }) => line)).toEqual(lines)
  })

  test('a column counts characters, and text has no line ending', async () => {
    const { matches } = await grep({ pattern: 'target', path: 'unicode.txt', fixed_string: true })
    expect(matches).toEqual([
      { path: 'unicode.txt', line: 1, column: 14, text: 'naïve café 🙂 target' },
    ])
    expect((await grep({ pattern: 'carriage here', path: 'crlf.txt' })).matches[0].text).toBe(
      'carriage here',
    )
  })

  test('no match is a success', async () => {
    expect(await grep({ pattern: 'nowhere-to-be-found' })).toMatchObject({
      matches: [],
      match_count: 0,
      truncated: false,
    })
  })

  test('a broken expression is an error with the program’s exit code', async () => {
    expect(await grep({ pattern: '(' })).toMatchObject({
      tool: 'grep',
      error: { code: 'rg_error', exit_code: 2, message: expect.any(String) },
    })
  })

  test('max_matches and max_output_bytes end the search', async () => {
    const few = await grep({ pattern: 'many', path: 'many', max_matches: 7 })
    expect([few.matches.length, few.match_count, few.truncated]).toEqual([7, 7, true])
    const small = await grep({
      pattern: 'many',
      path: 'many',
      max_matches: 5000,
      max_output_bytes: 1024,
    })
    const bytes = small.matches.reduce(
      (sum: number, { text }: { text: string }) => sum + text.length,
      0,
    )
    expect(small.truncated).toBe(true)
    expect(bytes).toBeGreaterThan(1000)
    expect(bytes).toBeLessThanOrEqual(1024)
    const all = await grep({ pattern: 'many', path: 'many', max_matches: 5000 })
    expect([all.match_count, all.truncated]).toEqual([900, false])
    expect((await grep({ pattern: 'many', path: 'many' })).match_count).toBe(500)
  })

  test('paths and cwd', async () => {
    const paths = ['src/keep.log', 'a.txt']
    const several = await grep({ pattern: 'needle|beta', paths })
    expect(several.paths).toEqual(paths)
    expect(several.matches.map(({ path }: { path: string }) => path)).toEqual([
      'a.txt',
      'src/keep.log',
    ])
    const inFolder = await grep({ pattern: 'needle', cwd: 'src/deep' })
    expect(inFolder.matches.map(({ path }: { path: string }) => path)).toEqual([
      'src/deep/b.ts',
      'src/deep/b.ts',
    ])
    const fromFolder = await grep({ pattern: 'needle', cwd: 'src', path: 'deep' })
    expect(fromFolder.match_count).toBe(2)
  })

  test('a file requested by name is searched, though it is hidden or ignored', async () => {
    expect((await grep({ pattern: 'needle', path: '.hidden.txt' })).match_count).toBe(1)
    expect((await grep({ pattern: 'needle', path: 'src/skip.log' })).match_count).toBe(1)
  })

  test('a name that is not UTF-8 is found', async () => {
    const { matches } = await grep({ pattern: 'byte name' })
    expect(matches).toEqual([
      { path: 'bad-\uFFFD.txt', line: 1, column: regexColumn(1), text: 'byte name' },
    ])
  })
})

test('ripgrep from the PATH is preferred, then the bundled one, then grep', async () => {
  const fake = makeTree({ rg: '#!/bin/sh\n' })
  execFileSync('chmod', ['+x', join(fake, 'rg')])
  expect((await findEngine(fake)).name).toBe('rg')
  expect((await findEngine('')).name).toBe(bundled ? 'rg' : 'grep')
  removeTree(fake)
})

// A relative entry is in the project's own folder, whose programs the user did not install.
test('programs in PATH entries that are not absolute are not run', async () => {
  const { findOnPath } = await import('../../src/process/find-program.js')
  const project = makeTree({ rg: '#!/bin/sh\n', 'bin/bash': '#!/bin/sh\n' })
  execFileSync('chmod', ['+x', join(project, 'rg'), join(project, 'bin/bash')])
  const before = process.cwd()
  process.chdir(project)
  try {
    expect(await findOnPath('rg', ':.:bin')).toBeUndefined()
    expect(await findOnPath('bash', 'bin:./bin::')).toBeUndefined()
    expect(await findOnPath('bash', `bin:${project}/bin`)).toBe(join(project, 'bin/bash'))
  } finally {
    process.chdir(before)
    removeTree(project)
  }
})
