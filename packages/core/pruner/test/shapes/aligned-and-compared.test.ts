// Questions to tables that programs print in aligned columns, to several releases of a changelog, for two sections that
// are compared, for what manual pages say of exit codes, and for the slowest step of a run.
import { describe, expect, it } from 'vitest'
import { answer, filler } from '../ask.js'

describe('aligned columns', () => {
  const pods = [
    'NAME           READY   STATUS      RESTARTS   AGE',
    ...filler(60, (i) => {
      const state = i % 10 === 2 ? 'Pending' : i % 10 === 6 ? 'Completed' : 'Running'
      const restarts = i % 20 === 7 ? '14' : '2'
      return `${`pod-${i}x`.padEnd(15)}${state === 'Running' ? '1/1' : '0/1'}     ${state.padEnd(12)}${restarts.padEnd(11)}${i}d`
    }),
  ]
  const shownOf = (goal: string) => answer({ text: pods.join('\n'), goal }).lines

  it('selects rows that lack a value', () => {
    const needed = pods.filter((line) => /Pending|Completed/.test(line))
    expect(shownOf('Which pods are not running?')).toEqual([pods[0], ...needed])
  })

  it('selects rows by a number', () => {
    const needed = pods.filter((line) => / 14 /.test(line))
    const shown = shownOf('Any pod with more than 10 restarts?')
    expect(shown).toEqual([pods[0], ...needed])
  })

  it('selects rows whose values end under the names', () => {
    const processes = [
      'USER       PID %CPU STAT COMMAND',
      ...filler(80, (i) => {
        const user = i % 9 === 0 ? 'www' : 'root'
        return `${user.padEnd(8)}${String(100 + i).padStart(6)}  0.0 S    server --part ${i}`
      }),
    ]
    const { lines } = answer({ text: processes.join('\n'), goal: 'Which processes has user www?' })
    expect(lines).toEqual([processes[0], ...processes.filter((line) => line.startsWith('www'))])
  })
})

describe('a changelog', () => {
  const changes = filler(30, (i) => [
    `## 2.${29 - i}.0`,
    '',
    ...filler(4, (n) => `- Part ${n} of the store was made smaller in step ${i}.`),
    '',
  ]).flat()
  const releasesFor = (goal: string) =>
    answer({ text: changes.join('\n'), fileName: 'CHANGELOG.md', goal }).lines.filter((line) =>
      line.startsWith('##'),
    )

  it.each([
    ['What changed between 2.10.0 and 2.12.0?', ['## 2.12.0', '## 2.11.0', '## 2.10.0']],
    ['What was changed in 2.3.0 and 2.7.0?', ['## 2.7.0', '## 2.3.0']],
    ['What is new since 2.27.0?', ['## 2.29.0', '## 2.28.0']],
  ])('%s', (goal, releases) => expect(releasesFor(goal)).toEqual(releases))
})

it('shows both sections that are compared', () => {
  const manual = [
    ...filler(20, (i) => [`## \`fn${i}()\``, '', `Returns the part ${i} of a value.`, '']).flat(),
    '## `rate()`',
    '',
    'The average of a range.',
    '',
    '## `irate()`',
    '',
    'The last two samples only.',
    '',
    ...filler(20, (i) => [`## \`gn${i}()\``, '', `The difference ${i} of values.`, '']).flat(),
  ]
  const goal = 'What is the difference between rate and irate?'
  const { lines } = answer({ text: manual.join('\n'), fileName: 'functions.md', goal })
  expect(lines.filter((line) => line !== '')).toEqual([
    '## `rate()`',
    'The average of a range.',
    '## `irate()`',
    'The last two samples only.',
  ])
})

it('finds exit codes under the title of a manual page', () => {
  const manual = [
    'NAME',
    '       pack - packs files',
    '',
    'OPTIONS',
    ...filler(60, (i) => `       --part-${i}  Exit after part ${i} of the codes.`),
    '',
    'RETURN VALUE',
    '       0      All went well.',
    '       2      A fatal problem.',
    '',
    'SEE ALSO',
    ...filler(9, (i) => `       unpack${i}(1), which undoes what this command did to part ${i}`),
  ]
  const { lines } = answer({ text: manual.join('\n'), goal: 'What do the exit codes mean?' })
  expect(lines).toEqual(manual.slice(65, 68))
})

