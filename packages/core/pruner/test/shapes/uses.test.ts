// Questions for the uses of a name and for its value.
import { expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

test('uses and values of a name', () => {
  const text = [
    '#define PUMP_LIMIT 40',
    ...filler(
      60,
      (i) =>
        `static int part_${i}(int x)\n{\n  return ${i % 20 === 5 ? 'measure_flow(x)' : 'x'} + ${i === 9 ? 'PUMP_LIMIT' : i};\n}`,
    ),
  ].join('\n')
  const uses = answer({ text, goal: 'Who calls measure_flow?', fileName: 'pump.c' })
  expect(uses.lines.filter((line) => line.includes('measure_flow'))).toHaveLength(3)
  expect(
    answer({ text, goal: 'what is the pump limit set to?', fileName: 'pump.c' }).lines,
  ).toContain('#define PUMP_LIMIT 40')
})

test('a word that orders is no name, though the text holds it', () => {
  const text = [
    'from typing import List',
    ...filler(
      40,
      (i) =>
        `def part_${i}(x: List) -> List:\n    return ${i % 9 === 4 ? 'measure_flow(x)' : `x[${i}:]`}`,
    ),
  ].join('\n')
  const goal = 'List each call site of measure_flow.'
  const { lines } = answer({ text, goal, fileName: 'pump.py' })
  expect(lines.filter((line) => line.includes('measure_flow'))).toHaveLength(4)
})

test('a value by the words of its name, one of which is a name too', () => {
  const text = [
    '#define PUMP_STATE_CLOSED 0x01',
    '#define PUMP_STATE_OPENED 0x02',
    ...filler(60, (i) => `static int part_${i}(pump *p)\n{\n  return pump_get(p, ${i});\n}`),
  ].join('\n')
  const goal = 'which value has the pump state opened?'
  const { lines } = answer({ text, goal, fileName: 'pump.c' })
  expect(lines).toContain('#define PUMP_STATE_OPENED 0x02')
  expect(lines.length).toBeLessThan(8)
})
