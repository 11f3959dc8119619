import { memoryStore } from '@jeeves/mcp-runtime'
import { beforeEach, expect, test } from 'vitest'
import { createRecovery, type Recovery } from '../../store/recovery.js'
import { createRecoverText } from './recover-kept-text.js'

const TEXT = Array.from({ length: 9 }, (_, at) => `line ${at + 1}`).join('\n')
let recovery: Recovery
let id: string
let errors: string[]
beforeEach(async () => {
  const store = memoryStore({})
  errors = []
  recovery = createRecovery(
    async () => store,
    () => {},
  )
  id = (await recovery.keep(TEXT)) ?? ''
})

async function recover(input: object, call: object = {}, from: Partial<Recovery> = recovery) {
  const metrics = { storeError: (what: string) => void errors.push(what) }
  const tool = createRecoverText(from as Recovery, metrics as never, 3)
  const parsed = tool.parse({ include_line_numbers: false, ...input })
  if (!parsed.ok) return parsed.issues
  const signal = new AbortController().signal
  return (await tool.run(parsed.args, { signal, ...call } as never)).raw
}

test('ranges as objects and as strings, with their numbers or without', async () => {
  const asked = { prune_id: id }
  const two = { start_line: 2, end_line: 3 }
  for (const ranges of [[two], ['2-3'], '2-3'])
    expect(await recover({ ...asked, ranges })).toMatchObject({
      raw_text: expect.stringMatching(/^line 2\nline 3\n?$/) as string,
      metadata: { prune_id: id, ranges: [two], line_numbering: 'original' },
    })
  expect(await recover({ prune_id: id, ranges: [two], include_line_numbers: true })).toMatchObject({
    raw_text: expect.stringMatching(/2\D*line 2\n.*3\D*line 3/) as string,
  })
})

test.each([
  [[{ start_line: 0, end_line: 2 }], { index: 0 }],
  [
    [
      { start_line: 1, end_line: 1 },
      { start_line: 5, end_line: 4 },
    ],
    { index: 1 },
  ],
  [['x'], { reason: expect.any(String) as string }],
])('the range %j is invalid', async (ranges, data) => {
  await expect(recover({ prune_id: id, ranges })).rejects.toMatchObject({
    message: 'invalid_range',
    data: { code: 'invalid_range', ...data },
  })
})

test.each([
  ['no id', { ranges: [{ start_line: 1, end_line: 2 }] }, ['prune_id']],
  ['a range that is none', { ranges: [{ start_line: 'a', end_line: 2 }] }, ['prune_id']],
])('%s is a malformed call', async (_what, input, path) => {
  expect(await recover(input)).toContainEqual(expect.objectContaining({ path }))
})

test('three ranges are the most of this service', async () => {
  const ranges = (count: number) =>
    Array.from({ length: count }, () => ({ start_line: 1, end_line: 1 }))
  expect(await recover({ prune_id: id, ranges: ranges(3) })).toHaveProperty('raw_text')
  expect(await recover({ prune_id: id, ranges: ranges(4) })).toEqual([
    expect.objectContaining({ path: ['ranges'], code: 'too_big', limit: 3, actual: 4 }),
  ])
})

test('an unknown id, and a store that does not answer', async () => {
  const ranges = [{ start_line: 1, end_line: 1 }]
  const unknown = `prn_${'0'.repeat(26)}`
  await expect(recover({ prune_id: unknown, ranges })).rejects.toMatchObject({
    message: 'prune_id_not_found',
    data: { code: 'prune_id_not_found', prune_id: unknown },
  })
  expect(errors).toEqual([])
  const down = { ...recovery, recall: () => Promise.reject(new Error('down')) }
  await expect(recover({ prune_id: id, ranges }, {}, down)).rejects.toMatchObject({
    code: -32603,
    data: { code: 'recovery_unavailable', prune_id: id, retryable: true },
  })
  expect(errors).toEqual(['get'])
})

test('memory is asked for before a text is loaded, and for what is sent', async () => {
  const reserved: number[] = []
  const ranges = [{ start_line: 1, end_line: 9 }]
  await recover({ prune_id: id, ranges }, { reserve: (size: number) => void reserved.push(size) })
  expect(reserved[0]).toBe(0)
  expect(Math.max(...reserved)).toBeGreaterThanOrEqual(TEXT.length)
})

test('a call that has ended loads nothing', async () => {
  const recall = () => Promise.reject(new Error('loaded'))
  const ended = { signal: AbortSignal.abort(new Error('ended')) }
  const input = { prune_id: id, ranges: [{ start_line: 1, end_line: 1 }] }
  await expect(recover(input, ended, { ...recovery, recall })).rejects.toThrow('ended')
})

test('a mark’s number among ranges is looked up in the text', async () => {
  const found = await recover({ prune_id: id, ranges: ['2-3', '5'] }).catch(
    (error: unknown) => error,
  )
  // No mark of this text begins there: it is no line number.
  expect(found).toMatchObject({ message: 'invalid_range' })
})
