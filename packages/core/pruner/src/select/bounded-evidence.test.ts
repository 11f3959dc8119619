import { expect, test } from 'vitest'
import { closingRemarks, keptLines, prune, renderCompact } from '../index.js'
import { estimateTokens } from '../tokens/estimate.js'

const PARTS = [
  'disk',
  'queue',
  'cache',
  'index',
  'socket',
  'lease',
  'shard',
  'token',
  'route',
  'batch',
]
const part = (i: number) => PARTS[i % PARTS.length]
/** Every ninth line fails, each in words of its own. */
const log = Array.from({ length: 9000 }, (_, i) =>
  i % 9 === 0
    ? `04:00:${i % 60} ERROR ${part(i)} ${part(i * 7)} failed for ${part(i * 3)}-${i.toString(36)}: no space`
    : `04:00:${i % 60} INFO request ${i} served in ${i % 90} ms`,
).join('\n')

// A 32-bit number cannot hold 1e12: protected lines became ordinary losses, and no bound ever thinned them.
test.each([undefined, 2000])(
  'evidence keeps to the bound, and what did not fit is said: %s',
  (maxTokens) => {
    const result = prune({
      text: log,
      origin: 'explicit',
      goal: 'why does it fail? see request 4242',
      ...(maxTokens !== undefined && { maxTokens }),
    })
    const shown = `${renderCompact(result)}\n${closingRemarks(result).join('; ')}`
    expect(estimateTokens(shown)).toBeLessThan(maxTokens ?? 6000)
    expect(shown).toContain('INFO request 4242 served in 12 ms')
    expect(keptLines(result)).toContain(1)
    const errors = shown.split('\n').filter((line) => line.includes(' ERROR ')).length
    expect(errors).toBeGreaterThan(20)
    const closing = shown.slice(shown.lastIndexOf('\n'))
    const [, like] = /(\d+) more lines of errors like those shown/.exec(closing) ?? []
    const [, unlike] = /(\d+) more lines of other errors/.exec(closing) ?? []
    expect(Number(like) + Number(unlike)).toBe(1000 - errors)
  },
)
