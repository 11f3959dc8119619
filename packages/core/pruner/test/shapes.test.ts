// Direct questions have a shape, and the text's own structure answers them: whole, or counted. Each case is a text
// that no other test has, asked in words of its own.
import { describe, expect, test } from 'vitest'
import { answer, filler } from './ask.js'

describe('a change', () => {
  const diff = [
    'commit 3f1c2ab9d0e4',
    'Date: Mon Jun 1',
    '',
    '    Shorten the wait',
    '',
    ...[0, 1, 2].map(changedFile),
  ].join('\n')
  function changedFile(f: number): string {
    return [
      `diff --git a/src/part${f}.ts b/src/part${f}.ts`,
      `--- a/src/part${f}.ts`,
      `+++ b/src/part${f}.ts`,
      `@@ -1,30 +1,30 @@ export function part${f}() {`,
      ...filler(25, (i) => `   const width${i} = measure(${i * f}, "pixels", column${i})`),
      `-  const wait${f} = 300`,
      `+  const wait${f} = 900`,
      ...filler(25, (i) => `   const height${i} = measure(${i + f}, "pixels", row${i})`),
    ].join('\n')
  }
  const changed = [0, 1, 2].flatMap((f) => [`-  const wait${f} = 300`, `+  const wait${f} = 900`])

  test.each([
    'What was changed?',
    'Review this change',
    'Summarise this diff',
    'what does the patch do?',
    'Describe the edits',
  ])('all of it: %s', (goal) => {
    const { lines } = answer({ text: diff, goal })
    expect(lines).toEqual(expect.arrayContaining(changed))
    expect(lines.length).toBeLessThan(40)
  })
  test.each(['What changed in part1.ts?', 'what was done to src/part1.ts', 'the diff of part1.ts'])(
    'of one file: %s',
    (goal) => {
      const { lines } = answer({ text: diff, goal })
      expect(lines).toEqual(expect.arrayContaining(changed.slice(2, 4)))
      expect(lines).not.toContain(changed[0])
    },
  )
  test.each([
    'Which files are touched?',
    'what paths does this commit affect?',
    'name the files this patch edits',
  ])('files: %s', (goal) => {
    const { lines } = answer({ text: diff, goal })
    for (const f of [0, 1, 2])
      expect(lines).toContain(`diff --git a/src/part${f}.ts b/src/part${f}.ts`)
    expect(lines).not.toContain(changed[0])
  })
  test('more than fits is counted', () => {
    const many = [
      'diff --git a/a.ts b/a.ts',
      '--- a/a.ts',
      '+++ b/a.ts',
      '@@ -1,400 +1,400 @@',
      ...filler(400, (i) => `+  const item${i} = compute(${i}, "some words to pay for", ${i * 7})`),
    ].join('\n')
    const { closing, stats } = answer({ text: many, goal: 'What changed?', maxTokens: 1500 })
    expect(closing).toMatch(/\b\d+ of 400 changed lines shown/)
    expect(stats.tokensAfter).toBeLessThan(1500)
  })
})

describe('a part', () => {
  const release = (version: string) => [
    `## ${version}`,
    '',
    ...filler(6, (i) => `- item ${i} of ${version} about queues and workers`),
    '',
  ]
  const changelog = [
    '# Changelog',
    '',
    ...['14.0.1', '14.0.0', '13.9.2', '3.0.0', '2.9.0'].flatMap(release),
  ].join('\n')

  test.each([
    ['What changed in 14.0.0?', '14.0.0'],
    ['release notes of 3.0.0', '3.0.0'],
    ['what did v2.9.0 bring?', '2.9.0'],
  ])('a release: %s', (goal, version) => {
    const { lines } = answer({ text: changelog, goal, fileName: 'CHANGELOG.md' })
    expect(lines.filter((line) => line.startsWith('- '))).toEqual(
      release(version).filter((line) => line.startsWith('- ')),
    )
  })

  const manual = [
    '# Pump',
    '',
    ...filler(20, (i) => `Some words about pumps number ${i}.`),
    '',
    '## Cleaning the filter',
    '',
    ...filler(9, (i) => `Step ${i}: unscrew, rinse, dry, and put the sieve in again.`),
    '',
    '## Storage',
    '',
    ...filler(20, (i) => `Keep it dry, rule ${i}.`),
  ].join('\n')
  test.each([
    'Cleaning the filter',
    'tell me about cleaning the filter',
    'What is written under "Cleaning the filter"?',
  ])('a section: %s', (goal) => {
    const { lines } = answer({ text: manual, goal, fileName: 'pump.md' })
    expect(lines.filter((line) => line.startsWith('Step '))).toHaveLength(9)
    expect(lines.length).toBeLessThan(15)
  })
})

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
  ])('of exports: %s', (goal) => {
    const { lines } = answer({ text: module, goal, fileName: 'steps.js' })
    expect(lines.filter((line) => line.startsWith('export '))).toHaveLength(6)
    expect(lines).not.toContain('function step0(input) {')
  })
  test.each([
    'Which errors can it throw?',
    'List every error message',
    'what exceptions should a caller expect?',
  ])('of raised errors: %s', (goal) => {
    const { lines } = answer({ text: module, goal, fileName: 'steps.js' })
    expect(lines.filter((line) => line.includes('throw new'))).toHaveLength(9)
  })

  const workflow = [
    'name: build',
    'on: push',
    'jobs:',
    ...filler(6, (i) =>
      [
        `  job${i}:`,
        '    runs-on: ubuntu',
        '    steps:',
        '      - run: make',
        `      - run: make test${i}`,
      ].join('\n'),
    ),
    'defaults:',
    ...filler(30, (i) => `  setting${i}: ${i}`),
  ].join('\n')
  test.each(['What does jobs contain?', 'List all entries of jobs', 'which keys are under jobs?'])(
    'of keys: %s',
    (goal) => {
      const { lines } = answer({ text: workflow, goal, fileName: 'ci.yml' })
      expect(lines).toEqual(expect.arrayContaining(['jobs:', ...filler(6, (i) => `  job${i}:`)]))
      expect(lines.length).toBeLessThan(12)
    },
  )
})

