// prune_text over /rpc: what it keeps, when it fails open, what it refuses.
import { describe, expect, test } from 'vitest'
import { errorOf, prune, recover, service, useService } from './rpc-service.js'
import { callTool, PRUNE_OPTIONS, pruneArguments, sampleCode } from './running-service.js'

useService()

describe('prune_text', () => {
  const text = sampleCode(60)
  const lines = text.split('\n')

  test('keeps lines verbatim and in order, and marks every cut with its annotation', async () => {
    const answer = await prune(text)
    expect(Object.keys(answer)).toEqual([
      'prune_id',
      'pruned_text',
      'annotations',
      'stats',
      'warnings',
    ])
    expect(answer.annotations.length).toBeGreaterThan(0)
    expect(answer.warnings).toEqual([])
    let next = 1
    const shown = answer.pruned_text.split('\n')
    for (const annotation of answer.annotations) {
      const { original_start_line: from, original_end_line: to } = annotation
      expect(shown.splice(0, from - next)).toEqual(lines.slice(next - 1, from - 1))
      expect(shown.shift()).toBe(annotation.marker)
      expect(annotation).toEqual({
        kind: 'pruned_block',
        original_start_line: from,
        original_end_line: to,
        pruned_line_count: to - from + 1,
        reason: expect.any(String),
        marker: `⟦PRUNÉ: prune_id=${answer.prune_id} lignes ${from}-${to} (${to - from + 1}) raison=${annotation.reason}⟧`,
      })
      next = to + 1
    }
    expect(shown).toEqual(lines.slice(next - 1))
    expect(answer.pruned_text).toContain('checkSessionExpiry')
  })

  test('its numbers add up', async () => {
    const { stats, annotations } = await prune(text)
    const cut = annotations.reduce(
      (sum: number, { pruned_line_count }: { pruned_line_count: number }) =>
        sum + pruned_line_count,
      0,
    )
    expect(stats).toEqual({
      original_lines: lines.length - 1,
      kept_lines: lines.length - 1 - cut,
      pruned_lines: cut,
      pruned_ratio: Math.round((cut / (lines.length - 1)) * 10_000) / 10_000,
      tokens_est_before: expect.any(Number),
      tokens_est_after: expect.any(Number),
      elapsed_ms: expect.any(Number),
      used_fallback: false,
    })
    expect(stats.tokens_est_after).toBeLessThan(stats.tokens_est_before)
  })

  test('numbers kept lines, never markers, on request', async () => {
    const { pruned_text } = await prune(text, { annotate_lines: true })
    for (const line of pruned_text.trimEnd().split('\n')) {
      if (line.startsWith('⟦')) continue
      const [, number, content] = /^(\d+)│ (.*)$/.exec(line) ?? []
      expect(content).toBe(lines[Number(number) - 1])
    }
  })

  test('leaves markers out of the text, not out of the annotations, on request', async () => {
    const without = await prune(text, { include_markers: false })
    const withMarkers = await prune(text)
    expect(without.pruned_text).not.toContain('⟦PRUNÉ')
    expect(without.annotations).toEqual(withMarkers.annotations)
  })

  test.each([
    ['max_prune_ratio', { max_prune_ratio: 0.2, min_keep_lines: 0 }, 0.2],
    ['min_keep_lines', { max_prune_ratio: 1, min_keep_lines: 250 }, 1],
  ])('%s bounds the result', async (_, options, ratio) => {
    const { stats } = await prune(text, options)
    expect(stats.pruned_lines / stats.original_lines).toBeLessThanOrEqual(ratio)
    expect(stats.kept_lines).toBeGreaterThanOrEqual(options.min_keep_lines)
    expect(stats.pruned_lines).toBeGreaterThan(0)
  })

  test('the reported ratio is never above the allowed one', async () => {
    const limits = Array.from({ length: 30 }, (_, k) => (500 + k) / (lines.length - 1))
    const told: number[] = []
    // One after the other: a busy machine refuses what would wait too long behind others.
    for (const max_prune_ratio of limits) {
      const { stats } = await prune(text, { max_prune_ratio, min_keep_lines: 0 })
      told.push(stats.pruned_ratio)
    }
    expect(told.filter((ratio, k) => ratio > (limits[k] ?? 0))).toEqual([])
    expect(Math.min(...told)).toBeGreaterThan(0.6)
  })

  test('protected parts of a text stay', async () => {
    const guarded = lines.with(20, '⟦NO_PRUNE_BEGIN⟧').with(40, '⟦NO_PRUNE_END⟧')
    const { pruned_text } = await prune(guarded.join('\n'))
    expect(pruned_text).toContain(guarded.slice(20, 41).join('\n'))
  })

  test('lines of a log that report a failure stay, whatever the goal', async () => {
    const log = Array.from({ length: 400 }, (_, i) => `10:00:${i % 60} INFO request ${i} served`)
    log[123] = '10:02:03 ERROR cannot open socket'
    log[301] = 'Traceback (most recent call last):'
    log[302] = 'ValueError: unexpected exception in handler'
    const answer = await callTool(service.url, 'prune_text', {
      ...pruneArguments(log.join('\n')),
      source_type: 'logs',
    })
    expect(answer.stats.pruned_lines).toBeGreaterThan(200)
    for (const i of [123, 301, 302]) expect(answer.pruned_text).toContain(log[i])
  })

  test('the same request gets the same answer', async () => {
    const [first, second] = await Promise.all([prune(text), prune(text)])
    expect(second.pruned_text).toBe(first.pruned_text)
    expect(second.prune_id).toBe(first.prune_id)
  })

  test('odd text is returned unchanged', async () => {
    for (const odd of ['', '\n', 'a\r\nb\r\n', 'x\u0000y', '\ud800', '\f\n\u2028', '🙂']) {
      const { pruned_text, prune_id } = await prune(odd, { min_keep_lines: 0 })
      expect(pruned_text).toBe(odd)
      expect(prune_id).toMatch(/^prn_/)
    }
  })
})

