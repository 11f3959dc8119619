// Lines that a shown line of code needs to answer why or how many, reproduced in made-up code.
import { expect, test } from 'vitest'
import { answer, filler } from './ask.js'

test('the comment above a constant says why it has its value', () => {
  const step = (i: number) => [
    `  fun step${i}(amount: Int, gauge: Gauge): Int {`,
    `    val level = gauge.read(amount + ${i})`,
    `    return level * ${i}`,
    '  }',
    '',
  ]
  const reason =
    '   * Not more than 64 liters at once, or slow drains overflow although they make progress.'
  const text = [
    'class Pump {',
    '  fun pour(source: Tank, amount: Int) {',
    '    var remaining = amount',
    '    while (remaining > 0) {',
    '      // Each pour is split.',
    '      val part = minOf(remaining, POUR_SIZE)',
    '      drain.pour(source, part)',
    '      remaining -= part',
    '    }',
    '  }',
    '',
    ...filler(40, step).flat(),
    '  companion object {',
    '    val basin = Basin()',
    '',
    '  /**',
    reason,
    '   */',
    '    private const val POUR_SIZE = 64',
    '  }',
    '}',
  ].join('\n')
  const { lines } = answer({ text, goal: 'Why are large pours split?', fileName: 'Pump.kt' })
  expect(lines).toContain('    private const val POUR_SIZE = 64')
  expect(lines).toContain(reason)
})

test('how many at most asks for a limit, not for a list', () => {
  const step = (i: number) => [
    `func (v *valve) methodOf${i}(method string) int {`,
    `\treturn v.read(method, ${i})`,
    '}',
    '',
  ]
  const text = [
    ...filler(30, step).flat(),
    'func RegisterMethod(method string) {',
    '\tn := len(methods)',
    '\tif n > bits.IntSize-2 {',
    '\t\tpanic(fmt.Sprintf("max number of methods reached (%d)", bits.IntSize))',
    '\t}',
    '\tmethods[method] = 2 << n',
    '}',
    '',
    ...filler(30, (i) => step(i + 30)).flat(),
  ].join('\n')
  const goal = 'How many methods can be registered at most?'
  expect(answer({ text, goal, fileName: 'valve.go' }).lines).toContain('\tif n > bits.IntSize-2 {')
})