describe('rows', () => {
  const status = (i: number) => (i % 10 === 3 ? 'timeout' : i % 10 === 7 ? 'error' : 'ok')
  const rows = filler(500, (i) => ({
    id: `J-${i}`,
    region: i % 2 ? 'eu-west' : 'us-east',
    ms: i * 3,
    status: status(i),
  }))
  const FORMS = {
    'jobs.csv': ['id,region,ms,status', ...rows.map((row) => Object.values(row).join(','))],
    'jobs.jsonl': rows.map((row) => JSON.stringify(row)),
    'jobs.log': rows.map(
      (row) =>
        `2026-05-01T10:00:00 INFO region=${row.region} ${row.id} status=${row.status} took ${row.ms} ms`,
    ),
  }
  test.each(Object.keys(FORMS) as (keyof typeof FORMS)[])('by value in %s', (fileName) => {
    const text = FORMS[fileName].join('\n')
    for (const goal of [
      'Rows with status timeout',
      'which entries have the status timeout?',
      'show everything where status is timeout',
      'all records with status=timeout',
    ]) {
      const { lines } = answer({ text, goal, fileName })
      expect(lines.filter((line) => line.includes('timeout'))).toHaveLength(50)
      expect(lines.length).toBeLessThan(60)
    }
  })
  test.each([
    'What are the columns?',
    'explain the header',
    'which fields does a row have?',
    'column names?',
  ])('%s', (goal) => {
    const { lines } = answer({ text: FORMS['jobs.csv'].join('\n'), goal, fileName: 'jobs.csv' })
    expect(lines[0]).toBe('id,region,ms,status')
    expect(lines.length).toBeLessThan(6)
  })
  test('by a bound', () => {
    const { lines } = answer({
      text: FORMS['jobs.csv'].join('\n'),
      goal: 'which rows have ms over 1470?',
      fileName: 'jobs.csv',
    })
    expect(lines.filter((line) => Number(line.split(',')[2]) > 1470)).toHaveLength(9)
    expect(lines.length).toBeLessThan(15)
  })
})

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

test('a commit message is no question', () => {
  const text = filler(
    80,
    (i) => `export function step${i}(input) {\n  return input + ${i}\n}`,
  ).join('\n')
  const { lines } = answer({
    text,
    goal: 'refactor: use protected methods instead of exports',
    fileName: 'steps.js',
  })
  expect(lines.filter((line) => line.startsWith('  return')).length).toBeGreaterThan(0)
})

describe('what the text does not hold', () => {
  test.each([
    'Where is the zookeeper quorum configured?',
    'kubernetes migrations?',
    'does this mention video transcoding?',
  ])('shows little: %s', (goal) => {
    const rows = filler(600, (i) => `id=${i} state=${i % 9 === 0 ? 'error' : 'ok'} took=${i % 70}`)
    const { lines } = answer({ text: rows.join('\n'), goal, fileName: 'app.log' })
    expect(lines.length).toBeLessThan(12)
  })
})

test('a function that the question names is shown whole', () => {
  const body = (name: string) => [
    `function ${name}(input) {`,
    ...filler(12, (i) => `  input.part${i} = measure(input, ${i}, "pixels per column")`),
    '  return input',
    '}',
  ]
  const text = ['fillTank', 'emptyTank', 'rinseTank', 'paintTank'].flatMap(body)
  const { lines } = answer({
    text: text.join('\n'),
    goal: 'How does rinseTank work?',
    fileName: 'tank.js',
  })
  expect(lines.slice(0, 15)).toEqual(body('rinseTank'))
})

test('the last column of a long row counts', () => {
  const row = (i: number) =>
    JSON.stringify({ id: i, note: 'words '.repeat(90), state: i === 40 ? 'stuck' : 'done' })
  const { lines } = answer({
    text: filler(120, row).join('\n'),
    goal: 'rows with state stuck',
    fileName: 'jobs.jsonl',
  })
  expect(lines.filter((line) => line.includes('"stuck"'))).toHaveLength(1)
})
