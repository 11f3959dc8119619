// One member of a text by its name or by other words for it: a failed test, a flag, an element, a constant.
import { describe, expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

describe('the failure of one test', () => {
  const details = (name: string) => [
    `    def ${name}(pump):`,
    `>       assert pump.level == 200`,
    `E       AssertionError: ${name} had 413`,
    ...filler(9, (i) => `captured line ${i} of ${name.length} valves`),
    '',
  ]
  const names = filler(9, (i) => `test_valve_${i}`)
  const forms: readonly (readonly [string, (name: string) => string])[] = [
    ['pytest', (name) => `______ ${name} ______`],
    ['go', (name) => `--- FAIL: ${name} (0.01s)`],
    ['cargo', (name) => `---- pump::${name} stdout ----`],
    ['unittest', (name) => `FAIL: ${name} (pump.Tests)`],
    ['mocha', (name) => `  3) ${name}:`],
  ]
  test.each(forms)('of %s', (_, head) => {
    const text = [
      ...names.flatMap((name) => [head(name), ...details(name)]),
      '========= short test summary =========',
      ...names.map((name) => `FAILED pump.py::${name}`),
      '9 failed, 30 passed in 1.20s',
    ].join('\n')
    const { lines } = answer({ text, goal: 'Why does test_valve_4 fail?' })
    for (const line of [head('test_valve_4'), ...details('test_valve_4').slice(0, 4)])
      expect(lines).toContain(line)
    expect(lines).toContain('FAILED pump.py::test_valve_4')
    expect(lines).not.toContain(head('test_valve_7'))
  })
})

test('a flag with its description behind a tab', () => {
  const flag = (i: number) => `    --valve-${i}=false:\n\tWhether valve ${i} stays open at night.\n`
  const text = ['Options:', ...filler(30, flag)].join('\n')
  const { lines } = answer({ text, goal: 'What does --valve-7 do?' })
  expect(lines).toContain('    --valve-7=false:')
  expect(lines).toContain('\tWhether valve 7 stays open at night.')
  expect(lines.length).toBeLessThan(5)
})

describe('elements of XML', () => {
  const part = (i: number) =>
    [
      '    <part>',
      '      <group>pumps</group>',
      `      <name>valve-${i}</name>`,
      `      <version>1.${i}.0</version>`,
      '    </part>',
    ].join('\n')
  const text = [
    '<parts>',
    '  <list>',
    ...filler(40, part),
    '  </list>',
    '  <tank.size>900</tank.size>',
    '</parts>',
  ].join('\n')
  test('the element with a text', () => {
    const { lines } = answer({ text, goal: 'Which version of valve-7 is used?', fileName: 'a.xml' })
    expect(lines).toContain('      <version>1.7.0</version>')
    expect(lines.length).toBeLessThan(8)
  })
  test('the element of a name', () => {
    const { lines } = answer({ text, goal: 'What is the value of tank.size?', fileName: 'a.xml' })
    expect(lines).toContain('  <tank.size>900</tank.size>')
    expect(lines.length).toBeLessThan(4)
  })
})

describe('entries of a log by other words', () => {
  const entry = (i: number, text: string) =>
    `Dec 10 06:${String(i % 60).padStart(2, '0')}:12 gate sshd[${i}]: ${text}`
  const log = filler(400, (i) =>
    entry(i, i === 222 ? 'Accepted password for mill' : `Failed password for user${i % 5}`),
  )
  test.each(['Which successful logins were there?', 'successful logins'])('%s', (goal) => {
    const { lines } = answer({ text: log.join('\n'), goal })
    expect(lines).toContain(log[222])
    expect(lines.length).toBeLessThan(8)
  })
  test('failed ones of one user', () => {
    const { lines } = answer({ text: log.join('\n'), goal: 'failed logins for user3' })
    expect(lines.filter((line) => line.endsWith(' user3'))).toHaveLength(80)
    expect(lines.filter((line) => line.endsWith(' user4')).length).toBeLessThan(4)
  })
})

test('the methods of a class with a name of one letter', () => {
  const method = (name: string) => `  ${name}(x) {\n    return this.turn(x)\n  }\n`
  const type = (name: string) =>
    `class ${name} {\n${filler(9, (i) => method(`${name.toLowerCase()}Step${i}`)).join('')}}\n`
  const text = ['P', 'Q', 'Valve', 'Tank'].map(type).join('\n')
  const { lines } = answer({ text, goal: 'What methods does Q have?', fileName: 'pump.js' })
  expect(lines.filter((line) => line.includes('qStep'))).toHaveLength(9)
  expect(lines.filter((line) => line.includes('pStep'))).toHaveLength(0)
})

test('a constant before a variable with the same words', () => {
  const text = [
    'class Pump {',
    '  private static final long VALVE_TIMEOUT = 30;',
    '  private volatile long valveTimeout;',
    ...filler(60, (i) => `  void turn${i}(long valve) {\n    this.timeout = valve + ${i};\n  }\n`),
    '  void setValveTimeout(long valueMs) {',
    '    this.valveTimeout = valueMs;',
    '  }',
    '}',
  ].join('\n')
  const { lines } = answer({
    text,
    goal: 'What is the default valve timeout?',
    fileName: 'Pump.java',
  })
  expect(lines).toContain('  private static final long VALVE_TIMEOUT = 30;')
})
