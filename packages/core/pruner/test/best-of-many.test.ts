// What the question names occurs on many lines: the best of them are shown, and an answer is never empty.
import { describe, expect, it } from 'vitest'
import { keptLines, type PruneRequest, prune as pruneWith } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

function prune(request: PruneRequest) {
  const result = pruneWith(request, { scorer: defaultScorer() })
  return { result, kept: keptLines(result).map((line) => result.lines[line - 1]!.text) }
}

describe('a name in many lines', () => {
  it('is shown where it occurs as a whole word, beside other words of the question', () => {
    const entry = (name: string, i: number) => [
      `  ${name}@${i % 9}.1.${i}:`,
      `    resolution: {integrity: sha512-${(i * 7919).toString(36)}${(i * 104_729).toString(36)}==}`,
      `    engines: {node: '>=18'}`,
    ]
    const importer = Array.from({ length: 60 }, (_, i) => [
      `      ${i === 31 ? 'zod' : `tool-${i}`}:`,
      `        specifier: ^4.${i}.0`,
      `        version: 4.${i}.12`,
    ]).flat()
    const others = Array.from({ length: 1400 }, (_, i) =>
      entry(i % 14 === 4 ? `'@zod/part-${i}'` : `part-${i}`, i),
    ).flat()
    const text = ["lockfileVersion: '9.0'", 'importers:', ...importer, 'packages:', ...others]
    const { kept } = prune({
      text: text.join('\n'),
      origin: 'explicit',
      goal: 'Which version of zod is locked?',
      fileName: 'pnpm-lock.yaml',
    })
    expect(kept).toEqual(expect.arrayContaining(['      zod:', '        version: 4.31.12']))
  })

  it('returns no line with only a part of it, though there are more than a few', () => {
    const rows = Array.from({ length: 4000 }, (_, i) =>
      i % 160 === 3
        ? `2026-09-22 status installed man-db:amd64 2.11.${i}`
        : `2026-09-22 status installed lib${i}${i % 500 === 9 ? '-modules-db' : ''}:amd64 1.${i}`,
    )
    const { kept } = prune({
      text: rows.join('\n'),
      origin: 'explicit',
      goal: 'When was man-db installed?',
    })
    expect(kept.filter((row) => row.includes('man-db'))).toHaveLength(25)
    expect(kept.filter((row) => row.includes('modules-db'))).toEqual([])
  })
})

describe('an answer', () => {
  it('is never only a mark', () => {
    const section = (i: number) => [
      `   Section ${i}`,
      `       The shell sets the ${['first', 'second', 'third'][i % 3]} field of the record, and`,
      '       returns to its caller what the field held before, if there was any.',
      '',
    ]
    const text = Array.from({ length: 1700 }, (_, i) => section(i))
      .flat()
      .join('\n')
    const { kept } = prune({
      text,
      origin: 'explicit',
      goal: 'What does set do?',
      fileName: 'shell.txt',
    })
    expect(kept.length).toBeGreaterThanOrEqual(8)
  })

  it('shows nothing for stop words if only a name is asked for', () => {
    const rows = Array.from({ length: 6000 }, (_, i) =>
      i % 800 === 5 ? `what is done in step ${i} is kept` : `step ${i} waits for step ${i + 1}`,
    )
    const text = [...rows, 'PIPESTATUS', ...rows].join('\n')
    const { kept } = prune({
      text,
      origin: 'explicit',
      goal: 'what is PIPESTATUS?',
      sourceType: 'logs',
    })
    expect(kept).toContain('PIPESTATUS')
    expect(kept.filter((row) => row.startsWith('what is'))).toEqual([])
  })
})

describe('the content under a name', () => {
  it('of a manual is shown with it', () => {
    const entry = (i: number) => [
      `       VARIABLE_${i}`,
      `              Holds the number of the ${i}th job since the shell was started, or`,
      '              nothing where there was none.',
    ]
    const lines = Array.from({ length: 2500 }, (_, i) => entry(i)).flat()
    const body = [
      'An array with',
      'the exit states',
      'of all commands',
      'in the pipeline',
      'run last.',
    ]
    const indented = body.map((line) => `              ${line}`)
    lines.splice(450, 0, '       PIPESTATUS', ...indented)
    const goal = 'what is PIPESTATUS?'
    const { kept } = prune({
      text: lines.join('\n'),
      origin: 'explicit',
      goal,
      fileName: 'shell.txt',
    })
    for (const line of indented) expect(kept).toContain(line)
  })

  it('of a record is shown with its first member', () => {
    const records = Array.from({ length: 900 }, (_, i) => ({
      name: `pkg-${i}`,
      license: 'MIT',
      deps: Array.from({ length: 4 }, (_dep, j) => `pkg-${(i * 3 + j) % 900}`),
      version: `${i % 9}.2.${i}`,
    }))
    const text = JSON.stringify({ records }, null, 2)
    const { kept } = prune({
      text,
      origin: 'explicit',
      goal: 'Which version is pkg-137?',
      fileName: 'records.json',
    })
    expect(kept).toContain('      "version": "2.2.137"')
  })
})
