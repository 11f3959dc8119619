// Questions for all of a kind: shown whole, or counted.
import { describe, expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

describe('a set', () => {
  const page = [
    'PUMP(1)',
    '',
    'NAME',
    '       pump - moves water',
    '',
    'DESCRIPTION',
    ...filler(60, (i) => `       Words about exit and codes and other things, line ${i}.`),
    '',
    'EXIT CODES',
    ...filler(83, (i) =>
      [
        `       ${i}      Reason number ${i}.`,
        '              More words that explain it at length.',
      ].join('\n'),
    ),
    '',
    'SEE ALSO',
    '       tap(1)',
  ].join('\n')
  test('of entries of a manual', () => {
    const { lines, closing } = answer({
      text: page,
      goal: 'List all exit codes',
      fileName: 'pump.txt',
    })
    expect(lines.filter((line) => /^ {7}\d+ {6}Reason/.test(line))).toHaveLength(83)
    expect(closing).not.toContain('exit codes shown')
  })
  test('counted where not all fit', () => {
    const { closing } = answer({
      text: page,
      goal: 'List all exit codes',
      fileName: 'pump.txt',
      maxTokens: 400,
    })
    expect(closing).toMatch(/\d+ of 83 exit codes shown/)
  })

  const manual = [
    '# Pump',
    '',
    '## Factory',
    '',
    'The factory makes a pump from its options.',
    '',
    ...filler(30, (i) =>
      [
        `### \`option${i}\``,
        '',
        `+ Default: \`${i}\``,
        '',
        `What pumps do with the value of number ${i}, at some length.`,
        i === 7 ? 'A custom logger is accepted here, in place of the one that prints.' : '',
        'More of it in a second line, which nobody has asked for.',
        '',
      ].join('\n'),
    ),
    '## Instance',
    '',
    ...filler(40, (i) => `What an instance of a pump does, line ${i}.`),
  ].join('\n')
  test.each([
    "List the options that Pump's factory accepts",
    'What options does the factory accept?',
    'Which factory options exist?',
  ])('of the subsections of a section: %s', (goal) => {
    const { lines } = answer({ text: manual, goal, fileName: 'pump.md' })
    expect(lines.filter((line) => line.startsWith('### '))).toHaveLength(30)
    expect(lines.filter((line) => line.startsWith('What pumps do'))).toEqual([])
  })
  test('a part of a long section is not answered with the whole of it', () => {
    const goal = 'How does the factory accept a custom logger?'
    const { lines } = answer({ text: manual, goal, fileName: 'pump.md' })
    expect(lines).toContain('A custom logger is accepted here, in place of the one that prints.')
    expect(lines.length).toBeLessThan(60)
  })

  const swagger = [
    'openapi: 3.0.0',
    'info:',
    '  title: jobs',
    'paths:',
    ...filler(25, (i) =>
      [
        `  /jobs${i}/{id}:`,
        '    get:',
        '      summary: Reads one.',
        ...(i === 4 ? ['    delete:', '      summary: Removes one.'] : []),
        '      responses:',
        '        "200":',
        '          description: ok',
      ].join('\n'),
    ),
  ].join('\n')
  test.each(['List all endpoints', 'which routes exist?', 'What endpoints are there?'])(
    'of endpoints: %s',
    (goal) => {
      const { lines } = answer({ text: swagger, goal, fileName: 'swagger.yaml' })
      expect(lines.filter((line) => line.startsWith('  /jobs'))).toHaveLength(25)
    },
  )
  test('of endpoints that a further word selects', () => {
    const { lines } = answer({
      text: swagger,
      goal: 'Which endpoints delete something?',
      fileName: 'swagger.yaml',
    })
    expect(lines.filter((line) => line.startsWith('  /jobs'))).toEqual(['  /jobs4/{id}:'])
  })

  const LANGUAGES: Readonly<
    Record<string, readonly [head: string, member: (i: number) => string, end: string]>
  > = {
    'pump.ts': [
      'export class Pump extends Machine {',
      (i) =>
        `  async turn${i}(speed: number): Promise<void> {\n    this.speed = speed * ${i}\n    await this.wait()\n  }`,
      '}',
    ],
    'pump.py': [
      'class Pump(Machine):',
      (i) =>
        `    def turn${i}(self, speed):\n        self.speed = speed * ${i}\n        return self.wait()\n`,
      '',
    ],
    'Pump.java': [
      'public class Pump extends Machine {',
      (i) =>
        `  public void turn${i}(int speed) {\n    this.speed = speed * ${i};\n    waitABit();\n  }`,
      '}',
    ],
    'Pump.kt': [
      'class Pump : Machine() {',
      (i) => `  fun turn${i}(speed: Int) {\n    this.speed = speed * ${i}\n    waitABit()\n  }`,
      '}',
    ],
    'pump.go': [
      'type Pump struct {\n\tspeed int\n}',
      (i) => `\nfunc (p *Pump) turn${i}(speed int) {\n\tp.speed = speed * ${i}\n\tp.wait()\n}`,
      '',
    ],
    'pump.rs': [
      'impl Machine for Pump {',
      (i) =>
        `    fn turn${i}(&mut self, speed: u32) {\n        self.speed = speed * ${i};\n        self.wait();\n    }`,
      '}',
    ],
    'pump.rb': [
      'class Pump < Machine',
      (i) => `  def turn${i}(speed)\n    @speed = speed * ${i}\n    wait\n  end`,
      'end',
    ],
    'Pump.php': [
      '<?php\nclass Pump extends Machine\n{',
      (i) =>
        `    public function turn${i}(int $speed): void\n    {\n        $this->speed = $speed * ${i};\n    }`,
      '}',
    ],
    'Pump.cs': [
      'public class Pump : Machine\n{',
      (i) => `    public void turn${i}(int speed)\n    {\n        Speed = speed * ${i};\n    }`,
      '}',
    ],
    'pump.cpp': [
      'class Pump : public Machine {\npublic:',
      (i) => `  void turn${i}(int speed) {\n    speed_ = speed * ${i};\n    wait();\n  }`,
      '};',
    ],
    'Pump.swift': [
      'class Pump: Machine {',
      (i) => `  func turn${i}(speed: Int) {\n    self.speed = speed * ${i}\n    wait()\n  }`,
      '}',
    ],
  }
  test.each(Object.keys(LANGUAGES))('of methods in %s', (fileName) => {
    const [head, member, end] = LANGUAGES[fileName]!
    const around = filler(
      40,
      (i) => `// some remark number ${i} about the machine and what it turns`,
    )
    const body = filler(6, (i) => `        check("filled up to the mark", level${i}, ${i});`).join(
      '\n',
    )
    const text = [
      ...around,
      head,
      ...filler(14, (i) => member(i).replace(/\n(.*\* \d+;?)\n/, `\n$1\n${body}\n`)),
      end,
      ...around,
    ].join('\n')
    for (const goal of [
      'List all methods of Pump.',
      'which functions does Pump have?',
      'what can I call on Pump?',
      'Output the method list of Pump',
    ]) {
      const { lines } = answer({ text, goal, fileName })
      for (let i = 0; i < 14; i++)
        expect(lines.filter((line) => line.includes(`turn${i}(`))).toHaveLength(1)
      expect(lines.join('\n')).not.toContain('filled up')
    }
  })

  const module = [
    ...filler(6, (i) => `import { part${i} } from './part${i}.js'`),
    ...filler(
      9,
      (i) =>
        `\n${i % 3 === 0 ? '' : 'export '}function step${i}(input) {\n  const limit = process.env${i === 4 ? '.PUMP_LIMIT' : ` === ${i} ? 1 : 2`}\n  if (!input) throw new TypeError('step ${i} needs an input')\n  return part${i % 6}(input, limit)\n}`,
    ),
  ].join('\n')
  test.each([
    'What does this module export?',
    "What is this module's public API?",
    'what can be imported from here?',
    'Provide the public API surface.',
    'Give me every public function, class and type',
    'every exported function please',
    'which functions can other modules use?',
  ])('of exports: %s', (goal) => {
    const { lines } = answer({ text: module, goal, fileName: 'steps.js' })
    expect(lines.filter((line) => line.startsWith('export '))).toHaveLength(6)
    expect(lines).not.toContain('function step0(input) {')
  })
  test.each([
    'Which errors can it throw?',
    'List every error message',
    'what exceptions should a caller expect?',
    'which failures are reported by this code ?',
    'when does this code throw an exception?',
    'tell me every place an error is created',
    'Collect all error strings',
  ])('of raised errors: %s', (goal) => {
    const { lines } = answer({ text: module, goal, fileName: 'steps.js' })
    expect(lines.filter((line) => line.includes('throw new'))).toHaveLength(9)
  })
  test.each(['where are environment variables accessed', 'Output each env var that is read'])(
    'of environment variables: %s',
    (goal) => {
      const { lines } = answer({ text: module, goal, fileName: 'steps.js' })
      expect(lines.filter((line) => line.includes('process.env'))).toHaveLength(9)
    },
  )
  test('of two kinds', () => {
    const text = filler(
      12,
      (i) =>
        `${i % 2 === 0 ? `class Tank${i}:` : `def fill${i}(tank):`}\n${'    level = measure("water")\n'.repeat(6)}`,
    ).join('\n')
    const goal = 'What are the top-level functions and classes?'
    const { lines } = answer({ text, goal, fileName: 'tanks.py' })
    expect(lines.filter((line) => /^(?:class|def) /.test(line))).toHaveLength(12)
  })
  test('of methods that a macro writes', () => {
    const method = (i: number) =>
      `                fn turn${i}(self) -> u32 {\n                    self as u32 + ${i}\n                }\n`
    const text = [
      ...filler(40, (i) => `// remark ${i}`),
      'macro_rules! pumps {',
      '    ($($ty:ident)*) => {',
      '        $(',
      '            impl Pump for $ty {',
      ...filler(5, method),
      '            }',
      '        )*',
      '    }',
      '}',
    ].join('\n')
    const { lines } = answer({ text, goal: 'Which methods does Pump have?', fileName: 'pump.rs' })
    expect(lines.filter((line) => line.includes('fn turn'))).toHaveLength(5)
  })
  test('of methods of a trait that functions are called like', () => {
    const text = filler(
      20,
      (i) =>
        `impl Turn for Part${i} {\n    fn turn(x: u8) -> Self {\n        let level = measure("water", x);\n        Part${i}(level)\n    }\n}\n`,
    ).join('\n')
    const { lines } = answer({ text, goal: 'Which methods does Turn have?', fileName: 'turn.rs' })
    expect(lines.filter((line) => line.includes('fn turn('))).toHaveLength(20)
    expect(lines.join('\n')).not.toContain('measure')
  })
  test.each([
    ['which setters are there?', 'set'],
    ['List all getters', 'get'],
  ])('of accessors: %s', (goal, word) => {
    const text = filler(
      30,
      (i) =>
        `  ${['get', 'set', 'async'][i % 3]} part${i} (value) {\n    return this.measure("water", value, ${i})\n  },\n`,
    ).join('\n')
    const { lines } = answer({ text: `module.exports = {\n${text}\n}`, goal, fileName: 'tank.js' })
    expect(lines.filter((line) => line.startsWith(`  ${word} part`))).toHaveLength(10)
    expect(lines.length).toBeLessThan(14)
  })
  test('of functions that begin so', () => {
    const text = filler(
      40,
      (i) =>
        `int ${i % 4 === 0 ? 'tank_fill' : 'tank_drain'}_${i}(int level)\n{\n  return measure(level, ${i});\n}\n`,
    ).join('\n')
    const goal = 'Which tank_fill... functions are there?'
    const { lines } = answer({ text, goal, fileName: 'tank.c' })
    expect(lines.filter((line) => line.startsWith('int tank_fill_'))).toHaveLength(10)
    expect(lines.filter((line) => line.startsWith('int tank_drain_'))).toHaveLength(0)
  })
})

describe('codes that are titles', () => {
  const NAMES = ['OK', 'BAD_ADDRESS', 'NO_PAPER', 'INK_LOW', 'LID_OPEN', 'TOO_HOT', 'LOST_LINK']
  const entry = (code: string) =>
    `## ${code}\n\nThe printer stops. Errors like this one are kept in its log until it is read.\n`
  const codes = [
    NAMES.map((name, i) => `PRT_${name} (${i})`),
    filler(7, (i) => `E10${i}0: paper`),
    filler(7, (i) => `4${i}0 Not now`),
  ]
  const manual = (titles: readonly string[]) =>
    [
      '# Printer errors',
      'All codes of the driver.',
      ...titles.map(entry),
      '# History',
      'Old.',
    ].join('\n\n')
  test.each([
    'List all error codes',
    'What error codes are there?',
    'Which return codes exist?',
    'Which status codes are defined?',
  ])('%s', (goal) => {
    for (const titles of codes) {
      const { lines } = answer({ text: manual(titles), goal, fileName: 'errors.md' })
      expect(lines.filter((line) => line.startsWith('## '))).toEqual(titles.map((t) => `## ${t}`))
    }
  })
})
