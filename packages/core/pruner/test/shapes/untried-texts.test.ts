// Questions about texts of kinds that were not tried before: settings, blame, mounts, plans, build and test output.
import { expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

const jobs = filler(9, (i) =>
  [
    `  job_${i}:`,
    '    runs-on: ubuntu-latest',
    '    steps:',
    `      - uses: acme/${i % 3 === 1 ? 'checkout@v4' : `setup-${i}@v2`}`,
    '        with:',
    `          depth: ${i}`,
    `      - run: make part-${i} ${i % 4 === 0 ? `KIT=\${{ env.KIT_VERSION }}` : 'all'}`,
  ].join('\n'),
)
const workflow = ['name: build', 'env:', '  KIT_VERSION: 1.8', 'jobs:', ...jobs].join('\n')

// Only the key was shown, and nothing said that there are more.
test.each([
  ['List every use of KIT_VERSION', 'KIT_VERSION', 4],
  ['Where is KIT_VERSION used?', 'KIT_VERSION', 4],
  ['Which jobs use acme/checkout?', 'acme/checkout', 3],
])('uses of a name in settings: %s', (goal, name, count) => {
  const { lines } = answer({ text: workflow, goal, fileName: 'ci.yml' })
  expect(lines.filter((line) => line.includes(name))).toHaveLength(count)
  expect(lines.length).toBeLessThan(25)
})

test('a use in settings is shown under its keys', () => {
  const goal = 'Which jobs use acme/checkout?'
  const { lines } = answer({ text: workflow, goal, fileName: 'ci.yml' })
  expect(lines).toEqual(expect.arrayContaining(['  job_1:', '  job_4:', '  job_7:']))
})

const blame = filler(90, (i) => {
  const author = i === 41 ? 'Ada Moss     ' : i % 30 === 7 ? 'Per-Olof Lind' : 'Kim Hale     '
  return `${(0x9c1d893e + i * 7919).toString(16)} (${author} 2022-03-${10 + (i % 19)} 13:27:39 -0800 ${String(i + 1).padStart(3)})   part_${i} = ${i}`
}).join('\n')

test.each([
  ['Which lines were not written by Kim Hale?', ['Ada Moss', 'Per-Olof Lind'], 4],
  ['which lines did Per-Olof Lind change last?', ['Per-Olof Lind'], 3],
  ['lines by Ada Moss', ['Ada Moss'], 1],
])('lines of git blame by author: %s', (goal, authors, count) => {
  const { lines } = answer({ text: blame, goal })
  expect(lines.filter((line) => authors.some((one) => line.includes(one)))).toHaveLength(count)
  expect(lines.length).toBeLessThan(count + 4)
})

const mounts = filler(40, (i) =>
  i % 9 === 4
    ? `/var/lib/snaps/core_${i}.snap on /snap/core/${i} type squashfs (ro,nodev,relatime)`
    : `cgroup on /sys/fs/cgroup/part${i} type cgroup (rw,nosuid,nodev,noexec,part${i})`,
).join('\n')

test('what is mounted read-only is written ro', () => {
  const goal = 'Which file systems are mounted read-only?'
  const { lines, closing } = answer({ text: mounts, goal })
  expect(lines.filter((line) => line.includes('(ro,'))).toHaveLength(4)
  expect(closing).not.toContain('not in this text')
})

const sockets = [
  'Netid State    Recv-Q   Send-Q       Local Address:Port      Peer Address:Port',
  ...filler(60, (i) =>
    i % 5 === 0
      ? `udp   UNCONN   0        0                  0.0.0.0:${4000 + i}           0.0.0.0:*      users:(("dae${i}",pid=${i},fd=3))`
      : `tcp   LISTEN   0        4096             127.0.0.1:${7000 + i}           0.0.0.0:*      users:(("srv${i}",pid=${i},fd=9))`,
  ),
].join('\n')

test('most lines of a listing, if a list of them is asked for', () => {
  const { lines } = answer({ text: sockets, goal: 'which tcp sockets are listening?' })
  expect(lines.filter((line) => line.includes('LISTEN'))).toHaveLength(48)
})

const settings = [
  '           name           |  setting  | unit |           short_desc',
  '--------------------------+-----------+------+---------------------------------',
  ...filler(
    120,
    (i) =>
      ` part_${String(i).padEnd(19)} | ${String(i).padEnd(9)} | ${i % 25 === 3 ? 'ms  ' : i % 2 ? 'kB  ' : '    '} | Sets what the part numbered ${i} may take.`,
  ),
  '(120 rows)',
  '',
].join('\n')

// Sentences in its cells make it look like a document.
test('rows of a table with sentences in its cells', () => {
  const { lines } = answer({ text: settings, goal: 'Which settings have the unit ms?' })
  expect(lines.filter((line) => line.includes('| ms '))).toHaveLength(5)
  expect(lines.length).toBeLessThan(9)
})

test('a paragraph is no table, though its first words are capitalised', () => {
  const text = [
    'Alpine Rope Guide',
    ...filler(30, (i) => `knots hold rope${i}`),
    'Every rope wears.',
  ].join('\n')
  const { lines } = answer({ text, goal: 'What are the columns?' })
  expect(lines).not.toEqual(['Alpine Rope Guide', 'knots hold rope0'])
})

// Four lines were shown as if there were no more, since no line contains the word mounts.
test('a list is whole though the text lacks what its members are called', () => {
  const text = mounts.replaceAll(' type squashfs ', ' type tmpfs ')
  const { lines } = answer({ text, goal: 'which mounts are of type tmpfs?' })
  expect(lines.filter((line) => line.includes('tmpfs'))).toHaveLength(4)
  const more = answer({
    text: `${text}\n${text.replaceAll('core', 'more')}`,
    goal: 'which mounts are of type tmpfs?',
  })
  expect(more.lines.filter((line) => line.includes('tmpfs'))).toHaveLength(8)
})

const compiled = [
  '   Compiling ledger v0.3.1 (/home/me/ledger)',
  ...filler(4, (i) => [
    `warning: unused import: \`std::part${i}\``,
    ` --> src/part${i}.rs:2:5`,
    '  |',
    `2 | use std::part${i};`,
    '  |     ^^^^^^^^^^',
    '',
  ]).flat(),
  ...filler(3, (i) => [
    `error[E036${i}]: cannot divide \`Cents\` by \`usize\``,
    `  --> src/money.rs:${i + 3}:97`,
    '   |',
    `${i + 3}  | pub fn split${i}(total: Cents, n: usize) -> Vec<Cents> { total / n }`,
    '   |                                                         ----- ^ - usize',
    '   |                                                         |',
    '   |                                                         Cents',
    'note: an implementation of `Div<usize>` might be missing for `Cents`',
    '  --> src/money.rs:2:1',
    '   |',
    '2  | pub struct Cents(pub i64);',
    '   | ^^^^^^^^^^^^^^^^ must implement `Div<usize>`',
    '',
  ]).flat(),
  'error: could not compile `ledger` (lib) due to 3 previous errors; 4 warnings emitted',
].join('\n')

// Only the last line contains both words.
test('compile errors are the errors, not the lines that say compile', () => {
  const { lines } = answer({ text: compiled, goal: 'What are the compile errors?' })
  expect(lines.filter((line) => line.startsWith('error[E'))).toHaveLength(3)
})

const plan = [
  'Terraform will perform the following actions:',
  '',
  ...filler(120, (i) => [
    `  # acme_${i % 30 === 2 ? `subnet.private[${i}]` : `gateway.part[${i}]`} will be created`,
    `  + resource "acme_${i % 30 === 2 ? 'subnet' : 'gateway'}" "part" {`,
    `      + id   = (known after apply)`,
    `      + cidr = "10.0.${i}.0/24"`,
    `      + subnet_ids = (known after apply)`,
    `      + tags = {`,
    `          + "created" = "by hand"`,
    '        }',
    '    }',
    '',
  ]).flat(),
  'Plan: 120 to add, 0 to change, 0 to destroy.',
].join('\n')

test('lines with the words of a list, though most lines are indented', () => {
  const { lines } = answer({ text: plan, goal: 'Which subnets will be created?' })
  expect(lines.filter((line) => line.includes('# acme_subnet'))).toHaveLength(4)
  expect(lines.length).toBeLessThan(30)
})

test('endpoints by their method, whatever the verb of the question', () => {
  const text = `{\n  "paths" : {\n${filler(
    220,
    (i) =>
      `    "/parts/p${i}" : {\n      "${i % 80 === 3 ? 'delete' : 'get'}" : {\n        "operationId" : "do${i}",\n        "summary" : "Accept part ${i} or delete it",\n        "tags" : [ "parts" ]\n      }\n    }`,
  ).join(',\n')}\n  }\n}`
  const goal = 'which endpoints accept DELETE?'
  const { lines } = answer({ text, goal, fileName: 'openapi.json' })
  expect(lines.filter((line) => line.includes('"delete"'))).toHaveLength(3)
})

const log = filler(160, (i) => [
  `commit ${(0xabc1234 + i * 7919).toString(16).padEnd(40, '0')}`,
  'Author: Kim Hale <kim@example.com>',
  `Date:   Mon May ${1 + (i % 27)} 14:48:12 2025 -0700`,
  '',
  i === 17 ? '    parse tables of the firewall' : `    fix part ${i} of the parser`,
  i === 17 ? '    Rows without counters were lost.' : '',
  '',
  ` lib/${i === 17 ? 'firewall' : `part${i}`}.py | 3 +-`,
  ' 1 file changed, 2 insertions(+), 1 deletion(-)',
  '',
])
  .flat()
  .join('\n')

test('a commit is found by its specific words, and costs few lines', () => {
  const { lines } = answer({ text: log, goal: 'Find the commit that fixed the firewall parser' })
  expect(lines).toContain('    parse tables of the firewall')
  expect(lines).toContain('    Rows without counters were lost.')
  expect(lines.length).toBeLessThan(12)
})

const noisyRun = [
  ...filler(400, (i) =>
    i % 3 === 0
      ? `WARN: request ${i} failed, error while sending: timed out, will retry`
      : `INFO: part ${i} started with options {:depth=>${i}}`,
  ),
  '',
  'Failures:',
  '',
  '  1) Acme::Webhook protection allows requests to public addresses',
  '     Failure/Error: raise Acme::ToolTimeout, message, cause: e',
  '',
  '     Acme::ToolTimeout:',
  '       Timeout during POST to http://198.51.100.8/hook: connect_write timeout reached',
  "     # ./lib/acme/http_client.rb:249:in 'make_request'",
  "     # ./spec/acme/webhook_spec.rb:50:in 'block (3 levels)'",
  '',
  'Finished in 17.79 seconds (files took 2.87 seconds to load)',
  '1370 examples, 1 failure',
  '',
  'Failed examples:',
  '',
  'rspec ./spec/acme/webhook_spec.rb:46 # Acme::Webhook protection allows requests',
  '',
].join('\n')

// The tests' own messages about errors crowded out the failure.
test.each(['Which spec failed and why?', 'why did the tests fail?', 'which tests failed?'])(
  "the run's own account of its failures: %s",
  (goal) => {
    const { lines } = answer({ text: noisyRun, goal })
    expect(lines).toEqual(
      expect.arrayContaining([
        '  1) Acme::Webhook protection allows requests to public addresses',
        '       Timeout during POST to http://198.51.100.8/hook: connect_write timeout reached',
        "     # ./spec/acme/webhook_spec.rb:50:in 'block (3 levels)'",
        'rspec ./spec/acme/webhook_spec.rb:46 # Acme::Webhook protection allows requests',
      ]),
    )
    expect(lines.length).toBeLessThan(40)
  },
)

test('how many examples ran', () => {
  const { lines } = answer({ text: noisyRun, goal: 'How many examples ran?' })
  expect(lines).toContain('1370 examples, 1 failure')
})

// The line that reports the exit says nothing about its cause.
test('what a job printed before it ended with an error', () => {
  const at = (i: number, text: string) => `2026-02-06T06:43:${10 + (i % 50)}.5434691Z ${text}`
  const text = [
    ...filler(300, (i) => at(i, `##[group]Run step ${i} fail-on-cache-miss: false`)),
    at(1, 'collecting ... collected 0 items'),
    at(1, ''),
    at(1, '==================== no tests ran in 0.01s ===================='),
    at(2, '##[error]Process completed with exit code 5.'),
    ...filler(12, (i) => at(i, `[command]/usr/bin/git config --local --unset part.${i}`)),
  ].join('\n')
  const { lines } = answer({ text, goal: 'Why did the job fail?' })
  expect(lines).toContain(at(1, 'collecting ... collected 0 items'))
  expect(lines).toContain(at(2, '##[error]Process completed with exit code 5.'))
})

const releases = [
  'name,version,goos,seconds',
  ...filler(
    80,
    (i) => `tool${i},${i % 9}.${i % 3}.0,${['linux', 'darwin', 'plan9'][i % 3]},${i % 12}`,
  ),
].join('\n')

test('a version by its first numbers', () => {
  const { lines, closing } = answer({ text: releases, goal: 'Which tools are on v4?' })
  expect(lines.filter((line) => /,4\.\d\.0,/.test(line))).toHaveLength(9)
  expect(lines).toHaveLength(10)
  expect(closing).not.toContain('not in this text')
})

test('the values of a column that the question calls by another name', () => {
  const goal = 'Which operating systems are there?'
  const { lines, closing } = answer({ text: releases, goal })
  expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(['linux', 'darwin', 'plan9'])
  expect(closing).not.toContain('not in this text')
})

test('rows of a table with two columns', () => {
  const states = ['static  ', 'disabled', 'enabled ', 'static  ']
  const text = [
    'UNIT FILE                                     STATE   ',
    ...filler(80, (i) => `${`part-${i}.service`.padEnd(46)}${states[i % 4]}`),
  ].join('\n')
  const { lines } = answer({ text, goal: 'Which units are enabled?' })
  expect(lines.filter((line) => line.includes('enabled'))).toHaveLength(20)
})

const passedRun = noisyRun
  .replace(/Failures:[\s\S]*?(?=Finished in)/, '')
  .replace(/1370 examples, 1 failure[\s\S]*/, '1370 examples, 0 failures, 2 pending\n')

test('a run that says itself that nothing failed', () => {
  const { lines } = answer({ text: passedRun, goal: 'Did any spec fail?' })
  expect(lines).toContain('1370 examples, 0 failures, 2 pending')
  expect(lines.length).toBeLessThan(10)
})

test('a build may fail though its tests pass', () => {
  const text = `${passedRun}error: could not link part.o: undefined symbol pump_start\n`
  const { lines } = answer({ text, goal: 'why did the build fail?' })
  expect(lines).toContain('error: could not link part.o: undefined symbol pump_start')
})

test('the pending tests of a run', () => {
  const text = passedRun.replace(
    'Finished in',
    'Pending: (Failures listed here are expected)\n\n  1) Acme::Log defaults to WARN\n     # not yet\n     # ./spec/log_spec.rb:9\n\n  2) Acme::Store retries\n     # ./spec/store_spec.rb:12\n\nFinished in',
  )
  const { lines } = answer({ text, goal: 'Which specs are pending?' })
  expect(lines).toContain('  1) Acme::Log defaults to WARN')
  expect(lines).toContain('  2) Acme::Store retries')
  expect(lines.length).toBeLessThan(20)
})

test('read-only in a column of options', () => {
  const text = [
    'TARGET              SOURCE     FSTYPE     OPTIONS',
    ...filler(30, (i) =>
      i === 9
        ? '/sys/fs/cgroup      tmpfs      tmpfs      ro,nosuid,nodev,noexec'
        : `/sys/fs/part${String(i).padEnd(8)}cgroup     cgroup     rw,nosuid,nodev,part${i}`,
    ),
  ].join('\n')
  const { lines } = answer({ text, goal: 'Which targets are mounted read-only?' })
  expect(lines.filter((line) => line.includes(' ro,'))).toHaveLength(1)
})

test('a list that is cut short is counted, though the text lacks what its members are called', () => {
  const text = filler(5, (i) => mounts.replaceAll('core', `part${i}_`)).join('\n')
  const { lines, closing } = answer({ text, goal: 'which volumes are of type squashfs?' })
  expect(lines.filter((line) => line.includes('squashfs'))).toHaveLength(4)
  expect(closing).toContain('4 of 20 lines with squashfs shown')
})

test('a phrase of the question does not replace its other words', () => {
  const text = filler(400, (i) =>
    i % 90 === 5
      ? `Jun 17 20:29:${10 + (i % 50)} combo sshd[${i}]: authentication failure; uid=0  user=test`
      : `Jun 17 20:29:${10 + (i % 50)} combo sshd[${i}]: session ${i % 2 ? 'opened' : 'closed'} for user ${i % 9 ? 'ann' : 'test'}`,
  ).join('\n')
  const goal = 'Which authentication failures were for user test?'
  const { lines } = answer({ text, goal })
  expect(lines.filter((line) => line.includes('authentication failure'))).toHaveLength(5)
})
