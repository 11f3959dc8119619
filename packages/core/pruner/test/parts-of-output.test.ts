// A line of output is shown with its commit, file or folder: under another one it would be wrong.
import { describe, expect, it } from 'vitest'
import { keptLines, prune } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

function keptOf(lines: readonly string[], goal: string): number[] {
  const request = { text: lines.join('\n'), origin: 'explicit' as const, goal }
  const result = prune(request, { scorer: defaultScorer() })
  expect(result.status).toBe('pruned')
  return keptLines(result)
}

/** Parts with a head and forty lines each; the wanted line is in the middle of the 30th. */
function parts(head: (i: number) => string[], line: (i: number, j: number) => string, one: string) {
  return Array.from({ length: 60 }, (_, i) => [
    ...head(i),
    ...Array.from({ length: 40 }, (_row, j) => (i === 30 && j === 20 ? one : line(i, j))),
    '',
  ]).flat()
}

const FORMS: readonly (readonly [string, string[], string, RegExp])[] = [
  [
    'a match of `rg --heading` with its file',
    parts(
      (i) => [`./lib/part${i}.py`],
      (i, j) => `${j * 7 + 1}:    sock.send(packet_${i}_${j})`,
      '141:    sock.setsockopt(SOL_SOCKET, SO_REUSEPORT, 1)',
    ),
    'Where is SO_REUSEPORT set?',
    /^\.\/lib\/part\d+\.py$/,
  ],
  [
    'a line of `head *` with its file',
    parts(
      (i) => [`==> part${i}.py <==`],
      (i, j) => `value_${i}_${j} = ${j}`,
      'import selectors',
    ),
    'Which module imports selectors?',
    /^==> /,
  ],
  [
    'a line of several files that a server joined with its file',
    Array.from({ length: 30 }, (_, i) => [
      ...(i === 0 ? [] : ['---']),
      `/srv/app/part${i}.py:`,
      'import os',
      '',
      ...Array.from({ length: 30 }, (_row, j) => `value_${i}_${j} = os.getpid() + ${j}`),
      '',
      '',
    ]).flat(),
    'Where is value_17_12 set?',
    /^\/srv\/app\/part\d+\.py:$/,
  ],
  [
    'a line of code of `head *.py` with its file',
    parts(
      (i) => [`==> part${i}.py <==`, '"""A module."""', 'import os', ''],
      (i, j) => `${j % 10 === 0 ? '' : '    '}def call_${i}_${j}(self, value): return os.getpid()`,
      'import selectors',
    ),
    'Which module imports selectors?',
    /^==> /,
  ],
  [
    'a name of `ls -R` with its folder',
    parts(
      (i) => [`./src/folder${i}:`],
      (i, j) => `file_${i}_${j}.py`,
      'yaml_parser.py',
    ),
    'Where is yaml_parser.py?',
    /^\.\/src\/folder\d+:$/,
  ],
  [
    'a message of `git log` with its commit',
    parts(
      (i) => [`commit ${String(i).padStart(40, 'a1b2c3')}`, 'Author: A <a@b.c>', ''],
      (i, j) => `    Tidy module ${i} step ${j}`,
      '    Raise the price of a miss',
    ),
    'Which commit raised the price of a miss?',
    /^commit /,
  ],
  [
    'a complaint of a linter with its file',
    parts(
      (i) => [`/repo/src/part${i}.ts`],
      (i, j) => `  ${j + 1}:5  note  name_${i}_${j} could be shorter  naming`,
      '  21:9  note  retryDelay is assigned twice  assigned-twice',
    ),
    'Where is retryDelay assigned twice?',
    /^\/repo\/src/,
  ],
]

describe('a line is shown with its headings', () => {
  it.each(FORMS)('%s', (_, lines, goal, head) => {
    const kept = keptOf(lines, goal)
    const headOf = (line: number) => {
      let at = line
      while (!head.test(lines[at - 1]!)) at--
      return at
    }
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.filter((line) => !kept.includes(headOf(line)))).toEqual([])
  })
})

/** Each kept line, with every line above it that is indented less and contains it. */
function orphansOf(lines: readonly string[], goal: string, fileName?: string): string[] {
  const request = {
    text: lines.join('\n'),
    origin: 'explicit' as const,
    goal,
    ...(fileName !== undefined && { fileName }),
  }
  const kept = keptLines(prune({ ...request, maxTokens: 1500 }, { scorer: defaultScorer() }))
  expect(kept.length).toBeGreaterThan(0)
  const depthOf = (line: number) => /^[\s│├└─-]*/.exec(lines[line - 1]!)![0].length
  return kept.flatMap((line) => {
    const missing: string[] = []
    let depth = depthOf(line)
    for (let above = line - 1; above > 0 && depth > 0; above--) {
      if (depthOf(above) >= depth || lines[above - 1] === '') continue
      depth = depthOf(above)
      if (!kept.includes(above)) missing.push(`${lines[line - 1]} without ${lines[above - 1]}`)
    }
    return missing
  })
}

describe('a member is shown with what it is a member of', () => {
  const yaml = Array.from({ length: 60 }, (_, i) => [
    `  packages/part${i}:`,
    '    dependencies:',
    ...Array.from({ length: 8 }, (_row, j) => [
      `      ${i % 7 === 3 && j === 4 ? 'zod' : `lib-${(i * 3 + j) % 90}`}:`,
      `        specifier: ^${j}.1.0`,
      `        version: ${j}.1.${i}`,
    ]).flat(),
  ]).flat()

  it('of YAML', () => {
    const lines = ["lockfileVersion: '9.0'", 'importers:', ...yaml]
    expect(orphansOf(lines, 'Which version of zod is locked?', 'pnpm-lock.yaml')).toEqual([])
  })

  it('of JSON', () => {
    const value = Object.fromEntries(
      Array.from({ length: 80 }, (_, i) => [
        `part${i}`,
        { scripts: { build: `make part${i}`, test: `run part${i}` }, limits: { retries: i % 7 } },
      ]),
    )
    const lines = JSON.stringify(value, null, 2).split('\n')
    expect(orphansOf(lines, 'How many retries has part41?', 'parts.json')).toEqual([])
  })

  it('of a tree', () => {
    const lines = [
      '.',
      ...Array.from({ length: 60 }, (_, i) => [
        `├── folder${i}`,
        '│   ├── src',
        ...Array.from({ length: 12 }, (_row, j) =>
          i === 33 && j === 7 ? '│   │   ├── yaml-parser.ts' : `│   │   ├── part${i}-${j}.ts`,
        ),
        '│   └── README.md',
      ]).flat(),
    ]
    expect(orphansOf(lines, 'Where is yaml-parser.ts?')).toEqual([])
  })
})

it('shows the requested row of a table, with the names of the columns', () => {
  const rows = Array.from({ length: 400 }, (_, i) => `| geo-${i} | team${i % 17} | ${8000 + i} |`)
  const table = ['| name | owner | port |', '| --- | --- | --- |', ...rows]
  const lines = [
    '# Services',
    '',
    'All of them, by name.',
    '',
    ...table,
    '',
    '# Notes',
    '',
    'None.',
  ]
  const request = {
    text: lines.join('\n'),
    origin: 'explicit' as const,
    goal: 'Which port has geo-325?',
  }
  const kept = keptLines(prune(request, { scorer: defaultScorer() }))
  expect(kept).toEqual(expect.arrayContaining([5, 6, 332]))
  expect(kept.length).toBeLessThan(30)
})
