// Values that questions about code ask for in words: lists by what they are called, limits by where they are used.
import { describe, expect, test } from 'vitest'
import { answer, filler } from './ask.js'

const method = (i: number) =>
  [
    `  def turn_${i}(self, alarm, nozzle, gasket):`,
    `    """Let the pump react to an alarm of a nozzle that is supported, by gasket types with a fitting."""`,
    `    self.react(alarm, pump=${i}, types=nozzle.supported)`,
    `    if gasket.fitting and alarm.pump > ${i}:`,
    `      self.add(nozzle, gasket.types[${i}], alarm.reaction)`,
    '',
  ].join('\n')
const methods = (count: number) => filler(count, method)

describe('a list that the question calls by its name', () => {
  test.each([
    ['Which alarms does the pump react to?', 'ALARMS = ["leak", "heat",', 'pump.py'],
    ['Where would I add a nozzle that is supported?', 'SUPPORTED_NOZZLES = ("flat",', 'pump.py'],
    ['Which gasket types have a fitting?', 'gasket_fittings = {"flat": 1,', 'pump.py'],
  ])('%s', (goal, head, fileName) => {
    const text = [
      'class Pump:',
      ...methods(20),
      `  ${head}`,
      '      "round"]',
      '',
      '  def react(self):',
      '    alarms = []',
      '    nozzles = {}',
      '    gasket = ()',
      ...methods(20),
    ].join('\n')
    const { lines } = answer({ text, goal, fileName })
    expect(lines).toContain(`  ${head}`)
    expect(lines).toContain('      "round"]')
  })
})

test('the limit that a shown line uses, if an amount is asked for', () => {
  const text = [
    'package pump',
    'var (',
    '\tdrainMax = int64(4096)',
    ')',
    ...filler(40, (i) => `func turn${i}(v valve) {\n\tv.open(${i})\n\tv.close(${i})\n}\n`),
    '// flush empties the tank before a restart.',
    'func flush(tank io.Reader) error {',
    '\t_, err := io.Copy(io.Discard, io.LimitReader(tank, drainMax))',
    '\treturn err',
    '}',
  ].join('\n')
  const { lines } = answer({
    text,
    goal: 'How much of the tank is emptied before a restart?',
    fileName: 'pump.go',
  })
  expect(lines).toContain('\tdrainMax = int64(4096)')
})

test('one error with its condition and all of its message', () => {
  const text = [
    'package pump',
    ...filler(
      20,
      (i) => `func turn${i}() error {\n\treturn fmt.Errorf("valve %d is shut at last", ${i})\n}\n`,
    ),
    'func run() error {',
    '\tif pressure == 0 {',
    '\t\treturn fmt.Errorf("no water after %d stroke(s) of %s",',
    '\t\t\tstrokes, name)',
    '\t}',
    '\treturn nil',
    '}',
  ].join('\n')
  const { lines } = answer({
    text,
    goal: 'What error is returned after the last stroke?',
    fileName: 'pump.go',
  })
  expect(lines).toContain('\tif pressure == 0 {')
  expect(lines).toContain('\t\t\tstrokes, name)')
  expect(lines).not.toContain('\treturn fmt.Errorf("valve %d is shut at last", 3)')
})

test('the longest of something is no list', () => {
  const text = [
    'class Pump',
    ...filler(20, (i) => `  def turn_${i}(valve)\n    raise Stuck, "valve ${i}"\n  end\n`),
    '  def error_message(error)',
    '    error.message.to_s[0, 500]',
    '  end',
    'end',
  ].join('\n')
  const { lines } = answer({
    text,
    goal: 'What is the longest error message that is stored?',
    fileName: 'pump.rb',
  })
  expect(lines).toContain('    error.message.to_s[0, 500]')
})

test('a status by its number, where code writes its name', () => {
  const text = [
    'fun answer(code: Int): Answer {',
    '  when (code) {',
    ...filler(60, (i) => `    VALVE_${i} -> {\n      return leadTo(answer, ${i})\n    }\n`),
    '    PUMP_UNAVAILABLE -> {',
    '      return waitFor(tank)',
    '    }',
    '  }',
    '}',
  ].join('\n')
  const { lines } = answer({ text, goal: 'What does a 503 lead to?', fileName: 'pump.kt' })
  expect(lines).toContain('    PUMP_UNAVAILABLE -> {')
  expect(lines).toContain('      return waitFor(tank)')
})

test.each([
  'Where is the deadline checked and what happens when it passes?',
  'Where is the deadline checked?',
])('a question about more than where a name is defined: %s', (goal) => {
  const text = [
    'export function pump(request, context) {',
    '  const deadline = new Deadline(context.now, context.limit)',
    '  try {',
    '    const water = draw(request, deadline)',
    '    deadline.check()',
    '    return water',
    '  } catch (error) {',
    '    if (!(error instanceof DeadlineExceeded)) throw error',
    '    return dry(request)',
    '  }',
    '}',
    ...filler(30, (i) => `function valve${i}(gasket) {\n  return gasket.turn(${i})\n}\n`),
  ].join('\n')
  const { lines } = answer({ text, goal, fileName: 'pump.ts' })
  expect(lines).toContain('    deadline.check()')
})
