// What holds for every text, goal and option.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../src/count.js'
import {
  joinLines,
  keptLines,
  lexicalScorer,
  type PruneRequest,
  prune as pruneWith,
  renderCanonical,
  renderCompact,
} from '../src/index.js'
import { defaultScorer } from '../src/node.js'

/** Otherwise a sample, as in `pnpm test`. */
const hasAllCases = process.env['ALL_CASES'] === '1'
const RUNS = { numRuns: hasAllCases ? 100 : 12 }

/** Lines of many kinds, so that texts look realistic and are long enough to be cut. */
const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('', '}', '  })', '{', '# Title', '```', 'import x from "y"'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('ERROR: no', 'def f(a):', 'class A {', '    return total(a, b)'),
  },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\r', '\u2028', '\0', '\uD800', '\uDC00x', 'a\rb', '日本語の文章'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('⟦NO_PRUNE_BEGIN⟧', '⟦NO_PRUNE_END⟧', 'diff --git a/x b/x'),
  },
  { weight: 6, arbitrary: fc.lorem({ maxCount: 12 }) },
)
const text = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\n', '\r\n')), { maxLength: 400 })
  .map((lines) => lines.map(([content, ending]) => content + ending).join(''))
  .chain((whole) => fc.constantFrom(whole, whole.slice(0, -1), `${whole}${whole}`))
