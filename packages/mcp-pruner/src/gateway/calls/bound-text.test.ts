import { expect, test } from 'vitest'
import { RpcError } from '../../rpc/rpc-error.js'
import { boundError, boundText } from './bound-text.js'

const LINES = Array.from({ length: 500 }, (_, at) => `line ${at}`).join('\n')
function bound(maxBytes: number, ref: string | undefined = 'ax://d/1') {
  const kept: string[] = []
  const keep = (text: string) => {
    kept.push(text)
    return Promise.resolve(ref)
  }
  return { kept, maxBytes, keep }
}
const NOTE = /\n⟦mcp-pruner(?:#\w+)?: cut; the whole: artifact_read ax:\/\/d\/1⟧$/

test('a text under the limit passes, and is not kept', async () => {
  const small = bound(101)
  expect(await boundText('x'.repeat(100), small)).toBe('x'.repeat(100))
  expect(await boundText('ä'.repeat(50), small)).toBe('ä'.repeat(50))
  expect(small.kept).toEqual([])
})

test('one at the limit is kept and cut, in bytes', async () => {
  const one = bound(1000)
  const cut = await boundText(LINES, one)
  expect(Buffer.byteLength(cut)).toBeLessThan(1000)
  expect(cut).toMatch(NOTE)
  expect(cut).toContain('line 0\n')
  expect(one.kept).toEqual([LINES])
  expect(await boundText('ä\n'.repeat(400), bound(1000))).toMatch(NOTE)
  expect(await boundText('x'.repeat(1000), bound(1000))).toMatch(NOTE)
})

test('what cannot be kept is not cut', async () => {
  const none = { ...bound(1000), keep: () => Promise.resolve(undefined) }
  expect(await boundText(LINES, none)).toBe(LINES)
  const error = new RpcError(-32000, LINES)
  expect(await boundError(error, none)).toBe(error)
})

test('of an error the message is cut, and the whole has its data', async () => {
  const one = bound(1000)
  const cut = (await boundError(new RpcError(-32050, LINES, { more: 1 }), one)) as RpcError
  expect(cut).toBeInstanceOf(RpcError)
  expect(cut.code).toBe(-32050)
  expect(cut.data).toBeUndefined()
  expect(cut.message).toMatch(/the error is cut; the whole: artifact_read ax:\/\/d\/1⟧$/)
  // The end of an error says what was wrong.
  expect(cut.message).toContain('line 499')
  expect(JSON.parse(one.kept[0] ?? '')).toEqual({ code: -32050, message: LINES, data: { more: 1 } })
})

test('a small error, and one that is not of the protocol, pass', async () => {
  for (const error of [new RpcError(-32050, 'no', { a: 1 }), new Error(LINES)])
    expect(await boundError(error, bound(1000))).toBe(error)
})