describe('fails open', () => {
  const tooLongGoal = { ...pruneArguments(sampleCode(20)), goal_hint: 'why '.repeat(30_000) }
  test.each([
    ['text over the limit', pruneArguments('é\n'.repeat(700_000)), 'input_too_large'],
    ['goal over the limit', tooLongGoal, 'input_too_large'],
    ['time limit', pruneArguments(sampleCode(3_000), { timeout_ms: 1 }), 'timeout'],
    ['minimum', pruneArguments(sampleCode(60), { min_keep_lines: 9_999 }), 'constraints_unmet'],
    ['short text', pruneArguments('one\ntwo\n', { min_keep_lines: 3 }), 'constraints_unmet'],
  ])('%s', async (_, args, warning) => {
    const answer = await callTool(service.url, 'prune_text', {
      ...args,
      options: { ...args.options, annotate_lines: true },
    })
    expect(answer.pruned_text === args.text).toBe(true)
    expect(answer.annotations).toEqual([])
    expect(answer.stats).toMatchObject({ used_fallback: true, pruned_lines: 0, pruned_ratio: 0 })
    expect(answer.stats.original_lines).toBe(args.text.replace(/\n$/, '').split('\n').length)
    expect(answer.warnings).toEqual([warning])
    const { raw_text } = await recover(answer.prune_id, 1, 1)
    expect(raw_text).toBe(args.text.split('\n', 1)[0])
  })
})

describe('prune_text refuses', () => {
  const valid = pruneArguments('a\nb')
  const without = (key: keyof typeof PRUNE_OPTIONS) => {
    const { [key]: _, ...rest } = PRUNE_OPTIONS
    return { ...valid, options: rest }
  }
  const option = (key: string, value: unknown) => ({
    ...valid,
    options: { ...PRUNE_OPTIONS, [key]: value },
  })

  test.each([
    ['no arguments', undefined, 'arguments.text'],
    ['arguments that are a list', [], 'arguments'],
    ['no text', { ...valid, text: undefined }, 'arguments.text'],
    ['text that is not a string', { ...valid, text: 7 }, 'arguments.text'],
    ['no goal_hint', { ...valid, goal_hint: undefined }, 'arguments.goal_hint'],
    ['an unknown source_type', { ...valid, source_type: 'poetry' }, 'arguments.source_type'],
    ['no options', { ...valid, options: undefined }, 'arguments.options'],
    ['an unknown argument', { ...valid, colour: 'red' }, 'arguments'],
    ['an unknown option', option('colour', 'red'), 'arguments.options'],
    ['no max_prune_ratio', without('max_prune_ratio'), 'arguments.options.max_prune_ratio'],
    ['no min_keep_lines', without('min_keep_lines'), 'arguments.options.min_keep_lines'],
    ['no timeout_ms', without('timeout_ms'), 'arguments.options.timeout_ms'],
    ['no annotate_lines', without('annotate_lines'), 'arguments.options.annotate_lines'],
    ['no include_markers', without('include_markers'), 'arguments.options.include_markers'],
    ['a ratio above 1', option('max_prune_ratio', 1.01), 'arguments.options.max_prune_ratio'],
    ['a ratio below 0', option('max_prune_ratio', -0.1), 'arguments.options.max_prune_ratio'],
    [
      'a ratio that is a string',
      option('max_prune_ratio', '0.5'),
      'arguments.options.max_prune_ratio',
    ],
    ['a negative minimum', option('min_keep_lines', -1), 'arguments.options.min_keep_lines'],
    ['half a line', option('min_keep_lines', 0.5), 'arguments.options.min_keep_lines'],
    ['no time at all', option('timeout_ms', 0), 'arguments.options.timeout_ms'],
    ['a flag that is a number', option('annotate_lines', 1), 'arguments.options.annotate_lines'],
  ])('%s, and says where', async (_, args, path) => {
    const error = await errorOf('prune_text', args)
    expect(error).toMatchObject({
      code: -32602,
      message: 'Invalid params',
      data: { method: 'tools/call', tool: 'prune_text' },
    })
    expect(error.data.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })
})
