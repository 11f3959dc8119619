// Each rule's own numbers, at the edges of where it applies.
import { describe, expect, it } from 'vitest'
import type { PruneRequest } from '../types.js'
import { awayFromNames } from './away-from-names.js'
import { awayFromWords } from './away-from-words.js'
import { foldedWarnings, licence, passedEntries } from './downweighted.js'
import { extremes } from './extremes.js'
import { knownOf } from './known.case.js'
import { bestCovered, linesWithAll, linesWithExactly } from './lines-with-all.js'
import { namedBodies } from './named-bodies.js'
import { namedLines, rareWordLines, rowsOfNames } from './named-lines.js'
import { likelihood } from './names.js'
import { outline } from './outline.js'
import { isSilent } from './rare-words.js'
import { referencedLines } from './referenced-lines.js'
import { bestRows, rowsWithout } from './rows.js'
import { applyRules, type Effect, type Known, type Rule } from './rule.js'
import { wordsTogether } from './words-together.js'

type More = Partial<PruneRequest>
const logs: More = { sourceType: 'logs' }

const known = (lines: readonly string[], goal: string, more: More = {}): Known =>
  knownOf({ text: lines.join('\n'), goal, origin: 'explicit', ...more })

function effectOf(rule: Rule, what: Known, certain: readonly number[] = []): Effect | undefined {
  const chances = new Float32Array(what.input.split.count).fill(0.5)
  const decidedBy = new Uint8Array(chances.length)
  const settled = decidedBy.slice()
  for (const line of certain) settled[line] = 1
  return rule.effect(what, { chances, certain: settled, decidedBy })
}

/** 0-based lines of an array of factors that differ from 1, or that are 1. */
const linesWhere = (values: Effect['factors'], value: number): number[] =>
  typeof values === 'object'
    ? [...values.keys()].filter((line) => Math.abs(values[line]! - value) < 1e-6)
    : []

const rows = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i))

describe('named lines', () => {
  const log = (...at: number[]) =>
    rows(300, (i) => (at.includes(i) ? `worker lost job_4711 at ${i}` : `worker took part ${i}`))
  const named = (at: readonly number[], more: More = logs) =>
    effectOf(namedLines, known(log(...at), 'what happened to job_4711?', more))

  it('are the likelier the fewer there are, and so are those around', () => {
    expect(named([9])?.floors).toEqual([
      [7, 0.1],
      [8, 0.15],
      [9, 0.4],
      [10, 0.15],
      [11, 0.1],
    ])
    expect(named([9, 50])?.floors?.slice(0, 3)).toEqual([
      [7, 0.08],
      [8, 0.12],
      [9, 0.28],
    ])
    expect(named([9, 50, 60, 70])?.floors?.slice(0, 3)).toEqual([
      [8, 0.1],
      [9, 0.22],
      [10, 0.1],
    ])
    const upTo = (count: number) => named(rows(count, () => '').map((_, i) => i))?.floors?.[0]?.[1]
    expect([5, 8, 9, 40, 41, 150].map(upTo)).toEqual([0.13, 0.13, 0.09, 0.09, 0.06, 0.06])
    expect(named(rows(151, () => '').map((_, i) => i))).toBeUndefined()
  })

  it('are certain up to forty entries, or four passages', () => {
    const first = (count: number) => rows(count, () => '').map((_, i) => i)
    expect(named(first(40))?.certain).toHaveLength(40)
    expect(named(first(41))?.certain).toEqual([])
    const prose: More = { fileName: 'notes.md' }
    expect(named(first(4), prose)?.certain).toEqual([0, 1, 2, 3])
    expect(named(first(5), prose)?.certain).toEqual([])
  })

  it('are certain in up to eight statements if how code works is asked', () => {
    const lines = [
      ...rows(20, (i) => `// ${i}: With drain_first the tank waits.`),
      ...rows(30, (i) => (i < 8 ? `if (drain_first) turn(${i})` : `turn(${i})`)),
    ]
    const asked = (question: string) =>
      effectOf(namedLines, known(lines, question, { fileName: 'pump.js' }))?.certain
    expect(asked('How does drain_first delay the tank?')).toEqual([20, 21, 22, 23, 24, 25, 26, 27])
    expect(asked('Does drain_first delay the tank?')).toEqual([])
  })

  it('count for less in an implicit question', () => {
    const said = known(log(9), 'Now I look for job_4711 there', { ...logs, origin: 'implicit' })
    expect(effectOf(namedLines, said)?.floors?.[2]?.[1]).toBeCloseTo(0.12, 6)
  })

  it('leave none without a name', () => {
    expect(named([])).toBeUndefined()
  })
})

