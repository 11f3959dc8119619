// Searches with too many, too long or odd matches: the same answer with every program, every time.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree, sampled } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, grepAnswer, grepWith } from './search-engines.js'

type Match = { path: string; line: number; column: number | null; text: string }
const places = (matches: Match[]) => matches.map(({ path, line }) => `${path}:${line}`)
const names = (matches: Match[]) => matches.map(({ path }) => path)

let root: string
beforeAll(() => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `many/d${i % 7}/f${`${i}`.padStart(3, '0')}.txt`,
      'a line with a hit\nanother line\na second hit\n',
    ]),
  )
  const long = 'x'.repeat(2_400_000)
  root = makeTree({
    ...files,
    'long/a.txt': 'before target\n',
    'long/b.min.js': `short target\n${long}é target ${long}\nafter target\n`,
    'long/c.txt': 'behind target\n',
    'dense/big.txt': 'dense line\n'.repeat(30_000),
    'dense/last.txt': 'dense line\n',
    'work/sub/inner.txt': 'place here\n',
    'work/outer.txt': 'place here\n',
    'outside.txt': 'place here\n',
    'enc/utf16le.txt': Buffer.from('\uFEFFfirst Ünï hit\r\nsecond\r\nthird hit', 'utf16le'),
    'enc/utf16be.txt': Buffer.from('\uFEFFbig hit\n', 'utf16le').swap16(),
    'enc/bom.txt': '\uFEFFbom hit\n',
    'skipped/x.txt': 'ignored hit\n',
    'skipped/.deep.txt': 'ignored hit\n',
    'top/skipped2/y.txt': 'ignored hit\n',
    '.gitignore': '/skipped/\nskipped2\n*.secret\n',
    'skipped/z.secret': 'ignored hit\n',
    'tie/a.txt': 'tie\n',
    'tie/a/b.txt': 'tie\n',
    'tie/a-b/c.txt': 'tie\n',
  })
  mkdirSync(join(root, '.git'))
})
afterAll(() => removeTree(root))

describe.each(ENGINES)('with %s', (_, engine) => {
  const grep = (args: object) => grepWith(engine, root, args)

  test('max_matches keeps the same matches every time, the first by path, and counts the others', async () => {
    const all: Match[] = (await grep({ pattern: 'hit', path: 'many', max_matches: 5000 })).matches
    expect(all).toHaveLength(600)
    expect(names(all)).toEqual([...names(all)].sort())
    for (let i = 0; i < sampled(2, 5); i++) {
      const few = await grep({ pattern: 'hit', path: 'many', max_matches: 37 })
      expect(few.matches).toEqual(all.slice(0, 37))
      expect([few.match_count, few.truncated, few.left_out]).toEqual([37, true, 563])
    }
    const answer = await grepAnswer(engine, root, { pattern: 'hit', path: 'many', max_matches: 3 })
    expect(JSON.stringify(answer.content)).toContain(
      '[the first 3 of 600 matches; narrow the pattern or path for the others]',
    )
  })

  test('max_output_bytes keeps the first that fit, the same every time', async () => {
    const args = { pattern: 'hit', path: 'many', max_matches: 5000 }
    const all: Match[] = (await grep(args)).matches
    const small = await grep({ ...args, max_output_bytes: 1024 })
    expect(small.matches).toEqual(all.slice(0, small.match_count))
    expect(small.left_out).toBe(600 - small.match_count)
    expect(small.match_count).toBeGreaterThan(60)
  })

  test('dense matches are found without reading everything', async () => {
    const args = { pattern: 'dense', path: 'dense', max_matches: 5 }
    const dense = await grep(args)
    expect(places(dense.matches)).toEqual([1, 2, 3, 4, 5].map((line) => `dense/big.txt:${line}`))
    expect(dense.truncated).toBe(true)
    const { content } = await grepAnswer(engine, root, args)
    expect(JSON.stringify(content)).toContain('[the first 5 of over 20,000 matches;')
  })

  test('a line of megabytes is cut around its match and hides nothing after it', async () => {
    const args = { pattern: 'target', path: 'long', fixed_string: true, max_output_bytes: 4096 }
    const { matches, truncated } = await grep(args)
    expect(places(matches)).toEqual([
      'long/a.txt:1',
      'long/b.min.js:1',
      'long/b.min.js:2',
      'long/b.min.js:3',
      'long/c.txt:1',
    ])
    const { text, column } = matches[2]
    expect(column).toBe(2_400_003)
    expect(text).toContain('é target x')
    expect(text).toMatch(/^\[… 2399\d\d\d bytes cut …\]x+é target x+\[… 2399\d\d\d bytes cut …\]$/)
    expect(text.length).toBeLessThan(1200)
    expect(truncated).toBe(true)
    const { content } = await grepAnswer(engine, root, args)
    expect(JSON.stringify(content)).toContain('[1 match in long lines, cut around the match]')
  })

  test('"." means the same as no path', async () => {
    const args = { pattern: 'place', cwd: 'work' }
    const without = names((await grep(args)).matches)
    expect(without).toEqual(['work/outer.txt', 'work/sub/inner.txt'])
    for (const path of ['.', './', './']) {
      expect(names((await grep({ ...args, path })).matches)).toEqual(without)
    }
    expect(names((await grep({ ...args, paths: ['.', 'sub'] })).matches)).toEqual(without)
  })

  test('paths that overlap show and count each line once', async () => {
    const found = await grep({
      pattern: 'place',
      paths: ['work', 'work/sub', 'work/sub/inner.txt', 'work'],
    })
    expect(places(found.matches)).toEqual(['work/outer.txt:1', 'work/sub/inner.txt:1'])
    expect(found.left_out).toBeUndefined()
    const few = await grep({ pattern: 'hit', paths: ['many/d1', 'many', 'many'], max_matches: 10 })
    expect(few.left_out).toBe(590)
  })

  test('UTF-16 and byte order marks are read as text', async () => {
    const { matches } = await grep({ pattern: '^(first|third|big|bom)', path: 'enc' })
    expect(matches.map(({ path, line, text }: Match) => [path, line, text])).toEqual([
      ['enc/bom.txt', 1, 'bom hit'],
      ['enc/utf16be.txt', 1, 'big hit'],
      ['enc/utf16le.txt', 1, 'first Ünï hit'],
      ['enc/utf16le.txt', 3, 'third hit'],
    ])
  })

  test('a requested folder is searched although it is ignored', async () => {
    expect(names((await grep({ pattern: 'ignored hit' })).matches)).toEqual([])
    const asked = await grep({ pattern: 'ignored hit', path: 'skipped' })
    expect(names(asked.matches)).toEqual(['skipped/x.txt'])
    const below = await grep({ pattern: 'ignored hit', path: 'top/skipped2' })
    expect(names(below.matches)).toEqual(['top/skipped2/y.txt'])
  })

  test('paths are sorted by character, folders and files alike', async () => {
    const sorted = ['tie/a-b/c.txt', 'tie/a.txt', 'tie/a/b.txt']
    expect(names((await grep({ pattern: 'tie', path: 'tie' })).matches)).toEqual(sorted)
  })

  // A FIFO named .ignore hung the server where there was no ripgrep.
  test('a FIFO where a file with rules is looked for is left alone', async () => {
    const odd = makeTree({ 'a.txt': 'here\n', 'sub/b.txt': 'here\n' })
    mkdirSync(join(odd, '.git'))
    for (const name of ['.ignore', '.gitignore', 'sub/.rgignore', '.git/info']) {
      if (engine.name === 'grep') execFileSync('mkfifo', [join(odd, name)])
    }
    const { matches } = await grepWith(engine, odd, { pattern: 'here', timeout_ms: 20_000 })
    expect(names(matches)).toEqual(['a.txt', 'sub/b.txt'])
    removeTree(odd)
  })
})

