// A question about all of a text: whole if it is small, an outline if it is large.
import { describe, expect, it, test } from 'vitest'
import { closingRemarks, keptLines, type PruneRequest, prune } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

const QUESTIONS = [
  'read the file',
  'understand the structure',
  'Give me an overview.',
  'what does this file do?',
]

function answerTo(request: PruneRequest) {
  const result = prune(request, { scorer: defaultScorer() })
  const kept = keptLines(result).map((line) => result.lines[line - 1]!.text)
  return { kept, result, closing: closingRemarks(result).join('; ') }
}

const METHODS = ['open', 'close', 'drain', 'renew', 'evict', 'split', 'merge', 'replay']
const code = (classes: number) =>
  Array.from({ length: classes }, (_, c) => [
    `export class Store${c} {`,
    ...METHODS.flatMap((name) => [
      `  ${name}(key: string, until: number): boolean {`,
      ...Array.from(
        { length: 9 },
        (_row, i) => `    const part${i} = this.read(key, ${i}) ?? until + ${i}`,
      ),
      '    return part8 > 0',
      '  }',
      '',
    ]),
    '}',
    '',
  ])
    .flat()
    .join('\n')

describe.each(QUESTIONS)('%s', (goal) => {
  it('of code shows its declarations', () => {
    const { kept, result, closing } = answerTo({
      text: code(12),
      origin: 'explicit',
      goal,
      fileName: 'stores.ts',
    })
    for (let c = 0; c < 12; c++) expect(kept).toContain(`export class Store${c} {`)
    expect(kept.filter((line) => line.startsWith('  drain('))).toHaveLength(12)
    expect(kept.filter((line) => line.includes('const part'))).toEqual([])
    expect(result.stats.tokensAfter).toBeLessThan(3000)
    expect(closing).not.toContain('not in this text')
  })

  it('of a document shows its headings', () => {
    const text = Array.from({ length: 60 }, (_, i) => [
      `${i % 5 === 0 ? '#' : '##'} Part ${i}`,
      '',
      `Part ${i} is about one thing.`,
      ...Array.from(
        { length: 12 },
        (_row, k) => `Then it goes on for a while about ${k} and on and on.`,
      ),
      '',
    ])
      .flat()
      .join('\n')
    const { kept, result } = answerTo({ text, origin: 'explicit', goal, fileName: 'guide.md' })
    expect(kept.filter((line) => line.startsWith('#'))).toHaveLength(60)
    expect(kept.filter((line) => line.startsWith('Then'))).toEqual([])
    expect(result.stats.tokensAfter).toBeLessThan(3000)
  })

  it('of JSON shows its upper levels', () => {
    const parts = METHODS.map((name) => [
      name,
      Array.from({ length: 80 }, (_, i) => ({ id: `${name}-${i}`, size: i, tags: ['a', 'b'] })),
    ])
    const text = JSON.stringify({ version: 3, ...Object.fromEntries(parts) }, null, 2)
    const { kept, result } = answerTo({ text, origin: 'explicit', goal, fileName: 'parts.json' })
    for (const name of METHODS) expect(kept).toContain(`  "${name}": [`)
    expect(kept).toContain('  "version": 3,')
    expect(result.stats.tokensAfter).toBeLessThan(3000)
  })

  it('of a log shows its beginning, its end, one line of each kind, and failures', () => {
    const rows = Array.from({ length: 3000 }, (_, i) => {
      const at = `10:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`
      if (i === 1700) return `${at} ERROR mailer gave up on batch-${i}`
      if (i % 50 === 49) return `${at} INFO cache evicted ${i} entries`
      return `${at} INFO http GET /orders/${i} 200 ${i % 90} ms`
    })
    const { kept, result } = answerTo({
      text: rows.join('\n'),
      origin: 'explicit',
      goal,
      fileName: 'app.log',
    })
    expect(kept).toContain(rows[0])
    expect(kept).toContain(rows[2999])
    expect(kept).toContain(rows[1700])
    expect(kept.some((line) => line.includes('cache evicted'))).toBe(true)
    expect(kept.length).toBeLessThan(60)
    expect(result.stats.tokensAfter).toBeLessThan(3000)
  })

  it('of a small text shows all of it', () => {
    const request = { text: code(1), origin: 'explicit', goal, fileName: 'store.ts' } as const
    expect(answerTo(request).result.status).toBe('unchanged')
    // Every tool passes a bound: because of it `read` cut small texts that the engine alone showed whole.
    expect(answerTo({ ...request, maxTokens: 6000 }).result.status).toBe('unchanged')
  })
})

test('a bound applies to an outline too', () => {
  const { result, kept } = answerTo({
    text: code(30),
    origin: 'explicit',
    goal: 'give me an overview',
    fileName: 'a.ts',
    maxTokens: 600,
  })
  expect(result.stats.tokensAfter).toBeLessThanOrEqual(600)
  expect(kept).toContain('export class Store0 {')
})

test('a question about something is not about everything', () => {
  const { kept } = answerTo({
    text: code(12),
    origin: 'explicit',
    goal: 'read how Store7 drains',
    fileName: 'stores.ts',
  })
  expect(kept).toContain('export class Store7 {')
  expect(kept.some((line) => line.includes('const part'))).toBe(true)
})