describe('rare words', () => {
  const log = (count: number, rare: number) =>
    rows(count, (i) => (i < rare ? `spillway drained by worker` : `worker took part ${i}`))
  const rare = (count: number, found: number, more: More = logs) =>
    effectOf(rareWordLines, known(log(count, found), 'when was the spillway used?', more))

  it('decide up to one line in a hundred, and up to four of a shorter text', () => {
    expect(rare(200, 4)?.certain).toEqual([0, 1, 2, 3])
    expect(rare(200, 5)?.certain).toEqual([])
    expect(rare(600, 6)?.certain).toHaveLength(6)
    expect(rare(599, 6)?.certain).toEqual([])
    expect(rare(4200, 40)?.certain).toHaveLength(40)
    expect(rare(4200, 41)?.certain).toEqual([])
  })

  it('decide nothing in a short text, nor where they are common', () => {
    expect(rare(199, 2)).toBeUndefined()
    expect(rare(200, 8)?.floors?.[0]?.[1]).toBe(0.13)
    expect(rare(200, 9)).toBeUndefined()
    expect(rare(4200, 150)?.floors?.[0]?.[1]).toBe(0.06)
    expect(rare(4200, 151)).toBeUndefined()
  })

  it('decide in code by its statements, if comments have them too', () => {
    const code: More = { fileName: 'pump.js' }
    const lines = ['// The spillway.', ...log(230, 3).map((line) => `call('${line}')`)]
    const asked = (own: readonly string[]) =>
      effectOf(rareWordLines, known(own, 'when was the spillway used?', code))?.certain
    expect(asked(lines)).toEqual([1, 2, 3])
    expect(asked(['// The spillway.', ...rows(230, () => 'turn(valve)')])).toEqual([0])
  })

  it('decide nothing where nobody asked', () => {
    const said = known(log(200, 2), 'Now I look for the spillway', { ...logs, origin: 'implicit' })
    const implicit = effectOf(rareWordLines, said)
    expect(implicit?.certain).toEqual([])
    expect(implicit?.floors?.[2]?.[1]).toBeCloseTo(0.28 * 0.3, 6)
  })
})

describe('entries without a name', () => {
  it('are downweighted beyond two lines from those with it', () => {
    const log = rows(300, (i) => (i === 50 ? 'drained the spillway' : `worker took part ${i}`))
    const asked = effectOf(rowsOfNames, known(log, 'When was the spillway drained?', logs))
    expect(linesWhere(asked?.factors, 1)).toEqual([48, 49, 50, 51, 52])
    expect(linesWhere(asked?.factors, 0.04)).toHaveLength(295)
    const said = effectOf(rowsOfNames, known(log, 'spillway handling', logs))
    expect(linesWhere(said?.factors, 0.35)).toHaveLength(295)
    const implicit: More = { ...logs, origin: 'implicit' }
    expect(effectOf(rowsOfNames, known(log, 'look at the spillway', implicit))).toBeUndefined()
  })

  it('are not where nothing is named', () => {
    const log = rows(300, (i) => `worker took part ${i}`)
    expect(
      effectOf(rowsOfNames, known(log, 'When was the spillway drained?', logs)),
    ).toBeUndefined()
  })
})

describe('lines by number', () => {
  const file = rows(200, (i) => `const value${i} = ${i}`)
  const asked = (goal: string) => effectOf(referencedLines, known(file, goal, { fileName: 'a.ts' }))

  it('are certain up to forty, with those around, and others count less', () => {
    const one = asked('what does a.ts:95 do?')
    expect(one?.certain).toEqual([94])
    expect(one?.floors).toContainEqual([102, 0.12])
    expect(one?.floors).toContainEqual([95, 0.25])
    expect(one?.floors).toContainEqual([88, 0.05])
    expect(one?.floors).toContainEqual([93, 0.12])
    expect(asked('a.ts lines 10-49')?.certain).toHaveLength(40)
    expect(asked('a.ts lines 10-50')?.certain).toEqual([])
    expect(asked('a.ts lines 10-50')?.floors).toContainEqual([49, 0.35])
  })

  it('leave nearly nothing to others if the question says nothing else', () => {
    expect(asked('a.ts lines 10-12')?.factors).toBe(0.001)
    expect(asked('why is the gateway closed in a.ts lines 10-12?')?.factors).toBe(0.25)
    expect(asked('why is the gateway closed?')).toBeUndefined()
  })
})

