// Questions about help texts, package lists, Makefiles and tables of a document: a group of options by its title, a
// flag of punctuation, rows under a long header, a target by its command, and rows by what their header names.
import { expect, test } from 'vitest'
import { keptLines, prune } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

const shownOf = (lines: readonly string[], fileName: string, goal: string): string[] => {
  const request = { text: lines.join('\n'), origin: 'explicit', goal, fileName } as const
  const result = prune(request, { scorer: defaultScorer() })
  expect(result.status).toBe('pruned')
  return keptLines(result).map((line) => result.lines[line - 1]!.text.trim())
}

const help = [
  'Usage: pack [OPTION...] [FILE]...',
  '',
  ' Compression options:',
  '',
  '  -z, --gzip                 filter the archive through gzip',
  '      --lzip                 filter the archive through lzip',
  '      --zstd                 filter the archive through zstd',
  '',
  ' Other options:',
  '',
  '  -., --hidden               search hidden files as well',
  '  -u, --unrestricted         search hidden files and others that are ignored',
  ...Array.from(
    { length: 60 },
    (_, i) => `      --part-${i}              use part ${i} of the store`,
  ),
]

test.each([
  ['Which compression options are there?', ['-z, --gzip', '--lzip', '--zstd']],
  ['How do I search hidden files?', ['-., --hidden']],
])('in a help text: %s', (goal, needed) => {
  const heads = shownOf(help, 'help.txt', goal).map((line) => line.split(/ {2,}/)[0])
  expect(heads).toEqual(expect.arrayContaining(needed))
})

test('rows of a package list that explains its columns first', () => {
  const row = (name: string, version: string) =>
    `ii  ${name.padEnd(30)} ${version.padEnd(20)} amd64        a part of the system`
  const packages = [
    'Desired=Unknown/Install/Remove/Purge/Hold',
    '| Status=Not/Inst/Conf-files/Unpacked/halF-conf/Half-inst/trig-aWait/Trig-pend',
    '|/ Err?=(none)/Reinst-required (Status,Err: uppercase=bad)',
    '||/ Name                           Version              Architecture Description',
    '+++-==============================-====================-============-====================',
    ...Array.from({ length: 40 }, (_, i) => row(`libpart${i}`, `1.${i}`)),
    row('dbus', '1.14.10'),
    row('dbus-bin', '1.14.10'),
    ...Array.from({ length: 40 }, (_, i) => row(`tool${i}`, `2.${i}`)),
  ]
  expect(shownOf(packages, 'packages.txt', 'Which dbus packages are installed?')).toEqual(
    expect.arrayContaining([row('dbus', '1.14.10'), row('dbus-bin', '1.14.10')]),
  )
})

test('a target of a Makefile with its conditions', () => {
  const makefile = [
    ...Array.from({ length: 40 }, (_, i) => [
      `part${i}:`,
      `\tcc -o part${i} part${i}.c`,
      '',
    ]).flat(),
    'deploy: manifests',
    'ifeq ($(EXPANSION),true)',
    '\tsed -i s/a/b/ patch.yaml',
    'endif',
    '\tkubectl apply -f all.yaml',
    '',
    ...Array.from({ length: 40 }, (_, i) => [`check${i}: deploy`, `\t./check ${i}`, '']).flat(),
  ]
  expect(shownOf(makefile, 'Makefile', 'What does make deploy do?')).toEqual(
    expect.arrayContaining([
      'deploy: manifests',
      'sed -i s/a/b/ patch.yaml',
      'kubectl apply -f all.yaml',
    ]),
  )
})

test('rows of a table by what its header names', () => {
  const table = [
    '# Chart',
    '',
    ...Array.from({ length: 20 }, (_, i) => `Sentence ${i} says how to install the chart.\n`),
    '## Parameters',
    '',
    '| Parameter | Description | Default |',
    '| --- | --- | --- |',
    ...Array.from({ length: 60 }, (_, i) => `| part${i}.size | The size of part ${i} | ${i} |`),
    '| audit.labels | The labels of the audit pod | {} |',
    '| audit.affinity | The affinity of the audit pod | {} |',
  ]
  expect(shownOf(table, 'README.md', 'Which parameters concern the audit pod?')).toEqual(
    expect.arrayContaining([
      '| Parameter | Description | Default |',
      '| audit.labels | The labels of the audit pod | {} |',
      '| audit.affinity | The affinity of the audit pod | {} |',
    ]),
  )
})
