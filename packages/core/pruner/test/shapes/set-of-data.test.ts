// Questions about data for everything under a key, and for one value by its path.
import { describe, expect, test } from 'vitest'
import { answer, filler } from '../ask.js'

describe('a set of data', () => {
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
  test.each([
    'which packages are dev dependencies only?',
    'What are the dev dependencies?',
    'list dev dependencies',
  ])('by the words of the key, one of which names a kind of thing: %s', (goal) => {
    const packages = (prefix: string) =>
      Object.fromEntries(filler(13, (i) => [`@pump/${prefix}${i}`, `^${i}.0.1`]))
    const text = JSON.stringify(
      {
        name: 'pump',
        scripts: Object.fromEntries(
          filler(30, (i) => [`pump${i}`, `tsc -b && node dev-${i}.mjs only`]),
        ),
        dependencies: packages('valve'),
        devDependencies: packages('gauge'),
      },
      undefined,
      2,
    )
    const { lines } = answer({ text, goal, fileName: 'package.json' })
    expect(lines.filter((line) => line.includes('@pump/gauge'))).toHaveLength(13)
    expect(lines.filter((line) => line.includes('@pump/valve'))).toEqual([])
  })
  test('members without a value are not those without its key', () => {
    const service = (i: number) => [
      `  pump${i}:`,
      i === 3 ? '    build: ./pump' : `    image: ${i % 4 === 1 ? 'postgres' : 'redis'}:${i}`,
      '    restart: always',
    ]
    const text = ['services:', ...filler(20, service).flat()].join('\n')
    const goal = 'Which services do not use the postgres image?'
    const { lines } = answer({ text, goal, fileName: 'compose.yml' })
    expect(lines.filter((line) => line.includes('redis:'))).toHaveLength(14)
    expect(lines).toContain('  pump3:')
  })
  test('of the environment, whatever else the question names', () => {
    const text = workflow.replace(
      'jobs:',
      ['env:', ...filler(5, (i) => `  PUMP_${i}: level-${i}`), 'jobs:'].join('\n'),
    )
    const goal = 'Which environment variables does the build set for all jobs?'
    const { lines } = answer({ text, goal, fileName: 'ci.yml' })
    expect(lines).toEqual(expect.arrayContaining(filler(5, (i) => `  PUMP_${i}: level-${i}`)))
  })
  test('the content of a named record of a list', () => {
    const resource = (name: string) => ({
      name,
      path: `data/${name}.csv`,
      schema: { fields: filler(12, (i) => ({ name: `${name}-field${i}`, type: 'string' })) },
    })
    const text = JSON.stringify(
      { name: 'pump-parts', resources: ['pump-parts', 'tank-sizes'].map(resource) },
      null,
      2,
    )
    const goal = 'What fields does the pump-parts resource have?'
    const { lines } = answer({ text, goal, fileName: 'datapackage.json' })
    expect(lines.filter((line) => line.includes('"pump-parts-field'))).toHaveLength(12)
    expect(lines.filter((line) => line.includes('"tank-sizes-field'))).toHaveLength(0)
  })
  test('a value by the path to it', () => {
    const text = workflow.replace(
      'defaults:',
      'defaults:\n  idle-time:\n    words: how long it waits',
    )
    const { lines } = answer({ text, goal: 'show idle-time.words', fileName: 'ci.yml' })
    expect(lines).toEqual(expect.arrayContaining(['  idle-time:', '    words: how long it waits']))
  })
})

// A key of each member was answered with two of the members, as if they were all.
const compose = [
  'services:',
  ...filler(9, (i) => [
    `  pump${i}:`,
    `    image: basin/pump:${i}`,
    '    restart: always',
    ...(i % 3 === 1 ? ['    ports:', `      - '80${i}:80'`] : []),
    '    volumes:',
    `      - ./pump${i}:/data`,
  ]).flat(),
  'networks:',
  '  inner:',
]
test.each([
  ['which image does each service use', /image: /, 9],
  ['Which services do not publish ports?', /^ {2}pump[0235678]:/, 6],
])('%s', (goal, held, count) => {
  const { lines } = answer({ text: compose.join('\n'), goal, fileName: 'compose.yml' })
  expect(lines.filter((line) => held.test(line))).toHaveLength(count)
  expect(lines.length).toBeLessThan(2 * count + 3)
})

test('the blocks of a keyword in settings of a server', () => {
  const paths = filler(14, (i) => (i % 2 === 0 ? `/part${i}/` : `@part${i}`))
  const text = paths
    .flatMap((path, i) => [`  location ${path} {`, `    add_header X-Part ${i};`, '  }', ''])
    .join('\n')
  const { lines } = answer({ text, goal: 'list all locations', fileName: 'nginx.conf' })
  expect(lines.filter((line) => line.includes('location'))).toHaveLength(14)
})

const ofJobs = [
  'env:',
  '  CLEAN: true',
  'jobs:',
  ...filler(8, (i) => [
    `  part${i}:`,
    `    timeout-minutes: ${i + 10}`,
    '    env:',
    `      BASIN: b${i}`,
    `      VALVE: v${i}`,
    '    steps:',
    `      - run: fill ${i}`,
  ]).flat(),
]
test.each([
  ['timeout of each job', filler(8, (i) => `    timeout-minutes: ${i + 10}`)],
  ['what env vars does the part3 job set?', ['      BASIN: b3', '      VALVE: v3']],
])('of a workflow: %s', (goal, wanted) => {
  const { lines } = answer({ text: ofJobs.join('\n'), goal, fileName: 'fill.yml' })
  expect(lines).toEqual(expect.arrayContaining(wanted))
  expect(lines.length).toBeLessThan(20)
})

describe('a member that is named with what it is', () => {
  const steps = (job: string) =>
    filler(14, (i) => [
      `    - name: Step ${i} of ${job}`,
      '      uses: tools/run',
      '      with:',
      `        tag: build-${i}`,
    ]).flat()
  const job = (name: string) => [
    `  ${name}:`,
    '    needs: [ build ]',
    '    if: |',
    `      startsWith(github.ref, '${name}')`,
    '    steps:',
    ...steps(name),
  ]
  const text = ['jobs:', ...['build', 'sign-all', 'sign', 'publish'].flatMap(job)].join('\n')
  test('when it runs is in its own settings', () => {
    const { lines } = answer({ text, goal: 'When does the sign job run?', fileName: 'ci.yml' })
    expect(lines).toEqual(expect.arrayContaining(job('sign').slice(0, 5)))
    expect(lines).not.toContain("      startsWith(github.ref, 'publish')")
  })
  test('what one of its keys lists', () => {
    const goal = 'Which steps does the sign-all job have?'
    const { lines } = answer({ text, goal, fileName: 'ci.yml' })
    expect(lines.filter((line) => line.includes('of sign-all'))).toHaveLength(14)
    expect(lines.length).toBeLessThan(20)
  })
})
