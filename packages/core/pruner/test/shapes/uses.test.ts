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

test('an imperative is not a name, though the text contains it', () => {
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

test('uses of all names that begin so', () => {
  const text = [
    ...filler(30, (i) => `func prepare${i}(x int) int {\n\treturn x + ${i}\n}`),
    'func Update() {',
    '\tdrainTank(1)',
    '\tdrainPipe(2)',
    '\tfillTank(3)',
    '}',
    ...['drainTank', 'drainPipe', 'fillTank'].map(
      (name) => `func ${name}(x int) {\n\tprintln(x)\n}`,
    ),
  ].join('\n')
  const goal = 'Where are the drain... functions called from?'
  const { lines } = answer({ text, goal, fileName: 'tank.go' })
  expect(lines).toEqual(expect.arrayContaining(['\tdrainTank(1)', '\tdrainPipe(2)']))
})

test.each([
  ['pump.scss', 'What is the height of the pump by default?', '$pump-height: 3.25rem;'],
  ['Makefile', 'For which architectures are pump images built?', 'PUMP_ARCHS ?= amd64 arm64'],
  ['pump.py', 'What is the default drain timeout?', 'drain_timeout = 30'],
])('a value by the words of its name in %s', (fileName, goal, line) => {
  const other = {
    'pump.scss': (i: number) => `$pump-part${i}-color: hsl(${i}, 10%, 20%);`,
    Makefile: (i: number) => `PUMP_IMAGE_NAME_${i} = built/of/part-${i}`,
    'pump.py': (i: number) => `part_${i} = measure("drain", ${i})`,
  }[fileName]!
  const text = [...filler(60, other), line, ...filler(60, (i) => other(i + 60))].join('\n')
  expect(answer({ text, goal, fileName }).lines).toContain(line)
})

test('a value over several lines, with remarks', () => {
  const codes = ['408, // Request Timeout', '500, // Server Error', '503 // Unavailable']
  const text = [
    ...filler(60, (i) => `    let part${i} = measure(${i})`),
    `    public static let defaultRetriedStatusCodes: Set<Int> = [${codes[0]}`,
    ...codes.slice(1).map((code) => `                                     ${code}`),
    '    ]',
    ...filler(60, (i) => `    let other${i} = measure(${i})`),
  ].join('\n')
  const goal = 'Which status codes are retried by default?'
  const { lines } = answer({ text, goal, fileName: 'retry.swift' })
  for (const code of codes) expect(lines.join('\n')).toContain(code)
})
