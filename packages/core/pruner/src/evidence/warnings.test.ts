// Of warnings that nobody asked about, the first of each kind stays, and the closing line counts the rest.
import { describe, expect, it } from 'vitest'
import { closingRemarks, keptLines, type PruneRequest, prune, renderCompact } from '../index.js'

function shown(request: PruneRequest) {
  const result = prune({ sourceType: 'logs', ...request })
  const kept = keptLines(result).map((line) => result.lines[line - 1]!.text)
  return { result, kept, holding: (part: string) => kept.filter((line) => line.includes(part)) }
}

const stylish = Array.from({ length: 177 }, (_, i) => [
  ...(i % 6 === 0 ? ['', `/repo/src/part-${i / 6}.js`] : []),
  `  ${i + 3}:81  warning  This line has a length of ${81 + i}. Maximum allowed is 80  max-len`,
]).flat()
stylish.splice(120, 0, '  9:1  error  Unexpected var, use let or const instead  no-var')
stylish.splice(150, 0, "  7:9  warning  'size' is defined but never used  no-unused-vars")
const lint = [...stylish, '', '✖ 179 problems (1 error, 178 warnings)'].join('\n')

describe('177 warnings of one kind', () => {
  it.each(['Why does the build fail?', 'Which errors are there?', ''])(
    'not asked: "%s"',
    (goal) => {
      const { result, holding } = shown({ text: lint, origin: 'explicit', goal })
      expect(holding('max-len')).toEqual([
        '  3:81  warning  This line has a length of 81. Maximum allowed is 80  max-len',
      ])
      expect(holding('no-unused-vars')).toHaveLength(1)
      expect(holding('no-var')).toHaveLength(1)
      expect(holding('179 problems')).toHaveLength(1)
      expect(result.stats.prunedRatio).toBeGreaterThan(0.9)
      expect(closingRemarks(result).join('; ')).toContain('176 more warnings like those shown')
    },
  )

  it.each([
    'Which warnings are there?',
    'Where is max-len violated?',
    'Which lines exceed the maximum length?',
  ])('asked: "%s"', (goal) => {
    const { holding } = shown({ text: lint, origin: 'explicit', goal, maxTokens: 100_000 })
    expect(holding('max-len')).toHaveLength(177)
  })

  it('in a condensed text all stay', () => {
    const { holding } = shown({
      text: lint,
      origin: 'explicit',
      goal: 'Why does the build fail?',
      mode: 'condense',
    })
    expect(holding('max-len')).toHaveLength(177)
  })
})

describe('a kind of warning', () => {
  it('includes the quotation of its source', () => {
    const unused = Array.from({ length: 60 }, (_, i) => [
      `warning: unused variable: \`x${i}\``,
      ` --> src/part${i}.rs:${i}:9`,
      '  |',
      `${i} |     let x${i} = ${i};`,
      `  |         ^^ help: prefix it with an underscore: \`_x${i}\``,
      '',
    ]).flat()
    const failure = [
      'error[E0308]: mismatched types',
      ' --> src/main.rs:4:5',
      '  |',
      '4 |     "a"',
      '  |     ^^^ expected `i32`, found `&str`',
    ]
    const text = [...unused, ...failure, '', 'error: could not compile `a`'].join('\n')
    const { kept, holding, result } = shown({
      text,
      origin: 'explicit',
      goal: 'What breaks the compilation?',
    })
    expect(holding('unused variable')).toEqual(['warning: unused variable: `x0`'])
    expect(kept).toEqual(expect.arrayContaining([...failure, 'error: could not compile `a`']))
    expect(kept.length).toBeLessThan(20)
    expect(renderCompact(result)).not.toContain('repeats')
  })

  it.each([
    [
      'gcc',
      (i: number) => `src/a${i}.c:${i}:5: warning: unused variable 'x${i}' [-Wunused-variable]`,
    ],
    ['pylint', (i: number) => `pkg/m${i}.py:${i}:0: W0611: Unused import os${i} (unused-import)`],
    [
      'msbuild',
      (i: number) => `C:\\a\\F${i}.cs(${i},9): warning CS0168: The variable 'e${i}' is declared`,
    ],
    [
      'a log',
      (i: number) => `2026-11-16 04:00:${10 + (i % 50)} WARN pool: ${i} connections are idle`,
    ],
    [
      'klog',
      (i: number) => `W1116 04:00:${10 + (i % 50)}.000000  1 pool.go:${i}] ${i} idle connections`,
    ],
    ['node', (i: number) => `(node:${i}) [DEP0040] DeprecationWarning: The punycode module is old`],
  ])('of %s is shown once', (_, warning) => {
    const rows = Array.from({ length: 150 }, (_row, i) => warning(i))
    const text = [...rows.slice(0, 70), 'fatal: ledger is closed', ...rows.slice(70)].join('\n')
    const { kept, holding, result } = shown({ text, origin: 'explicit', goal: 'Why does it stop?' })
    expect(kept[0]).toBe(rows[0])
    expect(holding('fatal: ledger is closed')).toHaveLength(1)
    expect(result.stats.prunedRatio).toBeGreaterThan(0.9)
  })

  it('does not include a line that also reports a failure', () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `2026-11-16 04:00:00 WARN job ${i} failed: connection refused`,
    )
    const { holding } = shown({
      text: rows.join('\n'),
      origin: 'explicit',
      goal: 'What failed?',
    })
    expect(holding('failed')).toHaveLength(60)
  })
})