describe('rows without a word', () => {
  const pods = (count: number, others: number) =>
    rows(count, (i) => `pod-${i}  1/1  ${i < others ? 'Pending' : 'Running'}  ${i}d`)
  const asked = (lines: readonly string[]) =>
    effectOf(rowsWithout, known(lines, 'Which pods are not running?', logs))

  it('are certain while they are few', () => {
    expect(asked(pods(10, 3))).toEqual({ factors: 0.05, certain: [0, 1, 2] })
    expect(asked(pods(10, 4))).toBeUndefined()
    expect(asked(pods(8, 1))?.certain).toEqual([0])
    expect(asked(pods(7, 1))).toBeUndefined()
    expect(asked(pods(200, 40))?.certain).toHaveLength(40)
    expect(asked(pods(200, 41))).toBeUndefined()
  })

  it('count no blank lines', () => {
    const lines = pods(10, 2)
    lines.splice(5, 0, '', '')
    expect(asked(lines)?.certain).toEqual([0, 1])
    expect(asked([...pods(9, 3), '', '', ''])).toBeUndefined()
  })
})

describe('the best rows', () => {
  const paths = (both: number) =>
    rows(200, (i) =>
      i < both ? `tests/gateway/l${i}.ts` : i % 2 ? `src/gateway/${i}.ts` : `tests/o${i}.ts`,
    )
  const asked = (lines: readonly string[], goal = 'Which are the tests of the gateway?') =>
    effectOf(bestRows, known(lines, goal, logs))?.certain

  it('contain at least two words of the question, and are few', () => {
    expect(asked(paths(1))).toEqual([0])
    expect(asked(paths(60))).toHaveLength(60)
    expect(asked(paths(61))).toBeUndefined()
    expect(asked(paths(0))).toBeUndefined()
  })
})

describe('the rows with the greatest and least numbers', () => {
  const certain = (lines: readonly string[], goal: string) =>
    effectOf(extremes, known(lines, goal, logs))?.certain
  const sizes = [
    'NAME SIZE AGE',
    ...rows(9, (i) => `p${i} ${[50, 20, 90, 10, 70, 30, 80, 40, 60][i]}K ${i * i}d`),
  ]

  it('are two of each end, in the named column', () => {
    expect(certain(sizes, 'which part has the largest size?')).toEqual([3, 7])
    expect(certain(sizes, 'which part has the smallest size?')).toEqual([4, 2])
    expect(certain(sizes, 'what is the size of p3?')).toBeUndefined()
  })

  it('are found by unit, by name and with thousands', () => {
    const units = rows(6, (i) => `used ${['900K', '2M', '1G', '800', '3M', '5K'][i]}`)
    expect(certain(units, 'which is the largest?')).toEqual([2, 4])
    expect(certain(units, 'which is the smallest?')).toEqual([3, 5])
    const keyed = rows(6, (i) => `id=${7 - i} size=${[5, 9, 2, 8, 1, 4][i]}`)
    expect(certain(keyed, 'which has the largest size?')).toEqual([1, 3])
    const thousands = rows(6, (i) => `n ${['1,000', '999', '2_000', '5', '7', '6'][i]}`)
    expect(certain(thousands, 'which is the largest?')).toEqual([2, 0])
    const separated = rows(6, (i) => `a${i},${[5, 9, 2, 8, 1, 4][i]},x`)
    expect(certain(separated, 'which is the largest?')).toEqual([1, 3])
  })

  it('are not those of a counter, of a constant, or of a few rows', () => {
    expect(
      certain(
        rows(6, (i) => `part ${i + 1}`),
        'which is the largest?',
      ),
    ).toBeUndefined()
    expect(
      certain(
        rows(6, () => 'part 7'),
        'which is the largest?',
      ),
    ).toBeUndefined()
    const few = (count: number) => rows(count, (i) => `part ${[5, 9, 2, 8, 1][i]}`)
    expect(certain(few(4), 'which is the largest?')).toBeUndefined()
    expect(certain(few(5), 'which is the largest?')).toEqual([1, 3])
  })

  it('are found by the time printed beside each step', () => {
    const steps = ['0.13s call test_a', '✓ adds (350 ms)', '--- PASS: TestA (2 min)', 'done in 1s']
    expect(certain(steps, 'which test was the slowest?')).toEqual([2, 3])
    expect(certain(steps, 'which test was the fastest?')).toEqual([0, 1])
    expect(certain(steps.slice(0, 3), 'which test was the slowest?')).toEqual([2, 1])
    expect(certain(steps.slice(0, 2), 'which test was the slowest?')).toBeUndefined()
    expect(certain(['STEP', ...steps], 'which test was the slowest?')).toBeUndefined()
  })
})

