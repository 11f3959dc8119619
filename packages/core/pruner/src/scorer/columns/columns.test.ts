import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { prune } from '../../prune.js'
import { loadLearnedScorer } from '../learned.js'
import { readSections, readVectors, section } from '../network/format.js'
import { Network } from '../network/network.js'
import { scoringInput } from '../scoring-input.js'
import { LINE_COLUMNS, TEXT_COLUMNS } from './column-names.js'
import { ColumnTable } from './columns.js'
import { extractFeatures } from './features.js'

const weights = readFileSync(new URL('../../../weights/line-scorer.bin', import.meta.url))
const vectors = readVectors(readSections(weights))
const scorer = loadLearnedScorer(weights)

const LICENCE = Array.from({ length: 15 }, (_, i) => ` * Licence clause ${i}: provided as is.`)
const JAVA = [
  '/*',
  ...LICENCE,
  ' */',
  'package org.example.queue;',
  '',
  '/**',
  ...Array.from({ length: 400 }, (_, i) => ` * Paragraph ${i} of what a queue is for.`),
  ' */',
  'public final class DelayQueue<E> {',
  '  private final Map<E, Long> due = new HashMap<>();',
  '',
  '  /** Adds an element that may be taken when its delay has passed. */',
  '  public void offer(E element, long delay) {',
  '    due.put(element, clock.now() + delay);',
  '  }',
  '',
  '  public int drain(Collection<? super E> sink, int limit) {',
  '    int moved = 0;',
  '    for (E ready : expired()) {',
  '      if (moved++ == limit) break;',
  '      sink.add(ready);',
  '    }',
  '    return moved;',
  '  }',
  '}',
].join('\n')
const C = [
  '/* vim: set ts=8: */',
  ...Array.from({ length: 120 }, (_, i) => ` * ring buffer note ${i}`),
  ' */',
  '#include <stdlib.h>',
  '#define RING_MASK(r) ((r)->size - 1)',
  'static int',
  'ring_push(struct ring *r, void *item)',
  '{',
  '\tif (r->head - r->tail == r->size)',
  '\t\treturn -ENOSPC;',
  '\tr->items[r->head++ & RING_MASK(r)] = item;',
  '\treturn 0;',
  '}',
].join('\n')
const COMMENTED = [
  ...Array.from({ length: 300 }, (_, i) => `# remark ${i} about nothing in particular`),
  'def parse(line):',
  ...Array.from({ length: 80 }, (_, i) => `    # step ${i}`),
  '    return line.split()',
].join('\n')

/** The columns outside 0…1, for any kind of text. */
const outside = (text: string, goal: string, context?: string, task?: string) => {
  const found: string[] = []
  const isOutside = (value: number) => !(value >= 0 && value <= 1)
  for (const sourceType of ['code', 'logs', 'docs'] as const) {
    const input = scoringInput({
      text,
      origin: context === undefined && task === undefined ? 'explicit' : 'implicit',
      goal,
      sourceType,
      ...(context === undefined ? {} : { context }),
      ...(task === undefined ? {} : { task }),
    })
    const table = extractFeatures(input, vectors)
    found.push(...LINE_COLUMNS.filter((name) => table.column(name).some(isOutside)))
    found.push(...TEXT_COLUMNS.filter((_, at) => isOutside(table.text()[at]!)))
  }
  return found
}

