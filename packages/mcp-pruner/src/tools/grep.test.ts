import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { json, startStandIn } from '../../test/stdio/stand-in-pruner.js'
import { directCalls, textOf } from '../../test/tools/direct-call.js'
import { RequestInvalid } from '../call/invalid-params.js'
import { createGrepTool } from './grep.js'

const root = makeTree({
  'a.txt': 'no\nThe needle\nno\n',
  'b/c.txt': 'two needles, one needle\nNEEDLE\n',
  'b/d.txt': '√ needle\na.b\naxb\n',
  'twice.txt': 'here twice\n',
  'b/twice.txt': 'there twice\n',
  'many.txt': Array.from({ length: 30 }, (_, i) => `hay ${i}`).join('\n'),
})
symlinkSync('/etc', join(root, 'etc'))
afterAll(() => removeTree(root))

const { settings, call, structured } = directCalls(root)
const tool = createGrepTool(settings)
const found = async (args: object): Promise<string[]> => {
  const { matches } = await structured(tool, args)
  return (matches as { path: string; line: number; column: number; text: string }[]).map(
    ({ path, line, column, text }) => `${path}:${line}:${column}:${text}`,
  )
}

describe('what is found', () => {
  test('every line that matches, in the order of paths and lines, by 1-based characters', async () => {
    expect(await found({ pattern: 'needle' })).toEqual([
      'a.txt:2:5:The needle',
      'b/c.txt:1:5:two needles, one needle',
      'b/d.txt:1:3:√ needle',
    ])
  })

  test('a path that leads out of cwd and back inside the root is found, and no other', async () => {
    expect(await found({ pattern: 'there', cwd: 'b', path: '../b/twice.txt' })).toEqual([
      'b/twice.txt:1:1:there twice',
    ])
    expect(await found({ pattern: 'here', cwd: 'b', paths: ['../twice.txt'] })).toEqual([
      'twice.txt:1:1:here twice',
    ])
    for (const args of [
      { cwd: 'b', path: '../../etc/passwd' },
      { cwd: '../b', path: 'twice.txt' },
      { path: '../b/twice.txt' },
    ]) {
      await expect(found({ pattern: 'root', ...args })).rejects.toBeInstanceOf(RequestInvalid)
    }
  })

  test('in one path, or in several that overlap, each line once', async () => {
    expect(await found({ pattern: 'needle', path: 'a.txt' })).toEqual(['a.txt:2:5:The needle'])
    expect(await found({ pattern: 'needle', paths: ['b/d.txt', 'b'] })).toEqual([
      'b/c.txt:1:5:two needles, one needle',
      'b/d.txt:1:3:√ needle',
    ])
  })

  test('literally with fixed_string, and ignoring case on request', async () => {
    expect(await found({ pattern: 'a.b', path: 'b' })).toEqual([
      'b/d.txt:2:1:a.b',
      'b/d.txt:3:1:axb',
    ])
    expect(await found({ pattern: 'a.b', path: 'b', fixed_string: true })).toEqual([
      'b/d.txt:2:1:a.b',
    ])
    expect(await found({ pattern: 'NEEDLE', path: 'b/c.txt', case_sensitive: false })).toHaveLength(
      2,
    )
  })

  test('from the root where a path is there, else from cwd', async () => {
    expect(await found({ pattern: 'twice', path: 'twice.txt', cwd: 'b' })).toEqual([
      'twice.txt:1:6:here twice',
    ])
    expect(await found({ pattern: 'axb', path: 'd.txt', cwd: 'b' })).toEqual(['b/d.txt:3:1:axb'])
  })

  test('nothing, which is no failure', async () => {
    const result = await call(tool, { pattern: 'thimble' })
    expect(result.isError).toBeUndefined()
    expect(result.structuredContent).toMatchObject({
      matches: [],
      match_count: 0,
      truncated: false,
    })
    expect(textOf(result)).toBe('[no matches]')
  })

  test('the first max_matches, and how many there are', async () => {
    const args = { pattern: 'hay', max_matches: 2 }
    const answer = await structured(tool, args)
    expect(answer).toMatchObject({ match_count: 2, truncated: true, left_out: 28 })
    expect(textOf(await call(tool, args, 'text'))).toContain(
      '[the first 2 of 30 matches; narrow the pattern or path for the others]',
    )
  })
})

describe('what is not searched', () => {
  test.each([
    [{ pattern: '(' }, 'rg_error'],
    [{ pattern: 'root', path: 'etc' }, 'invalid_path'],
    [{ pattern: 'x', path: 'missing' }, 'invalid_path'],
  ])('%j is the tool error %s', async (args, code) => {
    const result = await call(tool, args)
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({ tool: 'grep', error: { code } })
  })

  test.each([
    [{}, 'pattern', 'invalid_type'],
    [{ pattern: '' }, 'pattern', 'too_small'],
    [{ pattern: 'x', path: '/etc' }, 'path', 'custom'],
    [{ pattern: 'x', paths: ['..'] }, 'paths.0', 'custom'],
    [{ pattern: 'x', max_matches: 5001 }, 'max_matches', 'too_big'],
  ])('%j is refused before anything runs', async (args, field, code) => {
    const refused: unknown = await call(tool, args).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RequestInvalid)
    const [issue] = (refused as RequestInvalid).issues
    expect([issue?.path.join('.'), issue?.code]).toEqual([field, code])
  })
})

describe('with a question', () => {
  const ask = async (answer: Parameters<typeof startStandIn>[0]) => {
    const standIn = await startStandIn(answer)
    const here = directCalls(root, standIn.url)
    const args = { pattern: 'needle', context_focus_question: 'Which one is plain?' }
    const got = await here.structured(createGrepTool(here.settings), args)
    await standIn.close()
    return { got, sent: JSON.parse(standIn.requests[0]?.body ?? '').code as string }
  }

  test('returned lines are matches again; omission marks are not', async () => {
    const { got, sent } = await ask(
      json({ pruned_code: 'a.txt:2:5:The needle\n(filtered 2 lines)\n' }),
    )
    expect(sent).toBe(
      'a.txt:2:5:The needle\nb/c.txt:1:5:two needles, one needle\nb/d.txt:1:3:√ needle',
    )
    expect(got.matches).toEqual([{ path: 'a.txt', line: 2, column: 5, text: 'The needle' }])
    expect(got.pruning).toMatchObject({ applied: true })
  })

  test('a line that is not a match leaves them all', async () => {
    const { got } = await ask(json({ pruned_code: 'the first file, I think\n' }))
    expect(got.matches).toHaveLength(3)
    expect(got.pruning).toMatchObject({ applied: false, error: { code: 'invalid_response' } })
  })
})