describe('downweighted', () => {
  it('is what passed, and dropped where failures are asked for', () => {
    const run = rows(40, (i) => ` ✓ part ${i} is drawn (${i} ms)`)
    run.splice(20, 0, ' ✗ part 20 is hatched (4 ms)')
    run.push('', ' 40 passing', ' 1 failing')
    const failed = effectOf(passedEntries, known(run, 'Which tests fail?', logs))
    expect(linesWhere(failed?.factors, 0)).toContain(3)
    expect(linesWhere(failed?.factors, 1)).toContain(20)
    const asked = effectOf(passedEntries, known(run, 'How are parts drawn?', logs))
    expect(linesWhere(asked?.factors, 0.02)).toContain(3)
  })

  it('is a warning like one that is shown', () => {
    const lint = rows(20, (i) => `src/p${i}.ts:${i + 1}:1: warning: line too long`)
    const effect = effectOf(foldedWarnings, known([...lint, 'finished'], 'Did it finish?', logs))
    expect(linesWhere(effect?.factors, 0.02).length).toBeGreaterThan(10)
    expect(linesWhere(effect?.factors, 1)).toContain(20)
  })

  it('is the licence over code, unless it is asked about', () => {
    const code = ['// Copyright (C) 2024 Some Authors', '// Licensed under terms', '', 'let a = 1']
    const asked = (lines: readonly string[], goal: string) =>
      linesWhere(effectOf(licence, known(lines, goal, { fileName: 'a.ts' }))?.factors, 0.1)
    expect(asked(code, 'what is a?')).toEqual([0, 1])
    expect(asked(code, 'what licence is this under?')).toEqual([])
    expect(asked(['// Draws shapes.', 'let a = 1'], 'what is a?')).toEqual([])
    expect(asked(['let a = 1', 'let b = 2'], 'what is a?')).toEqual([])
  })
})

describe('bodies of named heads', () => {
  const settings = (members: number) => [
    ...rows(30, (i) => `other${i}: ${i}`),
    'part_41:',
    ...rows(members, (i) => `  member${i}: ${i}`),
    'last: 1',
  ]
  const asked = (lines: readonly string[], goal: string, more: More, certain: number[] = []) =>
    effectOf(namedBodies, known(lines, goal, more), certain)
  const yaml: More = { fileName: 'settings.yaml' }

  it('are as likely as the head, and as certain', () => {
    const one = asked(settings(2), 'What is set for part_41?', yaml)
    expect(one).toEqual({
      floors: [
        [31, 0.5],
        [32, 0.5],
      ],
      certain: [],
    })
    expect(asked(settings(2), 'What is set for part_41?', yaml, [30])?.certain).toEqual([31, 32])
  })

  it('are short, or of the only one', () => {
    const size = (members: number) =>
      asked(settings(members), 'What is set for part_41?', yaml)?.floors?.length ?? 0
    expect([24, 25].map(size)).toEqual([24, 0])
    const twice = (members: number) =>
      asked([...settings(members), ...settings(members)], 'What is set for part_41?', yaml)?.floors
        ?.length ?? 0
    expect([10, 11].map(twice)).toEqual([20, 0])
  })

  it('are the indented lines below an entry of a help text, six at most', () => {
    const help = (below: number) => [
      'usage: tool [options]',
      '  --dry-run',
      ...rows(below, (i) => `      explains part ${i}`),
      '  --other',
      '      explains another',
    ]
    const size = (below: number) =>
      asked(help(below), 'What does --dry-run do?', logs)?.floors?.length ?? 0
    expect([1, 5, 6, 7].map(size)).toEqual([1, 5, 6, 6])
  })
})