describe('every column of every line is from 0 to 1', () => {
  test.each([
    ['a Java class under a long Javadoc', JAVA],
    ['C with tabs, macros and a split head', C],
    ['comments with a little code among them', COMMENTED],
    ['comments alone', COMMENTED.slice(0, 4000)],
    ['nothing', ''],
    ['line ends', '\n\n\n'],
    ['one long line', 'a = b; '.repeat(20_000)],
  ])('%s', (_, text) => {
    expect(outside(text, 'how many elements does drain move')).toEqual([])
    expect(outside(text, '')).toEqual([])
  })

  test('also when the goal is a regular expression, whose terms are not its plain words', () => {
    // The weight of such a term once was not a number, and neither was the network's output.
    const goal = 'find \\bdrain\\b|\\w+Queue\\(\\d{2,}\\) and \\nlimit'
    expect(outside(JAVA, goal, 'grep -rn \\bdrain\\s*\\(')).toEqual([])
  })

  test('whatever the lines are', () => {
    const line = fc.oneof(
      fc.constantFrom(...JAVA.split('\n'), ...C.split('\n'), '', '}', ' */', '/**', '@@ -1 +1 @@'),
      fc.string({ unit: 'binary', maxLength: 60 }),
    )
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 80 }),
        fc.string({ maxLength: 80 }),
        fc.string({ maxLength: 40 }),
        fc.oneof(fc.string({ maxLength: 80 }), fc.constantFrom(...JAVA.split('\n'))),
        (lines, goal, context, task) => {
          expect(outside(lines.join('\n'), goal, context, task)).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })
})

test('a long comment above a class does not decide what is found in it', () => {
  const best = (goal: string) => {
    const chances = scorer.score(
      scoringInput({ text: JAVA, origin: 'explicit', goal, fileName: 'DelayQueue.java' }),
    )
    return JAVA.split('\n')[chances.indexOf(Math.max(...chances))]!
  }
  expect(best('where is the limit of drain checked')).toMatch(/drain|moved/)
  expect(best('where is the time of an offered element computed')).toMatch(/offer|due\.put/)
})

test('a value outside 0…1 is refused by name', () => {
  const network = new Network(section(readSections(weights), 'NETW'))
  const refused = (fill: (table: ColumnTable) => void) => () => {
    const table = new ColumnTable(3)
    fill(table)
    network.run(table, () => {})
  }
  const tooMuch = refused((table) => {
    table.column('near unit head')[1] = 2 ** 40
  })
  expect(tooMuch).toThrow(RangeError)
  expect(tooMuch).toThrow('column "near unit head" is 1099511627776, outside 0…1')
  const tooLittle = refused((table) => {
    table.column('indent')[2] = -0.5
  })
  expect(tooLittle).toThrow('column "indent" is -0.5, outside 0…1')
  const unknown = refused((table) => {
    table.column('words')[0] = Number.NaN
  })
  expect(unknown).toThrow('column "words" is NaN, outside 0…1')
  expect(refused((table) => table.setText('terms', Number.NaN))).toThrow(
    'column "terms" is NaN, outside 0…1',
  )
})

test('a network with the same output for every line is replaced by the hand-written scorer, with a warning', () => {
  const dead = silenced(weights)
  const result = prune(
    {
      text: JAVA,
      origin: 'explicit',
      goal: 'where is the limit of drain checked',
      sourceType: 'code',
    },
    { scorer: loadLearnedScorer(dead) },
  )
  expect(result.scorer).toBe('lexical')
  expect(result.warnings).toEqual(['scorer_unavailable'])
})

test('column names are distinct', () => {
  const names = [...LINE_COLUMNS, ...TEXT_COLUMNS]
  expect(new Set(names).size).toBe(names.length)
})

/** The weights with every number of the networks at zero, and a matching checksum. */
function silenced(file: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(file)
  const view = new DataView(bytes.buffer)
  for (const network of ['NETW', 'NETQ', 'NETD']) {
    const name = [...new TextEncoder().encode(network)]
    const at = bytes.findIndex((_, i) => name.every((unit, k) => bytes[i + k] === unit))
    const layers = view.getUint32(at + 8 + 16, true)
    bytes.fill(0, at + 8 + 20 + 8 * layers, at + 8 + view.getUint32(at + 4, true))
  }
  let hash = 0x811c9dc5
  for (let i = 16; i < bytes.length; i += 4)
    hash = Math.imul(hash ^ view.getUint32(i, true), 0x01000193)
  view.setUint32(12, hash >>> 0, true)
  return bytes
}
