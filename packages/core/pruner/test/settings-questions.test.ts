// Questions about settings in words that are not exactly a key: by most of the words, by abbreviations, by what a value
// refers to, for all keys of one name; and lists that are shown with their items.
import { expect, test } from 'vitest'
import { keptLines, prune } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

const step = (name: string, run: string) => [`      - name: ${name}`, `        run: ${run}`]
const workflow = [
  'name: checks',
  'on:',
  '  push:',
  '    paths-ignore:',
  '      - "docs/**"',
  '      - "**.md"',
  '      - "examples/**"',
  '  pull_request:',
  '    branches: [main]',
  'jobs:',
  '  test:',
  '    runs-on: ${{ matrix.os }}',
  '    strategy:',
  '      matrix:',
  '        os: [ubuntu-24.04, macos-15]',
  '        py: ["3.11", "3.12"]',
  '    steps:',
  '      - name: Set up Python',
  '        with:',
  '          python-version: ${{ matrix.py }}',
  ...Array.from({ length: 30 }, (_, i) => step(`Prepare part ${i}`, `make part-${i}`)).flat(),
  '  lint:',
  '    runs-on: ubuntu-24.04',
  '    # The formatter of the newest release breaks long tables.',
  '    container: registry.example/formatter:4.2',
  '    steps:',
  ...Array.from({ length: 20 }, (_, i) => step(`Check part ${i}`, `make check-${i}`)).flat(),
]

const values = [
  'replicas: 3',
  'image:',
  '  repository: example/gate',
  ...Array.from({ length: 40 }, (_, i) => `limit${i}: ${i}`),
  'webhookSubResources:',
  '  - pods/exec',
  '  - pods/log',
  'audit:',
  '  containerName: manager',
  '  securityContext:',
  '    runAsGroup: 999',
  '    runAsUser: 1000',
  'hook:',
  '  image:',
  '    repository: example/hook',
  'probe:',
  '  image:',
  '    repository: example/probe',
]

const project = [
  '[project]',
  'name = "gate"',
  'dependencies = [',
  '  "argcomplete>=1.9",',
  ']',
  '[dependency-groups]',
  'type = [',
  '  "ty>=0.1",',
  ']',
  ...Array.from({ length: 60 }, (_, i) => `limit-${i} = ${i}`),
  '[tool.ruff]',
  'lint.ignore = [',
  '  "D203",',
  ']',
  'lint.per-file-ignores."tests/**/*.py" = [',
  '  "S101",',
  '  "PLR2004",',
  ']',
]

const shownOf = (lines: readonly string[], fileName: string, goal: string): string[] => {
  const request = { text: lines.join('\n'), origin: 'explicit', goal, fileName } as const
  const result = prune(request, { scorer: defaultScorer() })
  expect(result.status).toBe('pruned')
  return keptLines(result).map((line) => result.lines[line - 1]!.text.trim())
}

test.each([
  ['Which operating systems are tested?', ['os: [ubuntu-24.04, macos-15]']],
  ['Which Python versions are tested?', ['py: ["3.11", "3.12"]']],
  [
    'Which paths do not trigger the workflow on push?',
    ['- "docs/**"', '- "**.md"', '- "examples/**"'],
  ],
  [
    'Why does the lint job use the formatter container?',
    ['# The formatter of the newest release breaks long tables.'],
  ],
])('in a workflow: %s', (goal, needed) => {
  expect(shownOf(workflow, 'checks.yml', goal)).toEqual(expect.arrayContaining(needed))
})

test.each([
  ['Which user does the audit container run as?', ['runAsUser: 1000']],
  ['Which subresources does the webhook check?', ['- pods/exec', '- pods/log']],
  [
    'Which images are used?',
    ['repository: example/gate', 'repository: example/hook', 'repository: example/probe'],
  ],
])('in values: %s', (goal, needed) => {
  expect(shownOf(values, 'values.yaml', goal)).toEqual(expect.arrayContaining(needed))
})

test.each([
  ['Which dependencies are needed for type checking?', ['"ty>=0.1",']],
  ['Which lint rules are ignored in tests?', ['"S101",', '"PLR2004",']],
])('in a project: %s', (goal, needed) => {
  expect(shownOf(project, 'pyproject.toml', goal)).toEqual(expect.arrayContaining(needed))
})

// The gateway asks about the members of compact JSON, one per line.
test('keys of compact JSON are found without a space after the colon', () => {
  const scripts = [
    '"build":"tsc -b"',
    ...Array.from({ length: 30 }, (_, i) => `"task-${i}":"node tasks/${i}.mjs && node end.mjs"`),
    '"bench:gateway":"pnpm run build && tsx bench/gateway/run.ts"',
    '"bench:engine":"tsc -b && tsx bench/engine/run.ts"',
  ]
  const kept = (lines: readonly string[]) =>
    keptLines(
      prune(
        {
          text: lines.join('\n'),
          goal: 'Which script runs the gateway benchmark?',
          origin: 'explicit',
        },
        { scorer: defaultScorer() },
      ),
    )
  expect(kept(scripts)).toEqual([32, 33])
  expect(kept(scripts.map((line) => line.replace(':"', ': "')))).toEqual([32, 33])
})