// Of 156 searches under attack 18 showed lines from outside of the root.
describe.each(ENGINES)('under attack, with %s', (_, engine) => {
  test('a folder that is swapped for a link while it is searched shows nothing from outside', async () => {
    const outside = makeTree({ 'x.txt': 'the outer secret\n'.repeat(50) })
    const attacked = makeTree({
      ...Object.fromEntries(Array.from({ length: 40 }, (__, i) => [`p${i}.txt`, 'no match\n'])),
      'victim/x.txt': 'a harmless line with a secret\n',
    })
    const swap = `const fs = require('fs'), v = '${attacked}/victim', b = '${attacked}/.back'
      fs.symlinkSync('${outside}', '${attacked}/.link')
      process.stdout.write('on')
      for (;;) {
        fs.renameSync(v, b); fs.renameSync('${attacked}/.link', v)
        fs.renameSync(v, '${attacked}/.link'); fs.renameSync(b, v)
      }`
    const attacker = spawn(process.execPath, ['-e', swap], { stdio: ['ignore', 'pipe', 'ignore'] })
    await once(attacker.stdout, 'data')
    const shown = new Set<string>()
    for (let i = 0; i < sampled(15, 60); i++) {
      const found = await grepWith(engine, attacked, { pattern: 'secret' })
      for (const { text } of found.matches ?? []) shown.add(text)
    }
    attacker.kill('SIGKILL')
    await once(attacker, 'exit')
    expect([...shown].filter((text) => text !== 'a harmless line with a secret')).toEqual([])
    for (const tree of [outside, attacked]) removeTree(tree)
  })

  test('a matched file that becomes a link before it is shown is not shown', async () => {
    const tree = makeTree({ 'a.txt': 'a match\n', 'b.txt': 'a match\n' })
    rmSync(join(tree, 'b.txt'))
    symlinkSync('/etc/passwd', join(tree, 'b.txt'))
    writeFileSync(join(tree, 'c.txt'), 'a match\n')
    const { matches } = await grepWith(engine, tree, { pattern: 'match|root' })
    expect(names(matches)).toEqual(['a.txt', 'c.txt'])
    removeTree(tree)
  })
})
