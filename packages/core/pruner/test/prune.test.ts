import { describe, expect, it } from 'vitest'
import { joinLines, keptLines, prune, renderCanonical, renderCompact } from '../src/index.js'

const noise = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `  const filler${i} = compute(${i}, 'nothing of interest here')`,
  )
const program = [
  "import { readFile } from 'node:fs'",
  '',
  'export function unrelated() {',
  ...noise(80),
  '}',
  '',
  'export function parseTimeout(value) {',
  '  // The timeout is given in seconds, kept in milliseconds.',
  '  const seconds = Number(value)',
  '  return seconds * 1000',
  '}',
  '',
  'export function other() {',
  ...noise(80),
  '}',
].join('\n')

describe('prune', () => {
  it('keeps the function that the goal asks about and cuts the rest', () => {
    const result = prune({
      text: program,
      origin: 'explicit',
      goal: 'how is the timeout parsed',
      fileName: 'a.ts',
    })
    expect(result.status).toBe('pruned')
    const kept = keptLines(result).map((line) => result.lines[line - 1]?.text)
    expect(kept).toContain('export function parseTimeout(value) {')
    expect(kept).toContain('  return seconds * 1000')
    expect(kept).not.toContain(noise(80)[40])
    expect(joinLines(result.lines)).toBe(program)
  })

  it.each([
    ['a text without a final newline keeps having none', ['a', 'b', 'c'], 'a\nb'],
    ['an empty last line does not vanish with its newline', ['a', '', 'c'], 'a\n\n'],
  ])('where the end is cut and no marker stands for it, %s', (_, texts, expected) => {
    const lines = texts.map((text, i) => ({ text, ending: i < 2 ? '\n' : '' }) as const)
    const { text } = renderCanonical(
      { lines, blocks: [{ startLine: 3, endLine: 3, reason: 'hors focus' }] },
      { pruneId: 'prn_1', annotateLines: false, includeMarkers: false },
    )
    expect(text).toBe(expected)
  })

  it('renders annotations whose markers are in the text, unnumbered', () => {
    const result = prune({
      text: program,
      origin: 'explicit',
      goal: 'how is the timeout parsed',
      fileName: 'a.ts',
      mode: 'condense',
    })
    const { text, annotations } = renderCanonical(result, {
      pruneId: 'prn_1',
      annotateLines: true,
      includeMarkers: true,
    })
    const rows = text.split('\n')
    expect(rows[0]).toBe("1│ import { readFile } from 'node:fs'")
    expect(annotations.length).toBeGreaterThan(0)
    expect(rows.filter((row) => row.startsWith('⟦'))).toEqual(annotations.map((a) => a.marker))
    for (const a of annotations) {
      const lines = `lignes ${a.original_start_line}-${a.original_end_line} (${a.pruned_line_count})`
      expect(a.marker).toBe(`⟦PRUNÉ: prune_id=prn_1 ${lines} raison=${a.reason}⟧`)
    }
  })

  it('returns a small text unchanged, byte for byte', () => {
    const text = 'L1\r\nL2\nL3\n\nL4'
    const result = prune({ text, origin: 'explicit', goal: 'garder L1', sourceType: 'docs' })
    expect(result).toMatchObject({ status: 'unchanged', blocks: [], warnings: [] })
    expect(renderCompact(result)).toBe(text)
  })

  it('returns the text with the warning timeout after the deadline', () => {
    let time = 0
    const result = prune(
      { text: program, origin: 'explicit', goal: 'timeout' },
      { now: () => time++, deadline: 2 },
    )
    expect(result).toMatchObject({ status: 'fallback', blocks: [], warnings: ['timeout'] })
  })

  it('returns constraints_unmet only if more lines must stay than there are', () => {
    const result = prune({ text: program, origin: 'explicit', goal: 'timeout', minKeepLines: 1000 })
    expect(result).toMatchObject({ status: 'fallback', warnings: ['constraints_unmet'] })
    const bounded = prune({ text: program, origin: 'explicit', goal: 'timeout', minKeepLines: 100 })
    expect(bounded.stats.keptLines).toBeGreaterThanOrEqual(100)
    const halved = prune({ text: program, origin: 'explicit', goal: 'timeout', maxPruneRatio: 0.5 })
    expect(halved.stats.keptLines).toBeGreaterThanOrEqual(Math.ceil(halved.lines.length / 2))
  })
})
