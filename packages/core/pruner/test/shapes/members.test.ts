// Questions about a key of several members of settings were answered with one of them, as if it were all; long parts
// were cut to their heading.
import { expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

const tasks = [
  'version: 3',
  'tasks:',
  ...filler(24, (i) => [
    `  pump${i % 2 === 0 ? '' : ':fill'}${i}:`,
    `    desc: Fills basin ${i}`,
    ...(i % 4 === 1 ? [`    aliases: [p${i}]`] : []),
    ...(i % 6 === 2 ? ['    deps: [install:valve]'] : []),
    '    cmds:',
    `      - fill ${i}`,
  ]).flat(),
].join('\n')

test.each([
  ['Which tasks have aliases?', /aliases:/, 6],
  ['List every task with its description.', /desc:/, 24],
  ['Which tasks need the valve to be installed?', /install:valve/, 4],
])('of tasks: %s', (goal, wanted, count) => {
  const { lines } = answer({ text: tasks, goal, fileName: 'Taskfile.yml' })
  expect(lines.filter((line) => wanted.test(line))).toHaveLength(count)
})

const settings = JSON.stringify(
  {
    environments: { review: { scripts: { deploy: 'pump' } } },
    env: Object.fromEntries(
      filler(40, (i) => [`PUMP_${i}`, { description: `level ${i}`, required: i % 10 === 3 }]),
    ),
  },
  undefined,
  2,
)

test.each([
  ['Which env vars are required?', 4],
  ['Which env vars are not required?', 36],
])('by a switch: %s', (goal, count) => {
  const { lines } = answer({ text: settings, goal, fileName: 'app.json' })
  expect(lines.filter((line) => line.includes('"PUMP_'))).toHaveLength(count)
})

test('a key of several documents comes with what names them', () => {
  const document = (kind: string, i: number) => [
    'apiVersion: v1',
    `kind: ${kind}`,
    'metadata:',
    `  name: basin${i}`,
    'spec:',
    kind === 'Deployment' ? `  replicas: ${i}` : `  port: 80${i}`,
    '  selector:',
    `    app: basin${i}`,
  ]
  const text = filler(12, (i) => document(i % 2 === 0 ? 'Deployment' : 'Service', i).join('\n'))
  const { lines } = answer({
    text: text.join('\n---\n'),
    goal: 'How many replicas does each deployment have?',
    fileName: 'basins.yaml',
  })
  expect(lines).toEqual(
    expect.arrayContaining(
      [0, 2, 4, 6, 8, 10].flatMap((i) => [`  name: basin${i}`, `  replicas: ${i}`]),
    ),
  )
  expect(lines).not.toContain('  name: basin1')
})

const workflow = [
  'name: basins',
  'on:',
  '  push:',
  "    branches: ['main']",
  '  workflow_dispatch:',
  'jobs:',
  '  fill:',
  '    steps:',
  ...filler(30, (i) => [
    `      - name: Part ${i}`,
    i % 5 === 0 ? `        uses: basin/part${i}@v1` : `        run: make part-${i}`,
  ]).flat(),
].join('\n')

test.each([
  ['When does this workflow run?', ["    branches: ['main']", '  workflow_dispatch:']],
  ['What triggers the workflow?', ["    branches: ['main']", '  workflow_dispatch:']],
  [
    'Which third-party actions does this workflow use?',
    filler(6, (i) => `        uses: basin/part${i * 5}@v1`),
  ],
])('of a workflow: %s', (goal, wanted) => {
  const { lines } = answer({ text: workflow, goal, fileName: 'basins.yml' })
  expect(lines).toEqual(expect.arrayContaining(wanted))
  expect(lines.length).toBeLessThan(30)
})

test('a part that is the one record of a list is shown whole', () => {
  const text = [
    ...filler(60, (i) => `limit${i}: ${i}`),
    'depot:',
    '  - name: Basin',
    ...filler(40, (i) => `    part${i}: ${i}`),
    'after: 1',
  ].join('\n')
  const { lines } = answer({ text, goal: 'Show the depot section', fileName: 'pump.yml' })
  expect(lines).toEqual(expect.arrayContaining(filler(40, (i) => `    part${i}: ${i}`)))
})

test('a part of settings below a title in a comment', () => {
  const part = (name: string) => [
    `############## ${name} ##############`,
    '',
    ...filler(20, (i) => `# About ${i}.\n${name.toLowerCase().replace(/ /g, '-')}-${i} yes\n`),
  ]
  const text = ['VALVE LIMITS', 'BASIN MODE', 'PUMPS'].flatMap(part).join('\n')
  const goal = 'Show everything about the basin mode'
  const { lines } = answer({ text, goal, fileName: 'basin.conf' })
  expect(lines.filter((line) => line.startsWith('basin-mode-'))).toHaveLength(20)
  expect(lines.filter((line) => line.startsWith('pumps-'))).toEqual([])
})

const services = [
  'services:',
  ...filler(16, (i) => [
    `  pump${i}:`,
    `    image: basin/pump:${i}`,
    '    restart: always',
    ...(i % 5 === 2 ? ['    depends_on:', '      - valve'] : []),
    '    networks:',
    `      - ${i % 4 === 1 ? 'external' : 'internal'}_network`,
  ]).flat(),
  '  valve:',
  '    image: basin/valve:1',
  'networks:',
  '  external_network:',
  '  internal_network:',
].join('\n')

test.each([
  ['Which services wait for valve to be up?', /- valve/, 3],
  ['Which containers are on the external network?', /- external_network/, 4],
])('by what the members contain: %s', (goal, wanted, count) => {
  const { lines } = answer({ text: services, goal, fileName: 'compose.yml' })
  expect(lines.filter((line) => wanted.test(line))).toHaveLength(count)
  expect(lines.filter((line) => /^ {2}pump/.test(line))).toHaveLength(count)
})

test('a directive of a server that writes no colon', () => {
  const text = [
    'http {',
    ...filler(40, (i) => `\tpart_${i} ${i}m;`),
    '\tkeepalive_timeout 75s;',
    ...filler(40, (i) => `\tlimit_${i} ${i}m;`),
    '}',
  ].join('\n')
  const goal = 'What is the keepalive timeout?'
  const { lines } = answer({ text, goal, fileName: 'nginx.conf' })
  expect(lines).toContain('\tkeepalive_timeout 75s;')
  expect(lines.length).toBeLessThan(6)
})

const jobs = [
  'jobs:',
  ...filler(14, (i) => [
    `  part${i}:`,
    i % 2 === 0 ? '    runs-on: ${{ matrix.os }}' : '    runs-on: basin-24',
    `    timeout-minutes: ${i + 20}`,
    '    strategy:',
    '      matrix:',
    `        os: [valve-${i}]`,
    '    env:',
    `      LEVEL: l${i}`,
    '    steps:',
    `      - name: Fill ${i}`,
    `        run: make part-${i}`,
  ]).flat(),
].join('\n')

test.each([
  ['What is the time limit of each job?', filler(14, (i) => `    timeout-minutes: ${i + 20}`)],
  ['Which runners are used?', filler(7, (i) => `        os: [valve-${2 * i}]`)],
  ['Which environment does the part3 job define?', ['    env:', '      LEVEL: l3']],
])('of jobs: %s', (goal, wanted) => {
  const { lines } = answer({ text: jobs, goal, fileName: 'jobs.yml' })
  expect(lines).toEqual(expect.arrayContaining(wanted))
})

test('what else is asked being absent, all lines with the rest are shown or counted', () => {
  const text = filler(60, (i) =>
    i % 8 === 3 ? `PUMP${i}_IMAGE=basin/pump:${i}` : `LEVEL_${i}=${i}`,
  )
  const goal = 'What images does the quartermaster prefer?'
  const { lines } = answer({ text: text.join('\n'), goal, fileName: 'pumps.env' })
  expect(lines.filter((line) => line.includes('_IMAGE='))).toHaveLength(8)
})

test('a key of a section that repeats comes with what names the section', () => {
  const section = (i: number) =>
    `[[package]]\nname = "pump-${i}"\nversion = "1.${i}"\ndependencies = [\n "valve-${i}",\n "hose",\n]\n`
  const text = filler(40, section).join('\n')
  const goal = 'What are the dependencies of pump-17?'
  const { lines } = answer({ text, goal, fileName: 'Pump.lock' })
  expect(lines).toEqual(expect.arrayContaining(['name = "pump-17"', ' "valve-17",', ' "hose",']))
  expect(lines.length).toBeLessThan(15)
})
