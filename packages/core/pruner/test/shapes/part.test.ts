// Questions for one part of a text: a release, a section, a function.
import { describe, expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

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
    'can you find what the documentation tells on cleaning the filter ?',
    'Please print the section titled Cleaning the filter',
    'Which text is under the heading Cleaning the filter?',
  ])('a section: %s', (goal) => {
    const { lines } = answer({ text: manual, goal, fileName: 'pump.md' })
    expect(lines.filter((line) => line.startsWith('Step '))).toHaveLength(9)
    expect(lines.length).toBeLessThan(15)
  })
  test('a section whose title asks', () => {
    const text = manual.replace('## Cleaning the filter', '## Which filters are there?')
    const goal = 'I need the "Which filters are there?" section'
    const { lines } = answer({ text, goal, fileName: 'pump.md' })
    expect(lines.filter((line) => line.startsWith('Step '))).toHaveLength(9)
  })
  test('a section with a table that a rule closes', () => {
    const table = ['-'.repeat(30), ...filler(12, (i) => `| part${i} | what part ${i} does |`)]
    const text = manual.replace(
      '## Storage',
      ['## Parts', '', ...table, '-'.repeat(30), '', '## Storage'].join('\n'),
    )
    const { lines } = answer({ text, goal: 'show me the Parts section', fileName: 'pump.md' })
    expect(lines.filter((line) => line.startsWith('| part'))).toHaveLength(12)
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

test('the section that has the number in its title', () => {
  const section = (i: number) =>
    `## PUMP_FAILED_${'ABCDEFGH'[i % 8]} (${i})\n\nReason ${'x'.repeat(i)} why it stopped, in words.\n`
  const text = ['# Errors', '', ...filler(60, section)].join('\n')
  const { lines } = answer({ text, goal: 'What does error 28 mean?', fileName: 'errors.md' })
  expect(lines).toContain('## PUMP_FAILED_E (28)')
  expect(lines).toContain(`Reason ${'x'.repeat(28)} why it stopped, in words.`)
  expect(lines.length).toBeLessThan(8)
})

test('the numbers of a test run', () => {
  const failure = (i: number) =>
    `✖ fills tank ${i} (2.5ms)\n  TypeError: pump ${i} is not a function\n      at run (/srv/pump.js:${i}:4)\n`
  const summary = ['ℹ tests 89', 'ℹ suites 0', 'ℹ pass 26', 'ℹ fail 63', 'ℹ skipped 0']
  const text = [
    ...filler(63, failure),
    ...summary,
    '',
    '✖ failing tests:',
    '',
    ...filler(63, failure),
  ]
  const goal = 'How many tests passed and how many failed?'
  const { lines } = answer({ text: text.join('\n'), goal, fileName: 'run.txt' })
  expect(lines).toEqual(expect.arrayContaining(summary))
  expect(lines.length).toBeLessThan(20)
})

// The order of signs in reStructuredText is the text's own, and words for parts of code may be a title.
test('a section with its subsections, by signs in the order of their use', () => {
  const text = [
    'Pumps',
    '#####',
    ...filler(6, (i) => [
      `Function Fields ${i}`,
      '~~~~~~~~~~~~~~~~~',
      `Basin ${i} fills.`,
      'Inner part',
      '----------',
      `Valve ${i} opens.`,
    ]).flat(),
  ].join('\n')
  const { lines } = answer({ text, goal: 'show the part on Function Fields 4', fileName: 'a.rst' })
  expect(lines).toEqual(expect.arrayContaining(['Basin 4 fills.', 'Valve 4 opens.']))
  expect(lines).not.toContain('Valve 3 opens.')
})
