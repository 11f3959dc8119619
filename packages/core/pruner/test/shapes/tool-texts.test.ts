// Questions about help texts, manual pages, logs of commits, runs and settings: the entry that was asked for, and little
// beside it.
import { expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

const help = [
  'Usage:  box run [OPTIONS] IMAGE',
  '',
  'Options:',
  '  -a, --attach list             Attach to a stream',
  '      --cpu-count int           CPU count',
  '      --cpus decimal            Number of CPUs',
  '  -m, --memory bytes            Memory limit',
  '      --kernel-memory bytes     Kernel memory limit',
  '      --memory-swap bytes       Swap limit equal to memory plus',
  "                                swap: '-1' to enable unlimited swap",
  ...filler(60, (i) => `      --part${i} string           Draw part ${i} of the box`),
].join('\n')

test.each([
  ['what does --memory-swap do', help.split('\n').slice(8, 10)],
  ['options about cpu', ['      --cpu-count int           CPU count']],
  ['how do i set the memory limit', ['  -m, --memory bytes            Memory limit']],
])('an option of a help text: %s', (goal, needed) => {
  const { lines } = answer({ text: help, goal })
  for (const line of needed) expect(lines).toContain(line)
  expect(lines.length).toBeLessThan(12)
})

test('of one flag in several commands, that of the named command is shown', () => {
  const flags = (name: string) => [
    `       ${name} [-aehx] [arg]`,
    `              Runs ${name}.`,
    ...'abcdeghx'.split('').map((flag) => `              -${flag}     The ${flag} of ${name}.`),
  ]
  const text = ['COMMANDS', ...['read', 'set', 'test', 'wait'].flatMap(flags)].join('\n')
  const { lines } = answer({ text, goal: 'what does set -e do', fileName: 'shell-man.txt' })
  expect(lines).toContain('              -e     The e of set.')
  expect(lines).not.toContain('              -e     The e of wait.')
})

test('the newest commits of a log with long messages', () => {
  const commit = (i: number) => [
    `commit ${String(i).padStart(2, '0')}${'ab'.repeat(19)}`,
    `Date:   Mon Aug ${20 - i} 2026`,
    '',
    `    Draw part ${i}`,
    ...filler(
      20,
      (j) => `    <li>This is the last of all changes, number ${j}, by the three.</li>`,
    ),
  ]
  const text = filler(8, commit).flat().join('\n')
  const { lines } = answer({ text, goal: 'last three commits', fileName: 'log.txt' })
  expect(lines.filter((line) => line.startsWith('commit '))).toHaveLength(3)
  expect(lines).toContain('    Draw part 2')
})

test('commits of a one-line log by a name with a hyphen', () => {
  const log = filler(
    90,
    (i) => `${(0xabc0000 + i).toString(16)} docs: mention part ${i} and its vars`,
  )
  log[40] = 'abc9999 fix: prevent unsafe no-var fixes'
  const { lines } = answer({ text: log.join('\n'), goal: 'commits about no-var' })
  expect(lines).toEqual([log[40]])
})

test('the numbers of a change are in the block of --stat', () => {
  const text = [
    'commit 151ba3f5834a0909e8b9b1736f4889ac694c0104',
    '',
    ' lib/parts.js | 86 ++++++',
    ' lib/other.js |  2 +-',
    ' 2 files changed, 87 insertions(+), 1 deletion(-)',
    '',
    'diff --git a/lib/parts.js b/lib/parts.js',
    '@@ -1,1 +1,87 @@',
    ...filler(86, (i) => `+draw(${i})`),
    'diff --git a/lib/other.js b/lib/other.js',
    '@@ -1,1 +1,1 @@',
    '-one',
    '+two',
  ].join('\n')
  const { lines } = answer({ text, goal: 'how many lines were added to parts.js' })
  expect(lines).toContain(' lib/parts.js | 86 ++++++')
  expect(lines.length).toBeLessThan(8)
})

test('a document with an example of a diff is a document', () => {
  const text = [
    '# Usage',
    ...filler(30, (i) => `The tool does part ${i} of the work for you.`),
    '```',
    '@@ -1 +1 @@',
    '-one',
    '+two',
    '```',
    '## Workers',
    'It starts one process for each core.',
    ...filler(30, (i) => `## Part ${i}\nThe tool does part ${i} of the work.`),
  ].join('\n')
  const { lines } = answer({ text, goal: 'read about Workers', fileName: 'usage.md' })
  expect(lines).toContain('It starts one process for each core.')
  expect(lines.length).toBeLessThan(6)
})

const settings = [
  'version: 2',
  ...filler(30, (i) => `part${i}:\n  description: part ${i}\n  size: ${i}`),
  'src:',
  '  size: 4',
  '  description: where it begins',
  'changelog:',
  '  sort: asc',
  '  filters:',
  '    exclude:',
  '      - "^test:"',
  '      - "^docs:"',
  ...filler(30, (i) => `last${i}:\n  description: last ${i}\n  size: ${i}`),
].join('\n')

test.each([
  ['description of src', ['src:', '  description: where it begins']],
  ['what is excluded from the changelog', ['      - "^test:"', '      - "^docs:"']],
])('a key inside another: %s', (goal, needed) => {
  const { lines } = answer({ text: settings, goal, fileName: 'release.yaml' })
  for (const line of needed) expect(lines).toContain(line)
  expect(lines.length).toBeLessThan(10)
})

test('a section of settings by the last part of its name', () => {
  const env = (name: string) => [
    `[testenv:${name}]`,
    'commands =',
    `    run ${name}`,
    `    end ${name}`,
  ]
  const text = ['fuzz', 'lint', 'docs', 'types', 'unit', 'build', 'e2e', 'deps']
    .flatMap(env)
    .join('\n')
  const { lines } = answer({ text, goal: 'commands of the fuzz env', fileName: 'tox.ini' })
  expect(lines).toEqual(['[testenv:fuzz]', 'commands =', '    run fuzz', '    end fuzz'])
})

test('the only line of an answer is shown, though it repeats others', () => {
  const rule = (i: number) => [
    `  "rule-${i}": {`,
    '    "type": "problem",',
    `    "at": ${i}`,
    '  },',
  ]
  const text = ['{', ...filler(120, rule).flat(), '  "end": 1', '}'].join('\n')
  const { lines, closing } = answer({
    text,
    goal: 'what is the type of rule-77',
    fileName: 'r.json',
  })
  expect(lines[lines.indexOf('  "rule-77": {') + 1]).toBe('    "type": "problem",')
  expect(closing).not.toContain('0 of 1')
})

test('a block that a keyword and a name in quotes open', () => {
  const block = (i: number) => [
    `variable "gate_${i}" {`,
    '  type    = bool',
    `  default = ${i}`,
    '}',
    '',
  ]
  const text = filler(80, block).flat().join('\n')
  const { lines } = answer({ text, goal: 'default of gate_33', fileName: 'variables.tf' })
  expect(lines).toContain('  default = 33')
  expect(lines.length).toBeLessThan(9)
})

test.each(['which colums are there', 'list the feilds'])('a mistyped kind of thing: %s', (goal) => {
  const rows = filler(200, (i) => `${i},ok,${i % 7},west`)
  const { lines } = answer({
    text: ['id,state,count,region', ...rows].join('\n'),
    goal,
    fileName: 'table.csv',
  })
  expect(lines[0]).toBe('id,state,count,region')
  expect(lines.length).toBeLessThan(5)
})

test('two kinds of things between a slash', () => {
  const text = filler(60, (i) =>
    i % 20 === 3
      ? `function part${i}(x) {\n  throw new TypeError('part ${i}')\n}`
      : `function part${i}(x) {\n  return x + ${i}\n}`,
  ).join('\n')
  const { lines } = answer({ text, goal: 'show all errors/exceptions', fileName: 'parts.js' })
  expect(lines.filter((line) => line.includes('throw new'))).toHaveLength(3)
})

test('the summary of a run', () => {
  const text = [
    ...filler(300, (i) => `ok ${i + 1} - part ${i} is drawn`),
    'not ok 301 - part 300 is hatched',
    '1..301',
    '# tests 301',
    '# pass 300',
    '# fail 1',
  ].join('\n')
  const { lines } = answer({ text, goal: 'summary of the run' })
  expect(lines).toEqual(expect.arrayContaining(['# tests 301', '# pass 300', '# fail 1']))
  expect(lines.length).toBeLessThan(9)
})

test('the targets of a Makefile', () => {
  const recipes = filler(
    30,
    (i) => `pump-${i}: pump.c valve.c\n\t$(CC) -o pump-${i} $^\n\tstrip pump-${i}\n`,
  )
  const text = ['CC := gcc', '.PHONY: all', 'all: pump-0', '', ...recipes].join('\n')
  const { lines } = answer({ text, goal: 'list the targets', fileName: 'Makefile' })
  expect(lines.filter((line) => line.startsWith('pump-'))).toHaveLength(30)
  expect(lines).toContain('all: pump-0')
  expect(lines).not.toContain('\tstrip pump-9')
})

// The short form stood in a line of its own, above the long one, and was cut.
test('an option with its other names in the lines above it', () => {
  const text = filler(30, (i) =>
    [
      `       -${String.fromCharCode(97 + (i % 26))} part`,
      `       --part${i}=part`,
      `\t   Turns gear ${i}.`,
      '',
    ].join('\n'),
  ).join('\n')
  const { lines } = answer({ text, goal: 'what does --part7 do' })
  expect(lines).toEqual(
    expect.arrayContaining(['       -h part', '       --part7=part', '\t   Turns gear 7.']),
  )
})

test('a description behind a tab may begin with another flag', () => {
  const entry = (i: number) => [`       --flag${i}=`, `\t   Sets ${i} of the pump.`, '']
  const since = [
    '       -S, --since=',
    '\t   Shows entries newer than a date. Note that',
    '\t   --output=full prints dates in this format.',
  ]
  const text = [...filler(20, entry).flat(), ...since, '', ...filler(20, entry).flat()].join('\n')
  const { lines } = answer({ text, goal: 'What does --since accept?', fileName: 'pump.txt' })
  expect(lines).toEqual(since)
})

test('an option that a sentence with the words of the question refers to', () => {
  const entry = (i: number) => [
    `       -${'abcdefghij'[i]} value`,
    `\t   Sets part ${i} of the pump.`,
    '',
  ]
  const said = [
    '       Water is moved in turn. Some valves can',
    '       usefully be opened in parallel too; see the -P option.',
  ]
  const parallel = ['       -P number', '\t   Turn up to number of them at a time.']
  const about = filler(40, (i) => `       Valve ${i} of the pump is opened by hand.`)
  const text = ['PUMP', ...said, '', 'OPTIONS', ...filler(10, entry).flat(), ...parallel, '']
    .concat('NOTES', ...about)
    .join('\n')
  const goal = 'How do I open several valves in parallel?'
  const { lines } = answer({ text, goal, fileName: 'pump.txt' })
  expect(lines).toEqual(expect.arrayContaining([...said, ...parallel]))
})

test('why a commit was made is in its message', () => {
  const commit = (i: number) => [
    `commit ${String(i).repeat(8)}abcdef`,
    'Author: Ada <ada@pump.example>',
    `Date:   Wed ${['Jan', 'Mar'][i % 2]} ${10 + i} 10:00:00 2025 +0000`,
    '',
    `    ${i === 4 ? 'Reland the valves' : `Turn pump ${i}`}`,
    '    ',
    `    ${i === 4 ? 'They were lost when the tank was imported.' : `It was slower by ${i}.`}`,
    `    ${i === 4 ? 'This brings both of them back.' : `It is faster by ${i}.`}`,
    '',
  ]
  const text = filler(9, commit).flat().join('\n')
  const goal = 'Why were valves relanded in January 2025?'
  expect(answer({ text, goal }).lines).toEqual(commit(4).slice(0, -1))
})

test('the releases of a series, with the items that the question is about', () => {
  const release = (version: string, item: string) => [
    version,
    '-----',
    '',
    `- ${item}`,
    '- Turns faster',
    '',
  ]
  const text = [
    ...release('2.0.0', '[SECURITY] Seals the tank'),
    ...filler(8, (i) =>
      release(`1.4.${9 - i}`, i === 3 ? '[SECURITY] Seals the valves' : `Fixes ${i}`),
    ).flat(),
    ...release('1.3.9', '[SECURITY] Seals the pipes'),
  ].join('\n')
  const goal = 'Were there security related changes in the 1.4 series?'
  expect(answer({ text, goal, fileName: 'CHANGES.md' }).lines).toEqual([
    '1.4.6',
    '-----',
    '',
    '- [SECURITY] Seals the valves',
  ])
})
