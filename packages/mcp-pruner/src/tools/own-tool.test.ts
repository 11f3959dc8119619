import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Finished } from '../call/tool.js'
import { parseArguments, presenting, pruningOptions, unlessEmpty, withNotes } from './own-tool.js'

const schema = z.object({ path: z.string(), limit: z.number().max(9).optional() })

describe('arguments', () => {
  test('unknown keys are ignored and named, ten of them by their first characters', () => {
    const others = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`k${at}`.padEnd(100, 'x'), at]),
    )
    const parsed = parseArguments(schema, { path: 'a', ...others })
    expect(parsed).toMatchObject({ ok: true, args: { path: 'a' } })
    const { unknownKeys = [] } = parsed.ok ? parsed : {}
    expect(unknownKeys).toHaveLength(10)
    expect(unknownKeys.every((key) => key.length === 64)).toBe(true)
    expect(parseArguments(schema, { path: 'a', limit: 1 })).toMatchObject({ unknownKeys: [] })
  })

  test('what the schema cannot check is added, unless it says so already', () => {
    const outside = () => [{ path: ['path'], code: 'outside_root' }]
    expect(parseArguments(schema, { path: '/' }, outside)).toEqual({
      ok: false,
      issues: [{ path: ['path'], code: 'outside_root' }],
    })
    expect(parseArguments(schema, { limit: 10 }, outside)).toMatchObject({
      ok: false,
      issues: [
        { path: ['path'], code: 'invalid_type' },
        { path: ['limit'], code: 'too_big' },
      ],
    })
  })

  test('a call’s own words and its bound go to the engine', () => {
    expect(pruningOptions({})).toEqual({})
    expect(pruningOptions({ max_tokens: 100 }, 'x'.repeat(5000))).toEqual({
      context: 'x'.repeat(4000),
      maxTokens: 100,
    })
  })
})

describe('answers', () => {
  const finished = { failure: undefined } as unknown as Finished<never, never>
  const structured = { text: 'a\x1bb', pruning: { applied: true } }
  const shape = presenting(() => ({ structured, text: 'a\x1bb' }))

  test('a program gets the exact value, a model the visible text', () => {
    expect(shape(finished, { output: 'structured' } as never)).toEqual({
      content: [{ type: 'text', text: 'a\\x1bb' }],
      structuredContent: structured,
    })
    expect(shape(finished, { output: 'text' } as never)).toEqual({
      content: [{ type: 'text', text: 'a\\x1bb' }],
      _meta: { pruning: { applied: true } },
    })
  })

  test('a failure is an error, and a plain text is not looked through', () => {
    const failed = { failure: { code: 'c', message: 'm' } } as unknown as Finished<never, never>
    expect(shape(failed, { output: 'text' } as never)).toMatchObject({ isError: true })
    const plain = presenting(() => ({ structured: { a: 1 }, text: 'a\x1bb', isPlain: true }))
    expect(plain(finished, { output: 'text' } as never)).toEqual({
      content: [{ type: 'text', text: 'a\x1bb' }],
    })
  })

  test.each([
    ['text', ['[a]'], [], 'text\n[a]'],
    ['text\n', ['[a]'], ['w'], 'text\n[a]\n[warning: w]'],
    ['', [], ['w'], '[warning: w]'],
    ['text', [], [], 'text'],
  ])('notes follow a text on lines of their own: %j', (text, notes, warnings, expected) => {
    expect(withNotes(text, notes, warnings)).toBe(expected)
  })

  test('nothing to say is no member', () => {
    expect([unlessEmpty([]), unlessEmpty(['a'])]).toEqual([undefined, ['a']])
  })
})