describe('the outline', () => {
  const asked = (lines: readonly string[], more: More) =>
    effectOf(outline, known(lines, 'Give me an overview of this file', more))?.chances

  it('shows declarations by depth, imports and the beginning of a section', () => {
    const code = ["import a from 'a'", 'class A {', '  b() {', '    c()', '  }', '}']
    const chances = asked(code, { fileName: 'a.ts' })
    const shown = Array.from(chances ?? [], (chance) => Number(chance.toFixed(3)))
    expect(shown).toEqual([0.05, 1, 0.4, 0, 0, 0])
    const docs = asked(['# Title', '', 'First.', 'Second.', '## Part', 'Third.'], {
      fileName: 'a.md',
    })
    const inDocs = Array.from(docs ?? [], (chance) => Number(chance.toFixed(3)))
    expect(inDocs).toEqual([1, 0, 0.048, 0, 0.4, 0.019])
  })

  it('shows the ends of an output and the first line of each kind', () => {
    const log = rows(30, (i) => (i === 15 ? 'disk is full' : `took part ${i}`))
    const shown = Array.from(asked(log, logs) ?? [], (chance) => Number(chance.toFixed(3)))
    expect(shown.slice(0, 5)).toEqual([1, 1, 1, 1, 0])
    expect(shown.slice(25)).toEqual([0, 1, 1, 1, 1])
    expect(shown[15]).toBe(0.4)
    expect(shown.slice(5, 15)).toEqual(rows(10, () => '').map(() => 0))
  })
})

describe('away from', () => {
  it('the few places of a name in code, twelve lines or its block are near', () => {
    const file = rows(200, (i) => (i === 60 ? 'const retry_delay = 250' : `shape.push(${i})`))
    const effect = effectOf(
      awayFromNames,
      known(file, 'Where is retry_delay set?', { fileName: 'a.ts' }),
    )
    expect(linesWhere(effect?.factors, 1)).toEqual(rows(25, () => '').map((_, i) => 48 + i))
    expect(linesWhere(effect?.factors, 0.2)).toHaveLength(175)
    const often = rows(200, (i) => (i % 20 === 0 ? `use(retry_delay, ${i})` : `shape.push(${i})`))
    expect(
      effectOf(awayFromNames, known(often, 'Where is retry_delay set?', { fileName: 'a.ts' })),
    ).toBeUndefined()
  })

  it('the few lines of prose with all words', () => {
    const page = rows(60, (i) =>
      i === 30
        ? 'The vacuum threshold is 50 rows.'
        : i === 50
          ? 'A vacuum runs.'
          : `River ${i} meadow.`,
    )
    const asked = (goal: string) =>
      effectOf(awayFromWords, known(page, goal, { fileName: 'a.md' }))?.factors
    expect(linesWhere(asked('What is the vacuum threshold?'), 1)).toEqual([28, 29, 30, 31, 32, 50])
    expect(asked('What is the vacuum?')).toBeUndefined()
    expect(asked('What is the copper threshold of the vacuum?')).toBeUndefined()
  })
})

describe('lines with all words', () => {
  const { input } = known(
    ['red apple', 'green pear', 'red pear', 'red green pear', 'plum'],
    'anything',
    logs,
  )

  it('are found while they are few', () => {
    expect(linesWithAll(input, ['red', 'pear'], 2)).toEqual([2, 3])
    expect(linesWithAll(input, ['red', 'pear'], 1)).toEqual([])
    expect(linesWithExactly(input, ['red', 'pear'], 2)).toEqual([2, 3])
    expect(linesWithAll(input, ['red', 'cherry'], 9)).toEqual([])
    expect(linesWithAll(input, [], 9)).toEqual([])
    expect(linesWithAll(input, ['red'], 9, (line) => line !== 0)).toEqual([2, 3])
  })

  it('or with most of them, and no fewer than the least', () => {
    expect(bestCovered(input, ['red', 'green', 'pear'], 9, 2)).toEqual([3])
    expect(bestCovered(input, ['red', 'green', 'cherry'], 9, 2)).toEqual([3])
    expect(bestCovered(input, ['red', 'plum', 'cherry'], 9, 2)).toEqual([])
    expect(bestCovered(input, ['red', 'plum'], 9, 1)).toEqual([0, 2, 3, 4])
    const many = rows(31, () => 'red')
    expect(linesWithAll(input, many.slice(1), 9)).toEqual([0, 2, 3])
    expect(linesWithAll(input, many, 9)).toEqual([])
  })
})

