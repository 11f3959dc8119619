// Differences appear among equal lines: they stay with the failure, however far down they are.
import { expect, it } from 'vitest'
import { keptLines, prune } from '../index.js'

const rows = (count: number) => Array.from({ length: count }, (_, i) => `     "part${i}": ${i},`)

const ESCAPE = '\u001B['
const coloured = (line: string, colour: number) => `${ESCAPE}${colour}m${line}${ESCAPE}39m`
const plain = (line: string) =>
  line
    .split(ESCAPE)
    .map((part, i) => (i === 0 ? part : part.replace(/^\d+m/, '')))
    .join('')

it.each<[string, string[], (line: string) => string]>([
  ['vitest', ['- Expected', '+ Received'], (line) => coloured(line, line.startsWith(' ') ? 2 : 31)],
  ['jest', ['    - Expected  - 1', '    + Received  + 1'], (line) => `    ${line}`],
  ['mocha', ['      + expected - actual'], (line) => `      ${line}`],
])('of %s', (_, head, write) => {
  const compared = [
    ...rows(14),
    '-    "total": 80,',
    '+    "total": 90,',
    ...rows(11),
    '-    "tax": 8,',
    '+    "tax": 9,',
  ].map(write)
  const noise = Array.from({ length: 900 }, (_row, i) => `copied page ${i} of the colour chart`)
  const failure = ['AssertionError: expected { total: 90 } to deeply equal { total: 80 }', '']
  const lines = [...noise, ...failure, ...head, '', ...compared, '', ...noise]
  const result = prune({
    text: lines.join('\n'),
    origin: 'explicit',
    goal: 'Which colour is the page?',
  })
  const kept = keptLines(result).map((line) => plain(lines[line - 1]!).trim())
  for (const line of ['-    "total": 80,', '+    "total": 90,', '-    "tax": 8,', '+    "tax": 9,'])
    expect(kept).toContain(line)
})
