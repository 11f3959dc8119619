import { memoryStore } from '@jeeves/mcp-runtime'
import { describe, expect, test } from 'vitest'
import { createRecovery } from '../store/recovery.js'
import { asCaller, currentCaller, parseCallers, perCaller, tokenProblem } from './callers.js'

describe('a list of callers', () => {
  test('has a name and a token on each line', () => {
    const text = '# the team\n\nann  the-token-of-ann-1\r\n  ben\tthe-token-of-ben-2  \n'
    expect(parseCallers(text)).toEqual([
      { name: 'ann', token: 'the-token-of-ann-1' },
      { name: 'ben', token: 'the-token-of-ben-2' },
    ])
  })

  test.each([
    ['ann', 'line 1: write a name, a space and a token'],
    ['ann the-token-of-ann-1 more', 'line 1: write a name, a space and a token'],
    ['a/b the-token-of-ann-1', 'line 1: a name has letters, digits and . _ @ -'],
    ['ann the-token-of-ann-1\n\nann the-token-of-ann-2', 'line 3: ann is there twice'],
    ['ann the-token-of-ann-1\nben the-token-of-ann-1', 'line 2: another caller has that token'],
    ['ann short', 'line 1: use at least 16 characters and no spaces'],
    ['# nobody', 'it names no caller'],
  ])('%j is refused: %s', (text, problem) => {
    expect(parseCallers(text)).toEqual({ problem })
  })
})

test('a token has 16 characters and no spaces', () => {
  expect(tokenProblem('x'.repeat(16))).toBeUndefined()
  expect(tokenProblem('x'.repeat(15))).toMatch('at least 16')
  expect(tokenProblem(`${'x'.repeat(16)} y`)).toMatch('no spaces')
})

test('each caller has texts of its own, and the one without a name too', async () => {
  const store = memoryStore()
  const recovery = perCaller(
    createRecovery(
      async () => store,
      () => undefined,
      { secret: 'secret' },
    ),
  )
  const keep = () => recovery.keep('a text')
  const ids = [await asCaller('ann', keep), await asCaller('ben', keep), await keep()]
  expect(new Set(ids).size).toBe(3)
  expect(await asCaller('ann', keep)).toBe(ids[0])
  expect(asCaller('ann', () => recovery.idOf('a text'))).toBe(ids[0])
  const recalled = (caller: string | undefined) =>
    Promise.all(ids.map((id) => asCaller(caller, () => recovery.recall(id ?? ''))))
  expect(await recalled('ann')).toEqual(['a text', undefined, undefined])
  expect(await recalled('ben')).toEqual([undefined, 'a text', undefined])
  expect(await recalled(undefined)).toEqual([undefined, undefined, 'a text'])
})

test('who is asking is known to all work for the request', async () => {
  expect(currentCaller()).toBeUndefined()
  const seen = asCaller('ann', async () => {
    await new Promise(setImmediate)
    return currentCaller()
  })
  expect(await seen).toBe('ann')
})
