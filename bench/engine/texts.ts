// Texts to measure on, made from this workspace's own sources so that the bench needs no data.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../../packages/', import.meta.url))

function files(): { path: string; lines: string[] }[] {
  return readdirSync(packages, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/node_modules|dist|build/.test(path))
    .sort()
    .map((path) => ({ path, lines: readFileSync(`${packages}${path}`, 'utf8').split('\n') }))
}

/** Real code, repeated with a number in every function's name so that words do not simply repeat. */
export function codeOf(lines: number): string {
  const all = files().flatMap((file) => file.lines)
  return Array.from({ length: lines }, (_, i) => {
    const round = Math.floor(i / all.length)
    const line = all[i % all.length] ?? ''
    return round === 0 ? line : line.replace(/(function|const|class) (\w+)/, `$1 $2${round}`)
  }).join('\n')
}

/** A service's log: mostly requests, now and then a failure with a stack. */
export function logOf(lines: number): string {
  const all: string[] = []
  for (let i = 0; all.length < lines; i++) {
    const time = new Date(1_763_200_000_000 + i * 137).toISOString()
    all.push(
      `${time} INFO http GET /api/orders/${(i * 7919) % 10_007} 200 ${i % 97}ms trace=${(i * 2_654_435_761) % 4_294_967_296}`,
    )
    if (i % 400 === 399)
      all.push(
        `${time} ERROR ledger write failed: connection reset by peer (order ${i})`,
        '    at Ledger.post (/srv/app/ledger.js:40:11)',
        '    at async Orders.place (/srv/app/orders.js:112:5)',
      )
  }
  return all.slice(0, lines).join('\n')
}

/** The output of a search through real code: a file, a number and a line. */
export function searchOf(lines: number): string {
  return files()
    .flatMap((file) => file.lines.map((line, i) => `packages/${file.path}:${i + 1}:${line}`))
    .filter((match) => /deadline|return|check/i.test(match))
    .slice(0, lines)
    .join('\n')
}
