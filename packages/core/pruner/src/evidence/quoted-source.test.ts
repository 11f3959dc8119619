// Source lines quoted by a search are not failures; a tool's report about a location is one.
import { expect, it } from 'vitest'
import { keptLines, prune } from '../index.js'
import { defaultScorer } from '../node.js'

function keptOf(lines: readonly string[], goal: string): string[] {
  const request = { text: lines.join('\n'), origin: 'explicit', goal, sourceType: 'logs' } as const
  const result = prune(request, { scorer: defaultScorer() })
  expect(result.status).toBe('pruned')
  return keptLines(result).map((line) => lines[line - 1]!)
}

const code = (i: number) =>
  i % 3 === 0
    ? `        raise ValueError('port ${i} is not supported')`
    : `    sock.send(packet_${i}, flags)`
const goal = 'Where is SO_REUSEPORT set?'
const wanted = 'sock.setsockopt(SOL_SOCKET, SO_REUSEPORT, 1)'

it.each([
  ['`grep -n`', (i: number, text: string) => `lib/part${i % 40}.py:${i + 1}:${text}`],
  ['`rg --vimgrep`', (i: number, text: string) => `lib/part${i % 40}.py:${i + 1}:9:${text}`],
])('cuts the errors that %s quotes from code', (_, match) => {
  const lines = Array.from({ length: 500 }, (_row, i) => match(i, i === 333 ? wanted : code(i)))
  const kept = keptOf(lines, goal)
  expect(kept).toContain(match(333, wanted))
  expect(kept.filter((line) => line.includes('raise ValueError')).length).toBeLessThan(40)
})

it('cuts the errors that `rg --heading` quotes from code', () => {
  const lines = Array.from({ length: 500 }, (_, i) => [
    ...(i % 25 === 0 ? ['', `lib/part${i}.py`] : []),
    `${i * 7 + 1}:${i === 333 ? wanted : code(i)}`,
  ]).flat()
  const kept = keptOf(lines, goal)
  expect(kept).toContain(`2332:${wanted}`)
  expect(kept.filter((line) => line.includes('raise ValueError')).length).toBeLessThan(40)
})

it.each([
  ['by file', (i: number) => (i % 25 === 0 ? ['', `/home/me/lib/part${i}.py:`] : []), '  '],
  ['in one file', (i: number) => (i === 0 ? ['Found 500 matches in lib/net.py:'] : []), ''],
])('cuts the errors that the search of an agent quotes %s', (_, head, indent) => {
  const lines = Array.from({ length: 500 }, (_row, i) => [
    ...head(i),
    `${indent}Line ${i * 7 + 1}: ${i === 333 ? wanted : code(i)}`,
  ]).flat()
  const kept = keptOf(['Found 500 matches', ...lines], goal)
  expect(kept).toContain(`${indent}Line 2332: ${wanted}`)
  expect(kept.filter((line) => line.includes('raise ValueError')).length).toBeLessThan(40)
})

it('keeps what the search of an agent finds in a log', () => {
  const lines = Array.from({ length: 500 }, (_, i) => [
    ...(i % 25 === 0 ? ['', `/var/log/part${i}.log:`] : []),
    `  Line ${i * 7 + 1}: ${i === 250 ? 'ERROR disk full' : `packet ${i} was sent`}`,
  ]).flat()
  expect(keptOf(lines, goal)).toContain('  Line 1751: ERROR disk full')
})

it.each([
  ['gcc', 'src/net.c:212:5: error: implicit declaration of function bind_port'],
  ['mypy', 'lib/net.py:88: error: Incompatible return value type'],
  ['pytest', 'tests/test_net.py:41: AssertionError: expected 3 to be 4'],
  ['go vet', './net.go:12:5: error: undefined: bindPort'],
  ['a log', 'var/app.log:7781:ERROR disk full'],
])('keeps what %s reports of a place', (_, report) => {
  const lines = Array.from({ length: 500 }, (_row, i) =>
    i === 250 ? report : `lib/part${i % 40}.py:${i + 1}:    sock.send(packet_${i})`,
  )
  expect(keptOf(lines, goal)).toContain(report)
})
