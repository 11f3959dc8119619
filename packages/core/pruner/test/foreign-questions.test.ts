// Kinds of misses in questions about texts from outside this project, reproduced in made-up texts.
import { describe, expect, test } from 'vitest'
import { answer, filler } from './ask.js'

describe('found by asking questions of foreign texts', () => {
  const remarks = filler(60, (i) => `# remark ${i} about how pumps and valves are put together`)

  test('a definition of a Makefile, by the words of its name', () => {
    const text = [
      ...remarks,
      'VALVE_LINT_VERSION ?= v2.1',
      ...remarks,
      'lint: ; lint $(VALVE_LINT_VERSION)',
    ]
    const { lines } = answer({
      text: text.join('\n'),
      goal: 'Which valve-lint version is used?',
      fileName: 'Makefile',
    })
    expect(lines).toContain('VALVE_LINT_VERSION ?= v2.1')
  })

  test('the key of the one record that a value names', () => {
    const operation = (name: string) =>
      [
        `  /${name}:`,
        '    get:',
        `      operationId: read${name}`,
        '      responses:',
        `        '200':`,
        `          description: one ${name}`,
      ].join('\n')
    const text = ['paths:', ...['Pump', 'Valve', 'Tank', 'Hose', 'Filter'].map(operation)].join(
      '\n',
    )
    const { lines } = answer({
      text,
      goal: 'What responses can readTank give?',
      fileName: 'api.yaml',
    })
    expect(lines).toContain('          description: one Tank')
    expect(lines).not.toContain('          description: one Pump')
  })

  test('who depends on something, with the names of the records', () => {
    const part = (name: string, needs: string) =>
      `[[package]]\nname = "${name}"\nversion = "1.0.${name.length}"\ndependencies = [\n "${needs}",\n "rope",\n]\n`
    const text = filler(30, (i) => part(`part${i}`, i % 10 === 4 ? 'sieve' : 'mesh')).join('\n')
    const { lines } = answer({
      text,
      goal: 'Which packages depend on sieve?',
      fileName: 'Pump.lock',
    })
    for (const i of [4, 14, 24]) expect(lines).toContain(`name = "part${i}"`)
    expect(lines).not.toContain('name = "part5"')
  })

  test('the entries that share a prefix', () => {
    const entry = (name: string) => [`## ${name}`, '', 'Some words about it.', ''].join('\n')
    const text = [
      '# Codes',
      '',
      ...filler(9, (i) => entry(`PUMP_E${i}`)),
      ...filler(9, (i) => entry(`VALVE_E${i}`)),
    ].join('\n')
    const { lines } = answer({ text, goal: 'List all VALVE codes', fileName: 'codes.md' })
    expect(lines.filter((line) => line.startsWith('## VALVE_'))).toHaveLength(9)
    expect(lines.filter((line) => line.startsWith('## PUMP_')).length).toBeLessThan(3)
  })

  test('the stat block of a patch', () => {
    const files = ['pump.c', 'valve.c']
    const text = [
      'commit 3f1c2ab9d0e4',
      '',
      '    Fit the valve',
      '',
      ' pump.c  | 40 ++++----',
      ' valve.c |  4 +-',
      ' 2 files changed, 44 insertions(+)',
      '',
      ...files.map((file) =>
        [
          `diff --git a/${file} b/${file}`,
          `--- a/${file}`,
          `+++ b/${file}`,
          '@@ -1,40 +1,40 @@',
          ...filler(40, (i) => `+  turn(${i});`),
        ].join('\n'),
      ),
    ].join('\n')
    const { lines } = answer({ text, goal: 'Which files were touched and how many lines in each?' })
    expect(lines).toContain(' pump.c  | 40 ++++----')
    expect(lines).toContain(' valve.c |  4 +-')
  })

  test('a few words that name rows of a table', () => {
    const text = [
      'Id,City,Total',
      ...filler(300, (i) => `${i},Oslo,${i === 97 ? '21.86' : '3.96'}`),
    ].join('\n')
    const { lines } = answer({
      text,
      goal: 'invoices with a total above 20',
      fileName: 'invoices.csv',
    })
    expect(lines).toContain('97,Oslo,21.86')
    expect(lines.length).toBeLessThan(8)
  })

  test('a question about where to add something asks for no list', () => {
    const text = filler(
      40,
      (i) => `  func turn${i}() {\n    retried(${i})\n    methods.append(${i})\n  }`,
    ).join('\n')
    const { closing } = answer({
      text,
      goal: 'Where would I add PATCH to the methods that are retried?',
      fileName: 'retry.swift',
    })
    expect(closing).not.toMatch(/functions shown/)
  })
})

describe('a few words that ask without a question', () => {
  test.each([
    ['Outline Pump', 'methods'],
    ['names of the methods in Pump', 'methods'],
    ['what does Pump implement?', 'methods'],
  ])('%s', (goal) => {
    const member = (i: number) => `  turn${i}(speed) {\n${'    this.check("level")\n'.repeat(9)}  }`
    const text = [
      'class Pump {',
      ...filler(12, member),
      '}',
      ...filler(60, (i) => `const unused${i} = "some words to pay for"`),
    ].join('\n')
    const { lines } = answer({ text, goal, fileName: 'pump.js' })
    expect(lines.filter((line) => /^ {2}turn\d+\(/.test(line))).toHaveLength(12)
  })
  test('changes of one file, though another is called changes', () => {
    const part = (file: string, i: number) =>
      `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1,30 +1,30 @@\n${'   same\n'.repeat(30)}+  new${i}`
    const text = ['pump.c', 'changes.md', 'valve.c'].map(part).join('\n')
    const all = answer({ text, goal: 'Show me what the patch changes' })
    for (const i of [0, 1, 2]) expect(all.lines).toContain(`+  new${i}`)
    const one = answer({ text, goal: 'valve.c changes' })
    expect(one.lines).toContain('+  new2')
    expect(one.lines).not.toContain('+  new0')
  })
})
