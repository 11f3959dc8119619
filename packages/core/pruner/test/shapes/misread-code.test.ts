// Questions about code that were taken for another shape: each got a short, certain and wrong answer.
import { describe, expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

const step = (i: number) => [
  `  int step${i}(int amount, Gauge gauge) {`,
  `    int level = gauge.read(amount + ${i});`,
  '    if (level > amount) {',
  '      return gauge.reset(level);',
  '    }',
  `    return level * ${i};`,
  '  }',
  '',
]
const others = (count: number) => filler(count, step).flat()

describe('types by what they are derived from', () => {
  const text = [
    'class Valve:',
    '  pass',
    '',
    ...filler(20, (i) => [`class Part${i}:`, '  size = 1', '']).flat(),
    'class BallValve(Valve):',
    '  size = 3',
    '',
    'class GateValve(Valve, Part1):',
    '  size = 4',
    '',
    'class ValveBox:',
    '  size = 5',
  ].join('\n')
  test.each(['Which classes inherit from Valve?', 'What are the subclasses of Valve?'])(
    '%s',
    (goal) => {
      const { lines } = answer({ text, goal, fileName: 'valves.py' })
      expect(lines.filter((line) => line.startsWith('class'))).toEqual([
        'class BallValve(Valve):',
        'class GateValve(Valve, Part1):',
      ])
    },
  )
})

describe('a function that is named by a plain word', () => {
  const text = [
    'final class Pump {',
    '  private final int limit;',
    '  Pump(int limit) {',
    '    this.limit = limit;',
    '  }',
    '',
    ...others(15),
    '  Pump limit(int most) {',
    '    require(most > 0, "must be greater than zero: %s", most);',
    '    return new Pump(most);',
    '  }',
    '',
    ...others(15),
    '}',
  ].join('\n')
  test('is shown, not just the field of that name', () => {
    const { lines } = answer({
      text,
      goal: 'How does limit validate its argument?',
      fileName: 'Pump.java',
    })
    expect(lines).toContain('    require(most > 0, "must be greater than zero: %s", most);')
  })
})

test('which command does something is no list of types', () => {
  const names = ['Builder', 'Matcher', 'Reader', 'Writer', 'Command']
  const text = [
    ...names.flatMap((name) => [`pub struct Decompression${name} {`, '    count: usize,', '}', '']),
    ...filler(30, (i) => [
      `fn part${i}(size: usize) -> usize {`,
      `    size + ${i}`,
      '}',
      '',
    ]).flat(),
    'fn defaults() -> Vec<Rule> {',
    '    const ARGS_LZMA: &[&str] = &["xz", "--format=lzma"];',
    '    add("*.lzma", ARGS_LZMA);',
    '}',
  ].join('\n')
  const { lines } = answer({ text, goal: 'Which command decompresses .lzma?', fileName: 'a.rs' })
  expect(lines).toContain('    const ARGS_LZMA: &[&str] = &["xz", "--format=lzma"];')
})

test('which methods must change is no list of methods', () => {
  const text = [
    'final class Sieve {',
    ...others(12),
    '  boolean keepGrain(Grain grain) {',
    '    if (grain.isRound()) {',
    '      return true;',
    '    }',
    '    return false;',
    '  }',
    '',
    ...others(12),
    '}',
  ].join('\n')
  const goal = 'I want to keep flat ones. Which methods must change?'
  const { lines } = answer({ text, goal, fileName: 'Sieve.java' })
  expect(lines).toContain('    if (grain.isRound()) {')
})

test('a message for an interface is no list of functions', () => {
  const text = [
    'final class Maker {',
    ...others(12),
    '  static String check(Class<?> c) {',
    '    if (Modifier.isInterface(c.getModifiers())) {',
    '      return "Interfaces can\'t be made";',
    '    }',
    '    return null;',
    '  }',
    '',
    ...others(12),
    '}',
  ].join('\n')
  const goal = 'Which message does one get for an interface?'
  expect(answer({ text, goal, fileName: 'Maker.java' }).lines).toContain(
    '      return "Interfaces can\'t be made";',
  )
})
