import { describe, expect, test } from 'vitest'
import {
  PRUNE_RPC_ERROR_CODES,
  PruneAnnotationSchema,
  PruneErrorDataSchema,
  PruneHealthSchema,
  PruneTextInputSchema,
  PruneTextOutputSchema,
  RecoverTextInputSchema,
  RecoverTextOutputSchema,
} from './prune-messages.js'

const input = {
  text: 'L1\nL2',
  goal_hint: 'keep L1',
  source_type: 'docs',
  options: {
    max_prune_ratio: 0.75,
    min_keep_lines: 1,
    timeout_ms: 1500,
    annotate_lines: true,
    include_markers: true,
  },
}
const annotation = {
  kind: 'pruned_block',
  original_start_line: 120,
  original_end_line: 154,
  pruned_line_count: 35,
  reason: 'hors focus',
  marker: '⟦PRUNÉ: prune_id=prn_1 lignes 120-154 (35) raison=hors focus⟧',
}
const stats = {
  original_lines: 420,
  kept_lines: 180,
  pruned_lines: 240,
  pruned_ratio: 0.5714,
  tokens_est_before: 12_000,
  tokens_est_after: 5400,
  elapsed_ms: 312,
  used_fallback: false,
}
const output = {
  prune_id: 'prn_1',
  pruned_text: '…',
  annotations: [annotation],
  stats,
  warnings: [] as string[],
}

describe('prune_text', () => {
  test('accepts exactly the fields of its description', () => {
    expect(PruneTextInputSchema.parse(input)).toEqual(input)
    for (const key of Object.keys(input)) {
      const rest = Object.fromEntries(Object.entries(input).filter(([name]) => name !== key))
      expect(PruneTextInputSchema.safeParse(rest).success, `without ${key}`).toBe(false)
    }
    expect(PruneTextInputSchema.safeParse({ ...input, extra: 1 }).success).toBe(false)
  })

  test.each([
    { max_prune_ratio: 1.01 },
    { max_prune_ratio: -0.1 },
    { min_keep_lines: -1 },
    { min_keep_lines: 1.5 },
    { timeout_ms: 0 },
    { annotate_lines: 'yes' },
    { include_markers: undefined },
    { extra: 1 },
  ])('refuses the options %j', (options) => {
    const request = { ...input, options: { ...input.options, ...options } }
    expect(PruneTextInputSchema.safeParse(request).success).toBe(false)
  })

  test('answers according to its description', () => {
    expect(PruneTextOutputSchema.parse(output)).toEqual(output)
  })

  test('INV-MCP-PRUNE-004: an annotation counts its lines, and its marker is one line', () => {
    const at = (change: object) => PruneAnnotationSchema.safeParse({ ...annotation, ...change })
    expect(at({}).success).toBe(true)
    expect(at({ pruned_line_count: 34 }).success).toBe(false)
    expect(at({ marker: 'two\nlines' }).success).toBe(false)
    expect(at({ original_end_line: 119 }).success).toBe(false)
  })

  test('INV-MCP-PRUNE-005: kept and pruned lines add up', () => {
    const wrong = { ...output, stats: { ...stats, kept_lines: 181 } }
    expect(PruneTextOutputSchema.safeParse(wrong).success).toBe(false)
  })

  test('INV-MCP-PRUNE-006: a fallback cuts nothing and gives the reason', () => {
    const fallback = { ...output, stats: { ...stats, used_fallback: true } }
    const at = (change: object) => PruneTextOutputSchema.safeParse({ ...fallback, ...change })
    expect(at({ annotations: [], warnings: ['timeout'] }).success).toBe(true)
    expect(at({ annotations: [], warnings: [] }).success).toBe(false)
    expect(at({ warnings: ['timeout'] }).success).toBe(false)
  })
})

describe('recover_text', () => {
  const request = {
    prune_id: 'prn_1',
    ranges: [{ start_line: 1, end_line: 50 }],
    include_line_numbers: true,
  }

  test('accepts ranges that begin at 1 and do not run backwards', () => {
    expect(RecoverTextInputSchema.parse(request)).toEqual(request)
    const at = (start_line: number, end_line: number) =>
      RecoverTextInputSchema.safeParse({ ...request, ranges: [{ start_line, end_line }] }).success
    expect([at(7, 7), at(0, 5), at(5, 4), at(1.5, 2)]).toEqual([true, false, false, false])
  })

  test('answers the lines with where they are from', () => {
    const answer = {
      raw_text: '1│ a',
      metadata: { prune_id: 'prn_1', ranges: request.ranges, line_numbering: 'original' },
    }
    expect(RecoverTextOutputSchema.parse(answer)).toEqual(answer)
  })

  test('its domain errors have codes of their own', () => {
    expect(PRUNE_RPC_ERROR_CODES).toEqual({ prune_id_not_found: -32004, invalid_range: -32005 })
    const data = { code: 'prune_id_not_found', prune_id: 'prn_1' }
    expect(PruneErrorDataSchema.parse(data)).toEqual(data)
    expect(PruneErrorDataSchema.safeParse({ code: 'other' }).success).toBe(false)
  })
})

test('health has a time with its offset', () => {
  const health = {
    status: 'healthy',
    server: 'mcp-pruner',
    version: '0.1.0',
    capabilities: ['prune_text'],
    timestamp: '2026-02-26T13:00:00+01:00',
  }
  expect(PruneHealthSchema.parse(health)).toEqual(health)
  expect(PruneHealthSchema.safeParse({ ...health, timestamp: 'now' }).success).toBe(false)
})
