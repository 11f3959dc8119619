// Rows of tables and logs: those without a word, those of one status, and the content of a named column.
import { expect, it } from 'vitest'
import { closingRemarks, keptLines, type PruneRequest, prune } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

function ask(lines: readonly string[], goal: string, more: Partial<PruneRequest> = {}) {
  const result = prune(
    { text: lines.join('\n'), origin: 'explicit', goal, ...more },
    { scorer: defaultScorer() },
  )
  const kept = keptLines(result).map((line) => lines[line - 1]!)
  return { kept, closing: closingRemarks(result).join('; ') }
}

it('shows the rows without a word that nearly all have, to who asks which have it not', () => {
  const row = (i: number, state: string) =>
    `payments   svc-${i}-${(i * 7919).toString(16)}   1/1   ${state}   0   ${i % 90}d`
  const states: Record<number, string> = { 77: 'Pending', 140: 'Completed', 181: 'Unknown' }
  const rows = Array.from({ length: 300 }, (_, i) => row(i, states[i] ?? 'Running'))
  const { kept } = ask(
    ['NAMESPACE   NAME   READY   STATUS   RESTARTS   AGE', ...rows],
    'Which pods are not running?',
  )
  for (const i of [77, 140, 181]) expect(kept).toContain(row(i, states[i]!))
  expect(kept.length).toBeLessThan(20)
})

const access = Array.from({ length: 3000 }, (_, i) => {
  const status = i % 1000 === 211 ? 502 : i % 23 === 4 ? 404 : 200
  const seconds = (0.1 + ((i * 37) % 400) / 1000 + (i === 1777 ? 1.5 : 0)).toFixed(3)
  return `10.0.0.${i % 250} - - [16/Nov/2026:04:00:00 +0000] "GET /items/${i + 5000} HTTP/1.1" ${status} ${(i * 7) % 400} "-" "curl/8.1" ${seconds}`
})

it('shows the errors that were named, and of the others the first, the last and how many', () => {
  const { kept, closing } = ask(access, 'Which requests returned a 502?')
  expect(kept.filter((row) => row.includes('" 502 '))).toHaveLength(3)
  expect(kept.filter((row) => row.includes('" 404 ')).length).toBeLessThan(4)
  expect(closing).toMatch(/^\d+ more lines of errors like those shown$/)
})

it('does not mistake digits after a point for a named number', () => {
  const rows = Array.from({ length: 900 }, (_, i) => `job ${i} took 0.${100 + i} s of 4711.${i}`)
  rows[600] = 'job 600 took 502 s'
  const { kept } = ask(rows, 'Which job took 502 s?')
  expect(kept).toContain('job 600 took 502 s')
  expect(kept).not.toContain('job 402 took 0.502 s of 4711.402')
})

it('finds the slowest by a number far to the right', () => {
  expect(ask(access, 'Which request was the slowest?').kept).toContain(access[1777])
})

it('looks for the most in the column that is named', () => {
  const row = (i: number, cpu: number, mem: number) =>
    `root ${i + 4} ${cpu.toFixed(1)} ${mem.toFixed(1)} ${5000 + ((i * 911) % 7000)} ${1000 + i} ? S 09:06 0:00 node part${i}.js`
  const rows = Array.from({ length: 300 }, (_, i) => row(i, (i * 7) % 50, (i * 3) % 20))
  rows[123] = row(123, 3, 88.8)
  const { kept } = ask(
    ['USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND', ...rows],
    'Which process uses the most memory?',
  )
  expect(kept).toContain(rows[123])
  expect(kept.length).toBeLessThan(8)
})

it('recognises a file of names and tabs as a table, whatever comment is above it', () => {
  const remarks = Array.from({ length: 9 }, (_, i) => `# Remark ${i} on what is listed here.`)
  const rows = Array.from({ length: 350 }, (_, i) => `service${i}\t\t${1000 + i}/tcp\t\talias${i}`)
  rows[200] = 'postgresql\t\t5432/tcp\tpostgres'
  const { kept } = ask([...remarks, ...rows], 'What port does postgresql use?', {
    fileName: 'services',
  })
  expect(kept).toContain('postgresql\t\t5432/tcp\tpostgres')
  expect(kept.length).toBeLessThan(25)
})

it('shows the entries with all words of the question, however many have one of them', () => {
  const parts = ['gateway', 'http', 'stdio', 'native', 'clients', 'stats']
  const paths = Array.from({ length: 4800 }, (_, i) =>
    i % 2 === 0
      ? `packages/application/src/${parts[i % 6]}/folder${i % 97}/part${i}.ts`
      : `packages/app/test/${parts[i % 6 === 1 ? (i % 192 === 1 ? 0 : 1) : i % 6]}/part${i}.ts`,
  )
  const wanted = paths.filter((path) => path.includes('test/gateway'))
  expect(wanted).toHaveLength(25)
  const { kept } = ask(paths, 'list all test files of the gateway')
  expect(kept).toEqual(expect.arrayContaining(wanted))
  expect(kept.length).toBeLessThan(60)
})

it('recognises a folder with its slash as a name', () => {
  const matches = Array.from(
    { length: 190 },
    (_, i) =>
      `src/${i % 10 === 3 ? 'select' : 'score'}/part${i % 40}.ts:${i + 1}:9:  deadline.spend(${i})`,
  )
  const { kept } = ask(matches, 'Which uses of deadline are in select/?')
  expect(kept.filter((row) => row.startsWith('src/select/'))).toHaveLength(19)
})

it('knows a commit by the beginning of its name, and shows its message', () => {
  const hash = (i: number) => ((i + 7) * 0x9e3779b1).toString(16).padStart(40, 'ab12cd34')
  const log = Array.from({ length: 200 }, (_, i) => [
    `commit ${hash(i)}`,
    'Author: Ann Other <ann@example.org>',
    'Date:   Mon Nov 16 07:57:25 2026 +0000',
    '',
    `    Move part ${i} of the colour chart`,
    '',
  ]).flat()
  const { kept } = ask(log, `What did commit ${hash(123).slice(0, 38)} do?`)
  expect(kept).toContain(`commit ${hash(123)}`)
  expect(kept).toContain('    Move part 123 of the colour chart')
})

const users = Array.from({ length: 900 }, (_, i) =>
  JSON.stringify({
    id: i,
    name: `user${i}`,
    role: i % 90 === 5 ? 'admin' : 'member',
    email: `u${i}@example.com`,
  }),
)

it('shows the one record that a question names, without those around it', () => {
  expect(ask(users, 'What is the email of user417?').kept).toEqual([users[417]])
})

it('finds records by a value in the plural', () => {
  const admins = users.filter((_, i) => i % 90 === 5)
  expect(ask(users, 'Which users are admins?').kept).toEqual(admins)
})