it('finds the slowest of a few steps', () => {
  const run = [
    ...filler(40, (i) => `........................................ [ ${i}%]`),
    '======== slowest 3 durations ========',
    '0.13s call     tests/test_types.py::test_path',
    '0.05s call     tests/test_basic.py::test_group',
    '0.02s setup    tests/test_basic.py::test_list',
    '902 passed in 2.46s',
  ]
  const { lines } = answer({ text: run.join('\n'), goal: 'Which test was slowest?' })
  expect(lines).toContain(run[41])
})

it('names each author of a log once', () => {
  const log = filler(30, (i) => [
    `commit ${String(i).padStart(40, 'a')}`,
    `Author: ${['Ann <ann@example.org>', 'Ben <ben@example.org>'][i === 22 ? 1 : 0]}`,
    'Date:   Thu Aug 20 09:12:10 2026 -0700',
    '',
    `    Make part ${i} smaller`,
    '',
  ]).flat()
  const { lines } = answer({ text: log.join('\n'), goal: 'Who committed here?' })
  expect(lines.filter((line) => !line.startsWith('commit '))).toEqual([
    'Author: Ann <ann@example.org>',
    'Author: Ben <ben@example.org>',
  ])
})

it('shows the latest release with its date', () => {
  const log = filler(30, (i) => [
    `## Version 3.${29 - i}.0`,
    '',
    `_2026-01-${30 - i}_`,
    '',
    ...filler(4, (n) => ` *  Fix: Part ${n} came out smaller in step ${i}.`),
    '',
  ]).flat()
  const goal = 'What is the latest version and when did it come out?'
  const { lines } = answer({ text: log.join('\n'), fileName: 'CHANGELOG.md', goal })
  expect(lines.filter((line) => line !== '')).toEqual(log.slice(0, 8).filter((l) => l !== ''))
})

it('lists the entries of a section at every level', () => {
  const manual = [
    '# Environment Variables',
    '',
    'What this library reads.',
    '',
    '## Proxies',
    '',
    ...filler(12, () => 'A word on what a proxy is used for.'),
    '',
    '### `HTTP_PROXY`',
    '',
    'A proxy.',
    '',
    '### `NO_PROXY`',
    '',
    'None.',
    '',
    '## `SSL_CERT_FILE`',
    '',
    'A file.',
    '',
    '## `SSL_CERT_DIR`',
    '',
    'A folder.',
    '',
  ]
  const goal = 'Which environment variables does it honour?'
  const { lines } = answer({ text: manual.join('\n'), fileName: 'env.md', goal })
  expect(lines).toEqual(expect.arrayContaining(['### `HTTP_PROXY`', '## `SSL_CERT_DIR`']))
})

it('shows every step of a long job', () => {
  const steps = filler(9, (i) => [
    `      - name: Step ${i}`,
    `        run: make part-${i}`,
    '        with:',
    `          part: ${i}`,
  ]).flat()
  const job = (name: string) => [`  ${name}:`, '    runs-on: ubuntu', '    steps:', ...steps]
  const workflow = ['jobs:', ...job('lint'), ...job('graal'), ...job('docs')]
  const goal = 'What steps does the graal job have?'
  const { lines } = answer({ text: workflow.join('\n'), fileName: 'ci.yml', goal })
  expect(lines.filter((line) => line.includes('- name:'))).toHaveLength(9)
})

it('finds the links of a listing by their type', () => {
  const listing = [
    'total 728',
    ...filler(90, (i) =>
      i % 30 === 9
        ? `lrwxrwxrwx  1 root root   21 May  9  2025 part${i} -> ../lib/part${i}`
        : `-rw-r--r--  1 root root 3040 May 25  2023 part${i}.conf`,
    ),
  ]
  const { lines, closing } = answer({ text: listing.join('\n'), goal: 'which ones are symlinks?' })
  expect(lines).toEqual(listing.filter((line) => line.startsWith('l')))
  expect(closing).not.toContain('not in this text')
})

it('takes a title of options for what the question names', () => {
  const help = [
    'Usage: pack [OPTION...]',
    '',
    ' Compression options:',
    '',
    ...filler(9, (i) => `  -${i}, --zip${i}       filter through zip${i}`),
    '',
    ' Other options:',
    '',
    ...filler(60, (i) => `      --part-${i}    control part ${i} of the store`),
  ]
  const goal = 'Which options control compression?'
  const { lines } = answer({ text: help.join('\n'), goal })
  expect(lines).toEqual(expect.arrayContaining(help.slice(4, 13)))
})
