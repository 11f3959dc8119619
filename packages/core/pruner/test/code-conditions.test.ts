// What code does under a condition, and lists and values that only their names show: nothing else may stand for them.
import { describe, expect, test } from 'vitest'
import { answer, filler } from './ask.js'

const turns = (count: number, from = 0) =>
  filler(count, (i) => `  turn${from + i}(valve) {\n    return valve.turn(${from + i})\n  }\n`)
const pump = (...lines: string[]) => ['class Pump {', ...turns(30), ...lines, ...turns(30, 30), '}']
const asked = (goal: string, lines: readonly string[], fileName = 'pump.js') =>
  answer({ text: lines.join('\n'), goal, fileName }).lines

describe('values', () => {
  const text = pump(
    '  static DEFAULT_DELAY = 30',
    ...turns(20, 60),
    '  static DEFAULT_PORT = 110',
    ...turns(20, 80),
    '  drainLimit = 4096',
    ...turns(20, 100),
    '  floodLimit = 512',
  )

  test('of each clause', () => {
    const lines = asked('What is the default delay, and the default port?', text)
    expect(lines).toContain('  static DEFAULT_DELAY = 30')
    expect(lines).toContain('  static DEFAULT_PORT = 110')
  })

  test('of two names', () => {
    const lines = asked('What are the defaults of drainLimit and floodLimit?', text)
    expect(lines).toContain('  drainLimit = 4096')
    expect(lines).toContain('  floodLimit = 512')
  })
})

test('what is done when a name has a value is not where the name is set', () => {
  const text = pump(
    '  drainLimit = 4096',
    ...turns(20, 60),
    '  drain(litres) {',
    '    if (this.drainLimit === 0) return litres',
    '    return Math.min(litres, this.rest())',
    '  }',
  )
  const lines = asked('What does it do when drainLimit is zero?', text)
  expect(lines).toContain('    if (this.drainLimit === 0) return litres')
})

test('how long an error may be asks for no list of errors', () => {
  const text = pump(
    ...filler(9, (i) => `  check${i}() {\n    throw new Error('pipe ${i} leaks')\n  }\n`),
    '  shorten(error) {',
    '    return error.message.slice(0, 2000)',
    '  }',
  )
  const lines = asked('How long can a stored error message get?', text)
  expect(lines).toContain('    return error.message.slice(0, 2000)')
})

describe('constants', () => {
  const levels = 'NONE SERVER CLIENT WIRE DISK TIMER QUEUE CACHE PIPE VALVE TANK LEAK'.split(' ')
  const text = pump(
    '  debug(level) {\n    if (this.debugLevel < level) return\n    this.print(level)\n  }',
    ...levels.flatMap((level, i) => [`  static DEBUG_${level} = ${i}`, ...turns(9, 60 + 9 * i)]),
  )

  test('that share the word before the noun', () => {
    const lines = asked('List the debug levels', text)
    for (const [i, level] of levels.entries())
      expect(lines).toContain(`  static DEBUG_${level} = ${i}`)
  })

  test('or the noun itself', () => {
    const named = text.map((line) => line.replace(/DEBUG_(\w+)/, '$1_CA'))
    const lines = asked('Which preset CAs does it know?', named)
    for (const [i, level] of levels.entries())
      expect(lines).toContain(`  static ${level}_CA = ${i}`)
  })
})

test('how many at once is no list of what the noun names', () => {
  const text = [
    ...filler(6, (i) => `class Pipe${i}Dir {\n  turn(valve) {\n    valve.turn(${i})\n  }\n}\n`),
    ...pump(
      '  open() {',
      '    const most = 10',
      '    if (this.dirs.length === most) this.shut()',
      '  }',
    ),
  ]
  const lines = asked('How many dirs may be open at once by default, and what is done then?', text)
  expect(lines).toContain('    if (this.dirs.length === most) this.shut()')
})

test('the message of an error that its own class gives', () => {
  const text = [
    'class StrokeError extends Error {',
    '  constructor(strokes) {',
    '    super(`Stroke missing after ${strokes} turns`)',
    '  }',
    '}',
    ...pump('  check(strokes) {', '    this.stop(new StrokeError(strokes))', '  }'),
  ]
  const lines = asked('What does the stroke error message look like?', text)
  expect(lines).toContain('    super(`Stroke missing after ${strokes} turns`)')
})

test('limits of two things', () => {
  const text = pump(
    "  static LITRES_LIMIT = readInt('litres', 4096)",
    ...turns(20, 60),
    "  static TURNS_LIMIT = readInt('turns', 110)",
  )
  const lines = asked('What are the default limits for litres and turns?', text)
  expect(lines).toContain("  static LITRES_LIMIT = readInt('litres', 4096)")
  expect(lines).toContain("  static TURNS_LIMIT = readInt('turns', 110)")
  expect(lines.join('\n')).not.toContain('valve.turn')
})

test('environment variables that a helper reads', () => {
  const text = [
    'const envInt = (key, otherwise) => Number(process.env[key] ?? otherwise)',
    ...pump("  static MOST = envInt('PUMP_MOST_TURNS', 12)"),
  ]
  const lines = asked('Which environment variables does it read?', text)
  expect(lines).toContain("  static MOST = envInt('PUMP_MOST_TURNS', 12)")
})

test('errors that are answered with a number are not all that are thrown', () => {
  const text = pump(
    ...filler(9, (i) => `  check${i}() {\n    throw new Error('pipe ${i} leaks')\n  }\n`),
    '  answer(error) {',
    '    if (error instanceof DryTank)',
    '      return this.reply(403)',
    '  }',
  )
  const lines = asked('Which errors are answered with 403?', text)
  expect(lines).toContain('    if (error instanceof DryTank)')
  expect(lines).not.toContain("    throw new Error('pipe 3 leaks')")
})

describe('what a type lists', () => {
  test.each([
    ['Which valve states are there?', ['enum ValveState {', '  Open,', '  Shut,', '}']],
    ['Which options does Pump have?', ['interface PumpOptions {', '  litres: number', '}']],
  ])('%s', (goal, type) => {
    const turning = (i: number) =>
      `  turn${i}(valve, options) {\n    pump.raise(options.state, alarm)\n  }\n`
    const text = ['class Pump {', ...filler(30, turning), '}', ...type, ...pump()]
    const lines = asked(goal, text, 'pump.ts')
    expect(lines).toEqual(expect.arrayContaining(type))
    expect(lines.join('\n')).not.toContain('pump.raise')
  })
})

test('a union of what is asked for', () => {
  const raise = (i: number) =>
    `  turn${i}(valve, alarm) {\n    pump.raise(valve.state, alarm)\n  }\n`
  const text = ["type AlarmName = 'leak' | 'heat'", 'class Pump {', ...filler(30, raise), '}']
  const lines = asked('Which alarms can be raised?', text, 'pump.ts')
  expect(lines).toContain("type AlarmName = 'leak' | 'heat'")
})