const request: fc.Arbitrary<PruneRequest> = fc.record(
  {
    text,
    origin: fc.constantFrom('explicit' as const, 'implicit' as const),
    goal: fc.oneof(fc.lorem({ maxCount: 8 }), fc.string({ unit: 'binary', maxLength: 80 })),
    sourceType: fc.constantFrom('code' as const, 'logs' as const, 'docs' as const, 'auto' as const),
    fileName: fc.constantFrom('a.ts', 'b.log', 'c.md', 'd'),
    mode: fc.constantFrom('answer' as const, 'condense' as const),
    maxTokens: fc.integer({ min: 50, max: 5000 }),
    context: fc.lorem({ maxCount: 6 }),
    task: fc.lorem({ maxCount: 12 }),
    firstLine: fc.integer({ min: 1, max: 5000 }),
    maxPruneRatio: fc.double({ min: 0, max: 1, noNaN: true }),
    minKeepLines: fc.integer({ min: 0, max: 300 }),
    budget: fc.oneof(
      fc.record({ share: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
      fc.record({ tokens: fc.integer({ min: 1, max: 5000 }) }),
    ),
  },
  { requiredKeys: ['text', 'goal', 'origin'] },
)

/** Splits as the contract says: only \n and \r\n end a line. */
const linesOf = (whole: string) => whole.match(/[^\n]*\n|[^\n]+$/g) ?? []

describe.each([lexicalScorer, defaultScorer()])(
  'for every text, goal and option, scored by $name',
  (scorer) => {
    const prune = (input: PruneRequest) => pruneWith(input, { scorer })

    it('lines are the text, verbatim and in order', () => {
      fc.assert(
        fc.property(request, (input) => {
          const { lines } = prune(input)
          expect(joinLines(lines)).toBe(input.text)
          expect(lines.map((one) => one.text + one.ending)).toEqual(linesOf(input.text))
        }),
        RUNS,
      )
    })

    it('kept lines and cut lines add up, cuts ascend and never touch', () => {
      fc.assert(
        fc.property(request, (input) => {
          const { blocks, lines, stats } = prune(input)
          let previous = -1
          let cut = 0
          for (const block of blocks) {
            expect(block.startLine).toBeGreaterThan(previous + 1)
            expect(block.endLine).toBeGreaterThanOrEqual(block.startLine)
            cut += block.endLine - block.startLine + 1
            previous = block.endLine
          }
          expect(previous).toBeLessThanOrEqual(lines.length)
          expect(stats).toMatchObject({
            originalLines: lines.length,
            keptLines: lines.length - cut,
            prunedLines: cut,
          })
        }),
        RUNS,
      )
    })

    it('constraints are met, or the text is returned with a warning', () => {
      fc.assert(
        fc.property(request, (input) => {
          const { stats, warnings, status, blocks } = prune(input)
          const ratio = input.maxPruneRatio ?? (input.mode === 'condense' ? 0.95 : 1)
          const least = Math.max(
            input.minKeepLines ?? 0,
            Math.ceil(stats.originalLines * (1 - ratio) - 1e-6),
          )
          const isImpossible = (input.minKeepLines ?? 0) > stats.originalLines
          const isUnmet = status === 'fallback' && warnings.join() === 'constraints_unmet'
          // A small text is returned unchanged, which satisfies what can be satisfied.
          expect(isUnmet).toBe(isImpossible)
          expect(isUnmet && blocks.length > 0).toBe(false)
          expect(stats.keptLines).toBeGreaterThanOrEqual(Math.min(least, stats.originalLines))
        }),
        RUNS,
      )
    })

    it('lines between the directives are kept', () => {
      fc.assert(
        fc.property(request, (input) => {
          const result = prune({ ...input, directives: true })
          const kept = new Set(keptLines(result))
          let isInside = false
          const cut = result.lines.filter((one, i) => {
            isInside ||= one.text.includes('⟦NO_PRUNE_BEGIN⟧')
            const isForbidden = isInside
            if (one.text.includes('⟦NO_PRUNE_END⟧')) isInside = false
            return isForbidden && !kept.has(i + 1)
          })
          expect(cut).toEqual([])
        }),
        RUNS,
      )
    })

    it('markers equal annotations, and everything else is a kept line with its number', () => {
      fc.assert(
        fc.property(request, fc.boolean(), fc.boolean(), (input, annotateLines, includeMarkers) => {
          const result = prune(input)
          const { text: out, annotations } = renderCanonical(result, {
            pruneId: 'prn_x',
            annotateLines,
            includeMarkers,
          })
          const expected: string[] = []
          let next = 1
          const keep = (to: number) => {
            for (; next <= to; next++) {
              const { text: content } = result.lines[next - 1]!
              expected.push(annotateLines ? `${next}│ ${content}` : content)
            }
          }
          for (const one of annotations) {
            keep(one.original_start_line - 1)
            next = one.original_end_line + 1
            expect(one.pruned_line_count).toBe(one.original_end_line - one.original_start_line + 1)
            expect(one.marker).toBe(
              `⟦PRUNÉ: prune_id=prn_x lignes ${one.original_start_line}-${one.original_end_line} (${one.pruned_line_count}) raison=${one.reason}⟧`,
            )
            if (includeMarkers) expected.push(one.marker)
          }
          keep(result.lines.length)
          expect(linesOf(out).map((row) => row.replace(/\r?\n$/, ''))).toEqual(expected)
        }),
        RUNS,
      )
    })

    it('the compact form names the same cuts and an uncut text is untouched', () => {
      fc.assert(
        fc.property(request, (input) => {
          const result = prune(input)
          const out = renderCompact(result)
          expect(linesOf(out)).toHaveLength(result.stats.keptLines + result.blocks.length)
          expect(out === input.text).toBe(result.blocks.length === 0)
        }),
        RUNS,
      )
    })

    it('a budget is exceeded only by lines that may never be cut', () => {
      fc.assert(
        fc.property(text, fc.double({ min: 0.05, max: 1, noNaN: true }), (whole, share) => {
          const plain = whole.replaceAll(/⟦NO_PRUNE_(?:BEGIN|END)⟧/g, 'nothing')
          const result = prune({
            text: plain,
            origin: 'explicit',
            goal: 'lorem',
            budget: { share },
            maxPruneRatio: 1,
          })
          const kept = keptLines(result).reduce((sum, number) => {
            const { text: content, ending } = result.lines[number - 1]!
            return sum + content.length + ending.length
          }, 0)
          // A text or a gap too small to cut may exceed it.
          expect(kept).toBeLessThanOrEqual(share * plain.length + 200)
        }),
        RUNS,
      )
    })

    it('the same request gives the same result', () => {
      fc.assert(
        fc.property(request, (input) => {
          expect(prune(input)).toEqual(prune(input))
        }),
        RUNS,
      )
    })

    it('token estimates of parts add up', () => {
      fc.assert(
        fc.property(text, (whole) => {
          const parts = linesOf(whole).reduce((sum, one) => sum + estimateTokens(one), 0)
          expect(estimateTokens(whole)).toBeLessThanOrEqual(parts + 1)
        }),
        RUNS,
      )
    })
  },
)

describe.each([lexicalScorer, defaultScorer()])(
  'texts that break scanners, scored by $name',
  (scorer) => {
    const prune = (input: PruneRequest) => pruneWith(input, { scorer })

    const cases: readonly (readonly [string, string])[] = [
      ['a million characters on one line', 'a'.repeat(1_000_000)],
      ['a million brackets', '(['.repeat(500_000)],
      ['a million spaces', `${' '.repeat(1_000_000)}x`],
      ['a hundred thousand closing braces, a line each', '}\n'.repeat(100_000)],
      ['words without an end', 'error '.repeat(150_000)],
      [
        'one long line among many',
        `${'x = 1\n'.repeat(2000)}${'ab '.repeat(200_000)}\n${'y = 2\n'.repeat(2000)}`,
      ],
      [
        'deeper and deeper',
        Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}if x {`).join('\n'),
      ],
      ['lone surrogates', '\uD800\n'.repeat(5000)],
      ['text without spaces', `${'漢字仮名交じり文'.repeat(20)}\n`.repeat(500)],
    ]
    const types = ['code', 'logs', 'docs'] as const
    for (const [index, [name, whole]] of cases.entries()) {
      // In a sample each text is of one type.
      for (const sourceType of hasAllCases ? types : [types[index % 3]!]) {
        it(`${name} as ${sourceType}`, () => {
          const result = prune({
            text: whole,
            origin: 'explicit',
            goal: 'where is x set to 1 漢字',
            sourceType,
          })
          expect(joinLines(result.lines)).toBe(whole)
        })
      }
    }
  },
)
