// recover_text over /rpc.
import { describe, expect, test } from 'vitest'
import { prune, recover, recoverError, service, useService } from './rpc-service.js'
import { callTool, sampleCode } from './running-service.js'

useService()

describe('recover_text', () => {
  const text = sampleCode(60)

  test('returns every cut line', async () => {
    const { prune_id, annotations } = await prune(text)
    const lines = text.split('\n')
    for (const { original_start_line: from, original_end_line: to } of annotations) {
      // A range that reaches the end has the text's last newline.
      const ending = to === lines.length - 1 ? '\n' : ''
      expect((await recover(prune_id, from, to)).raw_text).toBe(
        `${lines.slice(from - 1, to).join('\n')}${ending}`,
      )
    }
  })

  test('numbers lines by the original, joins the requested ranges, and lists them', async () => {
    const { prune_id } = await prune('a\nb\nc\nd\n')
    const ranges = [
      { start_line: 3, end_line: 99 },
      { start_line: 1, end_line: 1 },
    ]
    for (const name of ['recover_text', 'recover_range']) {
      const args = { prune_id, ranges, include_line_numbers: true }
      expect(await callTool(service.url, name, args)).toEqual({
        raw_text: '3│ c\n4│ d\n1│ a',
        metadata: { prune_id, ranges, line_numbering: 'original' },
      })
    }
  })

  test.each(['prn_unknown', '', '../../etc/passwd', 'a b', 'x'.repeat(500)])(
    'an unknown id is told so: %s',
    async (prune_id) => {
      expect(await recoverError(prune_id, [{ start_line: 1, end_line: 1 }])).toEqual({
        code: -32004,
        message: 'prune_id_not_found',
        data: { code: 'prune_id_not_found', prune_id },
      })
    },
  )

  test('an unknown id is reported before anything about the request', async () => {
    expect(await recoverError('prn_unknown', ['12'])).toMatchObject({
      data: { code: 'prune_id_not_found', prune_id: 'prn_unknown' },
    })
  })

  test('a mark’s number past the end is reported with the number of lines', async () => {
    const { prune_id } = await prune('a\nb\nc\nd')
    expect(await recoverError(prune_id, ['77'])).toMatchObject({
      data: { code: 'invalid_range', reason: 'line 77: the text has 4 lines' },
    })
  })

  test.each([
    ['that ends before it begins', { start_line: 2, end_line: 1 }],
    ['that begins at 0', { start_line: 0, end_line: 1 }],
    ['below 1', { start_line: -5, end_line: -1 }],
    ['that begins after the text', { start_line: 5, end_line: 6 }],
  ])('a range %s is an invalid range', async (_, range) => {
    const { prune_id } = await prune('a\nb\nc\nd')
    const error = await recoverError(prune_id, [{ start_line: 1, end_line: 1 }, range])
    expect(error).toMatchObject({
      code: -32005,
      message: 'invalid_range',
      data: {
        code: 'invalid_range',
        prune_id,
        range,
        index: 1,
        max_line: 4,
        reason: expect.stringContaining(`start_line=${range.start_line}`),
      },
    })
  })

  test.each([
    ['no ranges', undefined, 'arguments.ranges'],
    ['a range without end', [{ start_line: 1 }], 'arguments.ranges.0.end_line'],
    ['half a line', [{ start_line: 1.5, end_line: 2 }], 'arguments.ranges.0.start_line'],
    [
      'a line that is a string',
      [{ start_line: '1', end_line: 2 }],
      'arguments.ranges.0.start_line',
    ],
    ['an unknown key', [{ start_line: 1, end_line: 2, step: 1 }], 'arguments.ranges.0'],
    ['a range that is a list', [[1, 2]], 'arguments.ranges.0'],
  ])('%s is invalid params', async (_, ranges, path) => {
    const error = await recoverError('prn_x', ranges)
    expect(error).toMatchObject({ code: -32602, data: { tool: 'recover_text' } })
    expect(error.data.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  test('too many ranges are refused with the limit', async () => {
    const ranges = Array.from({ length: 101 }, () => ({ start_line: 1, end_line: 1 }))
    const error = await recoverError('prn_x', ranges)
    expect(error).toMatchObject({
      code: -32602,
      data: { issues: [{ path: 'arguments.ranges', limit: 100, actual: 101 }] },
    })
  })
})