describe('words together', () => {
  const asked = (lines: readonly string[], goal: string) =>
    effectOf(wordsTogether, known(lines, goal, { fileName: 'a.ts' }))?.certain
  const filler = rows(20, (i) => `shape.push(${i})`)

  it('make a few lines certain, and messages with most of the words', () => {
    const line = 'const gateway = copper'
    expect(asked([...filler, line], 'Which copper gateway?')).toContain(20)
    expect(asked([...filler, line, line, line], 'Which copper gateway?')).toBeUndefined()
    expect(asked(filler, 'Which copper gateway?')).toBeUndefined()
    const message = "throw new Error('the copper gateway is not open')"
    expect(asked([...filler, message], 'Why does the copper gateway reject lanterns?')).toContain(
      20,
    )
    expect(
      asked([...filler, 'copper(gateway)'], 'Why does the copper gateway reject lanterns?'),
    ).toBeUndefined()
  })
})

describe('the likelihood that anything is needed', () => {
  const ask = (goal: string, more: More = {}) => {
    const { input, names } = known(
      rows(20, (i) => `shape.push(${i})`),
      goal,
      more,
    )
    return likelihood(input, names.named)
  }

  it('is a quarter where the text has nothing that the question names', () => {
    expect(ask('Where is retry_delay set?')).toBe(0.25)
    expect(ask('Where is shape.push called?')).toBe(1)
    expect(ask('Where is it set?')).toBe(1)
    expect(ask('retry_delay', { origin: 'implicit' })).toBe(1)
  })

  it('a text is silent without any word of the question', () => {
    const silent = (goal: string) => isSilent(known(['the river and the meadow'], goal, logs).input)
    expect(silent('Where is copper?')).toBe(true)
    expect(silent('Where is the river of copper?')).toBe(false)
  })
})

describe('rules are applied', () => {
  const rule = (effect: Effect, more: Partial<Rule> = {}): Rule => ({
    name: 'own',
    families: ['output'],
    questions: 'any',
    does: 'Serves this test.',
    effect: () => effect,
    ...more,
  })
  const what = known(['a 1', 'b 2', 'c 3'], 'what is it?', logs)
  const apply = (rules: readonly Rule[], isCondensed = false) => {
    const { chances, certain, decidedBy, fired } = applyRules(
      rules,
      what,
      Float32Array.of(0.5, 0.25, 0.125),
      isCondensed,
    )
    return { chances: [...chances], certain: [...certain], by: [...decidedBy], fired: [...fired] }
  }

  it('factors first, then floors, then what is certain, and the last one to decide is noted', () => {
    expect(apply([rule({ factors: 0.5, floors: [[1, 0.5]] })])).toEqual({
      chances: [0.25, 0.5, 0.0625],
      certain: [0, 0, 0],
      by: [0, 1, 0],
      fired: ['own'],
    })
    expect(apply([rule({ factors: Float32Array.of(1, 2, 4) })]).chances).toEqual([0.5, 0.5, 0.5])
    const none = rule({}, { effect: () => undefined })
    const certain = rule({ certain: [0] })
    const floor = rule({
      floors: [
        [0, 0.75],
        [1, 0.25],
        [3, 1],
        [-1, 1],
      ],
    })
    expect(apply([none, certain, floor])).toEqual({
      chances: [0.75, 0.25, 0.125],
      certain: [1, 0, 0],
      by: [2, 0, 0],
      fired: ['own'],
    })
    expect(apply([floor, certain]).by).toEqual([2, 0, 0])
  })

  it('only to their families and questions, and some only in an answer', () => {
    const certain = { certain: [0] }
    const by = (more: Partial<Rule>, isCondensed = false) =>
      apply([rule(certain, more)], isCondensed).by[0]
    expect(by({ families: ['code'] })).toBe(0)
    expect(by({ answersOnly: true })).toBe(1)
    expect(by({ answersOnly: true }, true)).toBe(0)
    expect(by({}, true)).toBe(1)
    expect(by({ questions: 'explicit' })).toBe(1)
    expect(by({ questions: 'direct' })).toBe(1)
  })
})
