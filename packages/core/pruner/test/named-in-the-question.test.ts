// What the question names literally: few lines that contain it stay, many are counted, none is reported.
import { describe, expect, it } from 'vitest'
import { closingRemarks, keptLines, type PruneRequest, prune as pruneWith } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

function prune(request: PruneRequest) {
  const result = pruneWith(request, { scorer: defaultScorer() })
  const kept = keptLines(result).map((line) => result.lines[line - 1]!.text)
  return { result, kept, closing: closingRemarks(result).join('; ') }
}

const requestLog = Array.from(
  { length: 4000 },
  (_, i) =>
    `2026-11-16T04:00:00Z INFO request req-${100_000 + i * 7} of tenant ${i % 40} was served`,
)

describe('a rare literal of the question', () => {
  it('keeps the one log line with its id among thousands', () => {
    const { result, kept } = prune({
      text: requestLog.join('\n'),
      origin: 'explicit',
      goal: 'What became of req-117409?',
      sourceType: 'logs',
    })
    expect(kept).toContain('2026-11-16T04:00:00Z INFO request req-117409 of tenant 7 was served')
    expect(result.stats.tokensAfter).toBeLessThan(1500)
  })

  it.each([
    ['a flag', 'What does --no-fsync do?', '      --no-fsync     leave flushing to the system'],
    ['a quoted string', 'Where is "ledger is sealed" said?', 'note: ledger is sealed since May'],
    ['an identifier', 'Who reads LEDGER_HOME?', 'LEDGER_HOME is read by the opener'],
    ['a number', 'What listens on 48613?', 'opener listens on 48613'],
  ])('keeps the line with %s', (_, goal, line) => {
    const text = [...requestLog.slice(0, 900), line, ...requestLog.slice(900, 1800)].join('\n')
    expect(prune({ text, origin: 'explicit', goal, sourceType: 'logs' }).kept).toContain(line)
  })
})

/** As `dpkg -l` lists them: 6,507 lines, 14 of which contain the word. */
function packages(): string[] {
  const rows = Array.from(
    { length: 6493 },
    (_, i) => `ii  lib${(i * 7919) % 6494}-runtime  1.${i % 30}.2-1  amd64  shared part ${i}`,
  )
  for (let i = 0; i < 14; i++)
    rows.splice(i * 430 + 11, 0, `ii  chromium-part${i}  131.0.${i}  amd64  web browser, part ${i}`)
  return rows
}

describe('a rare plain word of the question', () => {
  it('keeps every line that contains it, 14 of 6,507', () => {
    const rows = packages()
    expect(rows).toHaveLength(6507)
    const { kept, result } = prune({
      text: rows.join('\n'),
      origin: 'explicit',
      goal: 'Which chromium is installed?',
    })
    expect(kept.filter((row) => row.includes('chromium'))).toHaveLength(14)
    expect(result.stats.keptLines).toBeLessThan(100)
  })
})

describe('a word in one entry', () => {
  it('is the answer, and hardly anything else is shown', () => {
    const rows = Array.from(
      { length: 400 },
      (_, i) =>
        `default  api-${i}-7d4b9c  1/1  ${i === 233 ? 'Pending' : 'Running'}  ${i % 4}  ${i % 30}d`,
    )
    const text = ['NAMESPACE  NAME  READY  STATUS  RESTARTS  AGE', ...rows].join('\n')
    const { kept } = prune({ text, origin: 'explicit', goal: 'Which pod is pending?' })
    expect(kept).toContain('default  api-233-7d4b9c  1/1  Pending  1  23d')
    expect(kept).toContain('NAMESPACE  NAME  READY  STATUS  RESTARTS  AGE')
    expect(kept.length).toBeLessThan(25)
  })
})

describe('a name on many lines', () => {
  it('is counted when not all of them are shown', () => {
    const rows = requestLog.map((row, i) => (i % 5 === 0 ? `${row} by node_seven` : row))
    const { closing, kept } = prune({
      text: rows.join('\n'),
      origin: 'explicit',
      goal: 'How does node_seven behave?',
      sourceType: 'logs',
    })
    expect(closing).toBe(`${kept.length} of 800 lines shown`)
  })
})

describe('a name that does not occur', () => {
  it('is reported, and little else is shown', () => {
    const { closing, result } = prune({
      text: requestLog.join('\n'),
      origin: 'explicit',
      goal: 'Where is LEDGER_HOME set?',
      sourceType: 'logs',
    })
    expect(result.absent).toEqual(['LEDGER_HOME'])
    expect(closing).toBe('not in this text: LEDGER_HOME')
    expect(result.stats.tokensAfter).toBeLessThan(1500)
  })

  it('is not reported for a name in another case', () => {
    const text = [...requestLog.slice(0, 900), 'ledger_home is unset', ...requestLog.slice(900)]
    const { result } = prune({
      text: text.join('\n'),
      origin: 'explicit',
      goal: 'Where is LEDGER_HOME set?',
      sourceType: 'logs',
    })
    expect(result.absent).toEqual([])
  })

  it('does not call a plain word missing where an error is shown that may answer it', () => {
    const rows = Array.from({ length: 3000 }, (_, i) => `${i} rows copied`)
    const text = [...rows, 'ERROR: disk full', ...rows].join('\n')
    const { kept, result } = prune({ text, origin: 'explicit', goal: 'why did it fail' })
    expect(kept).toContain('ERROR: disk full')
    expect(result.absent).toEqual([])
  })

  it('calls no auxiliary verb missing', () => {
    const text = Array.from({ length: 3000 }, (_, i) => `${i} rows copied`).join('\n')
    const { result } = prune({ text, origin: 'explicit', goal: 'Did the zebra escape?' })
    expect(result.absent).toEqual(['zebra', 'escape'])
  })
})

describe('a lock file', () => {
  it('shows the requested package, not every version in it', () => {
    const entry = (name: string, i: number) => [
      `      ${name}:`,
      `        specifier: ^${i % 9}.1.0`,
      `        version: ${i % 9}.1.${i}`,
    ]
    const rows = Array.from({ length: 700 }, (_, i) =>
      entry(i === 411 ? 'zod' : i % 50 === 7 ? `assertion-error@2.0.${i}` : `part-${i}`, i),
    ).flat()
    const text = ["lockfileVersion: '9.0'", 'importers:', ...rows].join('\n')
    const { kept, result } = prune({
      text,
      origin: 'explicit',
      goal: 'Which version of zod is locked?',
      fileName: 'pnpm-lock.yaml',
    })
    expect(kept).toEqual(expect.arrayContaining(['      zod:', '        version: 6.1.411']))
    expect(kept.filter((row) => row.includes('assertion-error')).length).toBeLessThan(4)
    expect(result.stats.tokensAfter).toBeLessThan(600)
  })
})
