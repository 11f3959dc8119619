// A name in the question, whatever its form: lines that hold it whole stay, and its relatives give way.
import { assert, constantFrom, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { keptLines, type PruneRequest, prune } from '../index.js'
import { defaultScorer } from '../node.js'

const WORDS = [
  'order',
  'cache',
  'socket',
  'lease',
  'shard',
  'token',
  'route',
  'batch',
  'mail',
  'disk',
]
const word = constantFrom(...WORDS)
const pair = tuple(word, word, integer({ min: 10, max: 9999 }))
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)

/** How names are written: each form of the name asked for, and of a relative that shares its pieces. */
const FORMS: Readonly<Record<string, (a: string, b: string, n: number) => string>> = {
  'a variable of the environment': (a, b, n) => `APP_${a}_${b}_${n}`.toUpperCase(),
  'a camelCase identifier': (a, b, n) => `${a}${capital(b)}${n}Limit`,
  'a snake_case identifier': (a, b, n) => `${a}_${b}_${n}`,
  'a package': (a, b, n) => `${a}-${b}-${n}`,
  'an id': (a, b, n) => `req-${a}${b}${n}`,
  'a flag': (a, b, n) => `--${a}-${b}-${n}`,
  'a quoted string': (a, b, n) => `"${a} ${b} ${n}"`,
}

function keptOf(request: PruneRequest): string[] {
  const result = prune(request, { scorer: defaultScorer() })
  return keptLines(result).map((line) => result.lines[line - 1]!.text)
}

test.each(Object.entries(FORMS))('%s is found whole in a log', (_, write) => {
  assert(
    property(pair, integer({ min: 0, max: 599 }), ([a, b, n], at) => {
      const name = write(a, b, n)
      const rows = Array.from({ length: 600 }, (_row, i) => {
        const relative = write(WORDS[i % 10]!, WORDS[(i * 7) % 10]!, 10_000 + i)
        return `10:00:${String(i % 60).padStart(2, '0')} INFO worker handled ${relative} in ${i} ms`
      })
      rows[at] = `10:00:00 INFO worker handled ${name} in 7 ms`
      const kept = keptOf({
        text: rows.join('\n'),
        origin: 'explicit',
        goal: `How long did ${name} take?`,
      })
      expect(kept).toContain(rows[at])
      expect(kept.length).toBeLessThan(60)
    }),
    { numRuns: 8, seed: 4 },
  )
})

test('what is said of one setting does not bring its relatives', () => {
  const names = WORDS.flatMap((a) => WORDS.map((b) => `APP_${a}_${b}`.toUpperCase()))
  const rows = names.map((name, i) => `| \`${name}\` | ${i} | ${i * 3} to ${i * 9} seconds |`)
  const text = ['# Settings', '', '| variable | default | range |', '|---|---|---|', ...rows].join(
    '\n',
  )
  const kept = keptOf({
    text,
    origin: 'explicit',
    goal: 'What is APP_CACHE_SHARD for?',
    fileName: 'settings.md',
  })
  expect(kept).toContain('| `APP_CACHE_SHARD` | 14 | 42 to 126 seconds |')
  expect(kept.filter((line) => line.startsWith('| `APP_')).length).toBeLessThan(12)
})

test('a key of data comes with what stands under it', () => {
  const packages = Array.from({ length: 300 }, (_, i) => [
    `  part-${i}:`,
    `    specifier: ^1.${i}.0`,
    `    version: 1.${i}.7`,
  ]).flat()
  const text = ['dependencies:', ...packages].join('\n')
  const kept = keptOf({
    text,
    origin: 'explicit',
    goal: 'which version of part-77 is locked?',
    fileName: 'deps.yaml',
  })
  expect(kept).toContain('  part-77:')
  expect(kept).toContain('    version: 1.77.7')
  expect(kept.length).toBeLessThan(40)
})

test('a flag that is false in every row is not evidence, in one row it is', () => {
  const rows = (isFalse: (i: number) => boolean) =>
    Array.from(
      { length: 400 },
      (_, i) => `{"id": ${i}, "name": "${WORDS[i % 10]}-${i}", "ok": ${!isFalse(i)}}`,
    ).join('\n')
  const goal = 'What is the name of row 123?'
  const fileName = 'rows.jsonl'
  const all = keptOf({ text: rows(() => true), origin: 'explicit', goal, fileName })
  expect(all).toContain('{"id": 123, "name": "lease-123", "ok": false}')
  expect(all.length).toBeLessThan(60)
  const one = keptOf({ text: rows((i) => i === 301), origin: 'explicit', goal, fileName })
  expect(one).toContain('{"id": 301, "name": "cache-301", "ok": false}')
})
